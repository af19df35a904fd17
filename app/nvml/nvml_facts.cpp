// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nvml/nvml_facts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "app/nvml/json_line.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr unsigned kMostDevices = 1024;  // a library that lies must not keep this program busy
constexpr unsigned kMostSlices = 64;

std::string failure(std::string_view state, const std::string& detail) {
  JsonLine json('{');
  json.text("state", std::string(state));
  json.text("detail", detail);
  return json.done();
}

/// What a function wrote into a buffer; empty when that is no clean text.
template <std::size_t Size>
std::optional<std::string> text_in(const std::array<char, Size>& buffer) {
  const std::string_view text = trimmed(std::string_view(buffer.data(), ::strnlen(buffer.data(), Size)));
  if (text.empty() || clean_text(text) != text) {
    return std::nullopt;
  }
  return std::string(text);
}

std::optional<unsigned> value_of(const NvmlLibrary& nvml, const char* name, NvmlHandle device) {
  unsigned value = 0;
  return nvml.call(name, device, &value) == kNvmlSuccess ? std::optional(value) : std::nullopt;
}

std::optional<std::string> name_of(const NvmlLibrary& nvml, NvmlHandle device) {
  std::array<char, 96> buffer{};
  const int code = nvml.call("nvmlDeviceGetName", device, buffer.data(), static_cast<unsigned>(buffer.size()));
  return code == kNvmlSuccess ? text_in(buffer) : std::nullopt;
}

std::optional<std::string> address_of(const NvmlLibrary& nvml, NvmlHandle device) {
  NvmlPci pci;
  if (nvml.call("nvmlDeviceGetPciInfo_v3", device, &pci) != kNvmlSuccess || pci.bus > 0xFF || pci.device > 0x1F) {
    return std::nullopt;
  }
  const auto hex = [](unsigned value, std::size_t least) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (; value != 0; value >>= 4U) {
      out.insert(out.begin(), kDigits[value & 0xFU]);
    }
    return std::string(out.size() < least ? least - out.size() : 0, '0') + out;
  };
  return hex(pci.domain, 4) + ":" + hex(pci.bus, 2) + ":" + hex(pci.device, 2) + ".0";  // functions beside 0 are no GPU
}

std::optional<std::string> architecture_of(const NvmlLibrary& nvml, NvmlHandle device) {
  // nvmlDeviceArchitecture_t. Numbers above are newer than this table, or not settled between versions.
  constexpr std::array<const char*, 9> kFromKepler = {"Kepler", "Maxwell",      "Pascal", "Volta",    "Turing",
                                                      "Ampere", "Ada Lovelace", "Hopper", "Blackwell"};
  const unsigned number = value_of(nvml, "nvmlDeviceGetArchitecture", device).value_or(0);
  if (number < 2 || number - 2 >= kFromKepler.size()) {
    return std::nullopt;
  }
  return std::string(kFromKepler[number - 2]);
}

std::optional<std::string> capability_of(const NvmlLibrary& nvml, NvmlHandle device) {
  int major = 0, minor = 0;
  if (nvml.call("nvmlDeviceGetCudaComputeCapability", device, &major, &minor) != kNvmlSuccess || major < 1 ||
      major > 99 || minor < 0 || minor > 9) {
    return std::nullopt;
  }
  return integer_text(std::int64_t{major}) + "." + integer_text(std::int64_t{minor});
}

void add_memory(const NvmlLibrary& nvml, NvmlHandle device, bool works, JsonLine& json) {
  NvmlMemoryV2 newer;
  newer.version = static_cast<unsigned>(sizeof(NvmlMemoryV2)) | 2U << 24U;
  NvmlMemory memory;
  int code = nvml.call("nvmlDeviceGetMemoryInfo_v2", device, &newer);
  if (code == kNvmlSuccess) {
    memory = {newer.total, newer.free, newer.used};
  } else {
    code = nvml.call("nvmlDeviceGetMemoryInfo", device, &memory);  // its "used" holds what the driver keeps for itself
  }
  const auto told = [&](unsigned long long bytes) {
    return code == kNvmlSuccess ? std::optional<std::uint64_t>(bytes) : std::nullopt;
  };
  json.number("memory_total_bytes", told(memory.total));
  json.number("memory_free_bytes", told(memory.free));
  json.number("memory_used_bytes", told(memory.used));
  json.flag("memory_unified", works && code == kNvmlNotSupported);
}

