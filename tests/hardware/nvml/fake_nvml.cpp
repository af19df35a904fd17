// SPDX-License-Identifier: GPL-3.0-or-later
// A libnvidia-ml.so.1 that behaves as LOSSLINE_FAKE_NVML says: as one with two GPUs, or as drivers do on bad days.
// Figures of the two: RTX 4090 and RTX 3060 as nvidia-smi shows them.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

constexpr int kSuccess = 0, kNotSupported = 3, kNoPermission = 4, kNotLoaded = 9, kMismatch = 18, kUnknown = 999;

bool mode(std::string_view name) {
  const char* value = std::getenv("LOSSLINE_FAKE_NVML");
  return value != nullptr && name == value;
}

void hang() {
  for (;;) {
    ::pause();
  }
}

/// What every call takes of a driver that is slow and well.
void take_time() {
  if (mode("slow")) {
    constexpr useconds_t kACall = 20000;
    ::usleep(kACall);
  }
}

/// Devices are their number and 1; slices are above 100.
long number_of(void* device) {
  return reinterpret_cast<long>(device) - 1;
}

bool second(void* device) {
  return number_of(device) == 1;
}

int text(char* to, unsigned size, const char* from) {
  std::snprintf(to, size, "%s", from);
  return kSuccess;
}

template <typename Value>
int give(Value* to, Value value) {
  take_time();
  if (mode("unsupported")) {
    return kNotSupported;
  }
  *to = value;
  return kSuccess;
}

unsigned either(void* device, unsigned first, unsigned other) {
  return mode("lies") ? 4000000000U : second(device) ? other : first;
}

}  // namespace

extern "C" {

int nvmlInit_v2() {
  if (const char* log = std::getenv("LOSSLINE_FAKE_NVML_LOG")) {
    if (std::FILE* file = std::fopen(log, "a")) {
      std::fprintf(file, "%ld\n", static_cast<long>(::getpid()));
      std::fclose(file);
    }
  }
  if (mode("hang_init")) {
    hang();
  }
  if (mode("segfault")) {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
  }
  if (mode("abort")) {
    std::abort();
  }
  if (mode("exit")) {
    std::_Exit(0);
  }
  if (mode("prints")) {
    std::puts("{\"state\":\"ok\",\"devices\":[{\"name\":\"printed by the library\"}]}");
    std::fflush(stdout);
  }
  return mode("not_loaded")      ? kNotLoaded
         : mode("mismatch")      ? kMismatch
         : mode("no_permission") ? kNoPermission
         : mode("unknown_error") ? kUnknown
                                 : kSuccess;
}

const char* nvmlErrorString(int code) {
  return code == kMismatch ? "Driver/library version mismatch" : "an error \x1b[31mof the fake";
}

int nvmlSystemGetDriverVersion(char* to, unsigned size) {
  return mode("unsupported") ? kNotSupported : text(to, size, mode("lies") ? "no version\n" : "550.54.14");
}

int nvmlSystemGetCudaDriverVersion_v2(int* to) {
  return give(to, mode("lies") ? -12040 : 12040);
}

int nvmlDeviceGetCount_v2(unsigned* to) {
  *to = mode("lies") ? 200U : 2U;
  return kSuccess;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** to) {
  *to = reinterpret_cast<void*>(static_cast<long>(index) + 1);
  return kSuccess;
}

struct Pci {
  char legacy[16];
  unsigned domain, bus, device, ids, subsystem;
  char address[32];
};

int nvmlDeviceGetPciInfo_v3(void* device, Pci* to) {
  if (mode("unsupported")) {
    return kNotSupported;
  }
  to->domain = second(device) ? 0x10000 : 0;
  to->bus = second(device) ? 0xC1 : 1;
  to->device = 0;
  return kSuccess;
}

int nvmlDeviceGetName(void* device, char* to, unsigned size) {
  if (mode("unsupported")) {
    return kNotSupported;
  }
  if (mode("lies")) {
    std::memset(to, '\x1b', size);  // and no end to it
    return kSuccess;
  }
  if (number_of(device) > 100) {
    if (mode("mig_unnamed")) {
      return kNotSupported;
    }
    return text(to, size, "NVIDIA A100-SXM4-40GB MIG 1g.5gb");
  }
  return text(to, size, second(device) ? "NVIDIA GeForce RTX 3060" : "NVIDIA GeForce RTX 4090");
}

int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor) {
  if (mode("unsupported")) {
    return kNotSupported;
  }
  *major = mode("lies") ? -3 : 8;
  *minor = second(device) ? 6 : 9;
  return kSuccess;
}

int nvmlDeviceGetArchitecture(void* device, unsigned* to) {
  return give(to, either(device, 8, 7));
}

int nvmlDeviceGetNumGpuCores(void* device, unsigned* to) {
  return give(to, either(device, 16384, 3584));
}

int nvmlDeviceGetMemoryBusWidth(void* device, unsigned* to) {
  return give(to, either(device, 384, 192));
}

struct Memory {
  unsigned long long total, free, used;
};

// Only the older of the two functions is here: drivers before R510 have no other.
int nvmlDeviceGetMemoryInfo(void* device, Memory* to) {
  if (mode("unsupported") || mode("unified")) {
    return kNotSupported;
  }
  constexpr unsigned long long kMiB = 1ULL << 20U;
  *to =
      second(device) ? Memory{12288 * kMiB, 12000 * kMiB, 288 * kMiB} : Memory{24564 * kMiB, 20000 * kMiB, 4564 * kMiB};
  if (mode("lies")) {
    *to = Memory{kMiB, 1ULL << 60U, ~0ULL};
  }
  return kSuccess;
}

int nvmlDeviceGetMaxClockInfo(void* device, unsigned kind, unsigned* to) {
  return give(to, kind == 2 ? either(device, 10501, 7501) : either(device, 3105, 2130));
}

int nvmlDeviceGetClockInfo(void* device, unsigned kind, unsigned* to) {
  return give(to, kind == 2 ? either(device, 405, 405) : either(device, 210, 1777));
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* to) {
  static int asked = 0;
  if (mode("hang_later") && ++asked > 2) {
    hang();
  }
  return give(to, either(device, 21500, 170000));
}

int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* to) {
  return give(to, either(device, 450000, 170000));
}

int nvmlDeviceGetTemperature(void* device, unsigned /*sensor*/, unsigned* to) {
  return give(to, either(device, 35, 71));
}

struct Utilisation {
  unsigned gpu, memory;
};

int nvmlDeviceGetUtilizationRates(void* device, Utilisation* to) {
  return give(to, Utilisation{either(device, 0, 98), 0});
}

int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
  if (!mode("mig") && !mode("mig_empty") && !mode("mig_unnamed")) {
    return kNotSupported;
  }
  *current = *pending = second(device) ? 0 : 1;
  return kSuccess;
}

int nvmlDeviceGetMaxMigDeviceCount(void* /*device*/, unsigned* to) {
  return give(to, 7U);
}

int nvmlDeviceGetMigDeviceHandleByIndex(void* /*device*/, unsigned index, void** to) {
  constexpr int kNotFound = 6;
  if (mode("mig_empty") || (index > 1 && !mode("mig_unnamed"))) {
    return kNotFound;
  }
  *to = reinterpret_cast<void*>(static_cast<long>(index) + 102);
  return kSuccess;
}

}  // extern "C"