void add_clock(const NvmlLibrary& nvml, NvmlHandle device, const char* function, unsigned kind, const char* name,
               JsonLine& json) {
  unsigned mhz = 0;
  const int code = nvml.call(function, device, kind, &mhz);
  json.number(name, code == kNvmlSuccess ? std::optional<std::uint64_t>(mhz) : std::nullopt);
}

void add_moving(const NvmlLibrary& nvml, NvmlHandle device, JsonLine& json) {
  constexpr const char* kClock = "nvmlDeviceGetClockInfo";
  add_clock(nvml, device, kClock, kNvmlGraphicsClock, "graphics_clock_mhz", json);
  add_clock(nvml, device, kClock, kNvmlSmClock, "sm_clock_mhz", json);
  add_clock(nvml, device, kClock, kNvmlMemoryClock, "memory_clock_mhz", json);
  const auto watts = [&](const char* function) {
    const std::optional<unsigned> milliwatts = value_of(nvml, function, device);
    return milliwatts ? std::optional(*milliwatts / 1000.0) : std::nullopt;
  };
  json.real("power_w", watts("nvmlDeviceGetPowerUsage"));
  json.real("power_limit_w", watts("nvmlDeviceGetEnforcedPowerLimit"));
  constexpr unsigned kOfTheChip = 0;
  unsigned degrees = 0;
  const bool warm = nvml.call("nvmlDeviceGetTemperature", device, kOfTheChip, &degrees) == kNvmlSuccess;
  json.number("temperature_c", warm ? std::optional<std::uint64_t>(degrees) : std::nullopt);
  NvmlUtilisation busy;
  const bool told = nvml.call("nvmlDeviceGetUtilizationRates", device, &busy) == kNvmlSuccess;
  json.number("utilisation_percent", told ? std::optional<std::uint64_t>(busy.gpu) : std::nullopt);
}

/// Names of the slices a GPU is cut into: "1g.10gb", the end of each slice's own name.
std::string slices_of(const NvmlLibrary& nvml, NvmlHandle device) {
  JsonLine list('[');
  const unsigned most = std::min(value_of(nvml, "nvmlDeviceGetMaxMigDeviceCount", device).value_or(0), kMostSlices);
  for (unsigned i = 0; i < most; ++i) {
    NvmlHandle slice = nullptr;
    if (nvml.call("nvmlDeviceGetMigDeviceHandleByIndex", device, i, &slice) == kNvmlSuccess) {
      const std::string name = name_of(nvml, slice).value_or("unknown slice");
      constexpr std::string_view kMark = "MIG ";
      const std::size_t mark = name.rfind(kMark);
      list.text("", mark == std::string::npos ? name : name.substr(mark + kMark.size()));
    }
  }
  return list.done();
}

void add_mig(const NvmlLibrary& nvml, NvmlHandle device, JsonLine& json) {
  unsigned current = 0, pending = 0;
  JsonLine mig('{');
  const bool enabled = nvml.call("nvmlDeviceGetMigMode", device, &current, &pending) == kNvmlSuccess && current == 1;
  mig.flag("enabled", enabled);
  mig.raw("slices", enabled ? slices_of(nvml, device) : "[]");
  json.raw("mig", mig.done());
}

void add_versions(const NvmlLibrary& nvml, JsonLine& json) {
  std::array<char, 96> buffer{};
  const int code = nvml.call("nvmlSystemGetDriverVersion", buffer.data(), static_cast<unsigned>(buffer.size()));
  json.text("driver_version", code == kNvmlSuccess ? text_in(buffer) : std::nullopt);
  int cuda = 0;  // 1000 · major + 10 · minor
  const bool told = nvml.call("nvmlSystemGetCudaDriverVersion_v2", &cuda) == kNvmlSuccess && cuda > 0;
  const auto number = [](int value) { return integer_text(std::int64_t{value}); };
  json.text("cuda_version", told ? std::optional(number(cuda / 1000) + "." + number(cuda % 1000 / 10)) : std::nullopt);
}

}  // namespace

std::optional<std::string> NvmlQuestions::start() {
  if (started_) {
    return std::nullopt;
  }
  library_.emplace(before_call_);
  if (!library_->there()) {
    return library_->trouble().empty() ? failure("no_library", "") : failure("failed", library_->trouble());
  }
  int code = library_->call("nvmlInit_v2");
  if (code == kNvmlNotSupported) {
    code = library_->call("nvmlInit");
  }
  switch (code) {
    case kNvmlSuccess:
      started_ = true;
      return std::nullopt;
    case kNvmlDriverNotLoaded:
      return failure("no_driver", library_->words_for(code));
    case kNvmlVersionMismatch:
      return failure("version_mismatch", library_->words_for(code));
    case kNvmlNoPermission:
      return failure("no_permission", library_->words_for(code));
    default:
      return failure("failed", library_->words_for(code));
  }
}

std::string NvmlQuestions::device(unsigned index, NvmlHandle handle, Scope scope) const {
  JsonLine json('{');
  const NvmlLibrary& nvml = *library_;
  json.number("index", index);
  json.text("pci_address", address_of(nvml, handle));
  const auto capability = capability_of(nvml, handle);
  if (scope == Scope::Everything) {
    json.text("name", name_of(nvml, handle));
    json.text("compute_capability", capability);
    json.text("architecture", architecture_of(nvml, handle));
    const auto count = [&](const char* name, const char* function) {
      json.number(name, value_of(nvml, function, handle));
    };
    count("cuda_cores", "nvmlDeviceGetNumGpuCores");
    count("memory_bus_width_bits", "nvmlDeviceGetMemoryBusWidth");
    constexpr const char* kHighest = "nvmlDeviceGetMaxClockInfo";
    add_clock(nvml, handle, kHighest, kNvmlGraphicsClock, "max_graphics_clock_mhz", json);
    add_clock(nvml, handle, kHighest, kNvmlSmClock, "max_sm_clock_mhz", json);
    add_clock(nvml, handle, kHighest, kNvmlMemoryClock, "max_memory_clock_mhz", json);
    add_mig(nvml, handle, json);
  }
  add_memory(nvml, handle, capability.has_value(), json);
  add_moving(nvml, handle, json);
  return json.done();
}

std::string NvmlQuestions::devices(Scope scope) const {
  JsonLine list('[');
  unsigned count = 0;
  if (library_->call("nvmlDeviceGetCount_v2", &count) != kNvmlSuccess) {
    count = 0;
  }
  for (unsigned index = 0; index < std::min(count, kMostDevices); ++index) {
    NvmlHandle handle = nullptr;
    if (library_->call("nvmlDeviceGetHandleByIndex_v2", index, &handle) == kNvmlSuccess) {
      list.raw("", device(index, handle, scope));
    }
  }
  return list.done();
}

std::string NvmlQuestions::answer(Scope scope) {
  if (auto failed = start()) {
    return *std::move(failed);
  }
  JsonLine json('{');
  json.text("state", "ok");
  json.text("detail", "");
  if (scope == Scope::Everything) {
    add_versions(*library_, json);
  }
  json.raw("devices", devices(scope));
  return json.done();
}

std::string NvmlQuestions::facts() {
  return answer(Scope::Everything);
}

std::string NvmlQuestions::readings() {
  return answer(Scope::Moving);
}

}  // namespace lossline
