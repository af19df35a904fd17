// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_page.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

using Kind = GpuObstacle::Kind;
using State = NvmlFacts::State;

constexpr const char* kUseCpu = "Train on the CPU here, or run Lossline on a machine with an NVIDIA GPU.";
constexpr const char* kInstallDriver =
    "Install NVIDIA's driver (on Debian the package nvidia-driver, from non-free) and restart the machine.";
constexpr const char* kLookAtLog =
    "Restart the machine. If it comes back, the kernel's log says more: sudo dmesg | grep "
    "-e NVRM -e Xid";

bool is_nvidia(const GpuFacts& gpu) {
  return gpu.vendor == "NVIDIA";
}

bool is_usable(const GpuFacts& gpu) {
  return gpu.usable;
}

bool runs_on_another_driver(const GpuFacts& gpu) {
  const std::string driver = gpu.driver.value_or(std::string());
  return driver == "nouveau" || driver == "nova" || driver == "nova_core" || driver == "nvidiafb";
}

bool is_set_aside(const GpuFacts& gpu) {
  return gpu.driver == "vfio-pci" || gpu.driver == "pci-stub";
}

/// "this NVIDIA GPU", or its name when it has one.
std::string name_of(const GpuFacts& gpu) {
  return gpu.name ? *gpu.name : "the NVIDIA GPU";
}

class Page {
 public:
  explicit Page(const HardwareFacts& facts) : facts_(facts) {}

  void add(Kind kind, std::string title, std::string what, std::string next_step) {
    const bool there = std::any_of(found_.begin(), found_.end(), [&](const auto& other) { return other.kind == kind; });
    if (!there) {
      found_.push_back({kind, std::move(title), std::move(what), std::move(next_step)});
    }
  }
  /// Whether there is an NVIDIA GPU, or its driver.
  bool add_hardware();
  void add_drivers();
  void add_library();
  void add_engine(const std::optional<std::string>& visible_devices);
  void add_hiding(const std::optional<std::string>& visible_devices);
  [[nodiscard]] std::vector<GpuObstacle> take() { return std::move(found_); }

 private:
  void add_engine_reason(const std::string& why);

  const HardwareFacts& facts_;
  std::vector<GpuObstacle> found_;
};

bool Page::add_hardware() {
  const bool nvidia = std::any_of(facts_.gpus.begin(), facts_.gpus.end(), is_nvidia);
  if (nvidia || facts_.nvidia_driver_version) {
    return true;  // a board or a guest may hide its GPU from the PCI bus and still have the driver
  }
  if (facts_.gpus.empty()) {
    if (facts_.pci_unseen) {
      add(Kind::NotLookedAt, "The devices could not be looked at", *facts_.pci_unseen,
          facts_.recorded ? "Record the machine again, with its sys/bus/pci." : kUseCpu);
    } else {
      add(Kind::NoGpu, "No GPU", "This machine shows no GPU.", kUseCpu);
    }
    // A troubled library may be why: what add_library() finds is told as well.
    return facts_.nvml.state != State::NotAsked && facts_.nvml.state != State::Answered &&
           facts_.nvml.state != State::NoLibrary && facts_.nvml.state != State::NoDriver;
  }
  std::string names;
  for (const GpuFacts& gpu : facts_.gpus) {
    names += (names.empty() ? "" : ", ") + gpu.name.value_or(gpu.vendor ? gpu.vendor.value() + " GPU" : "unknown GPU");
  }
  add(Kind::OtherMakers, "No NVIDIA GPU",
      "Lossline trains on NVIDIA GPUs through CUDA, and this machine has none, only: " + names + ".", kUseCpu);
  return false;
}

void Page::add_drivers() {
  for (const GpuFacts& gpu : facts_.gpus) {
    if (!is_nvidia(gpu)) {
      continue;
    }
    if (runs_on_another_driver(gpu)) {
      add(Kind::OtherDriver, "A driver without CUDA",
          name_of(gpu) + " runs on the driver " + *gpu.driver + ", which has no CUDA.", kInstallDriver);
    } else if (is_set_aside(gpu)) {
      add(Kind::SetAside, "Set aside for virtual machines",
          name_of(gpu) + " is kept for virtual machines by the driver " + *gpu.driver + ".",
          "Train inside the virtual machine it is meant for, or give it back to NVIDIA's driver.");
    } else if (!gpu.driver && facts_.nvml.state != State::Answered) {
      if (facts_.nvidia_driver_version) {
        add(Kind::DriverRefused, "The driver does not run this GPU",
            "NVIDIA's driver " + *facts_.nvidia_driver_version + " is loaded but does not run " + name_of(gpu) +
                ": it may be too old or too new for it.",
            "See the kernel's log (sudo dmesg | grep NVRM), and install a driver version that knows this GPU.");
      } else {
        add(Kind::NoDriver, "No NVIDIA driver", "No driver is loaded for " + name_of(gpu) + ".", kInstallDriver);
      }
    }
  }
}

void Page::add_library() {
  const std::string detail = facts_.nvml.detail.empty() ? "" : " The reason given: " + facts_.nvml.detail + ".";
  const std::string version = facts_.nvidia_driver_version ? " " + *facts_.nvidia_driver_version : "";
  const bool driven = std::any_of(facts_.gpus.begin(), facts_.gpus.end(), [](const GpuFacts& gpu) {
    return is_nvidia(gpu) && gpu.driver && !runs_on_another_driver(gpu) && !is_set_aside(gpu);
  });
  switch (facts_.nvml.state) {
    case State::VersionMismatch:
      add(Kind::VersionMismatch, "The driver was updated",
          "The kernel still runs NVIDIA's module" + version + ", and the installed library is of another version.",
          "Restart the machine.");
      break;
    case State::NoPermission:
      add(Kind::NoPermission, "No permission", "This user may not use the NVIDIA GPU." + detail,
          "Ask for access to /dev/nvidia* (often membership of the group video or render), then log in again.");
      break;
    case State::Hung:
      add(Kind::DriverHangs, "The driver does not answer",
          "NVIDIA's driver was asked twice and kept silent; Lossline stopped waiting.", kLookAtLog);
      break;
    case State::Crashed:
      add(Kind::DriverCrashes, "The driver's library crashes",
          "Asking NVIDIA's library ended the helper program twice; Lossline itself is not harmed.",
          "Install NVIDIA's driver again, so that its library and its kernel module fit, and restart the machine.");
      break;
    case State::Failed:
      add(Kind::DriverFails, "The driver answers with an error",
          "NVIDIA's library is there and can't be used." + detail,
          "Run nvidia-smi in a terminal: it asks the same library. Then restart the machine.");
      break;
    case State::NoHelper:
      add(Kind::NoHelper, "A part of Lossline is missing",
          "NVIDIA's driver could not be asked: " + facts_.nvml.detail + ".",
          "Install or build Lossline again, so that lossline-nvml lies beside it.");
      break;
    case State::NotReadable:
      add(Kind::AnswerNotReadable, "The recorded answer can't be read",
          "What NVIDIA's driver said is not known: " + facts_.nvml.detail + ".",
          "Record it again on that machine: lossline-nvml facts > nvml.json");
      break;
    case State::Nonsense:
      add(Kind::DriverFails, "The driver's answer makes no sense",
          "NVIDIA's library answered what can't be true, and it was left out." + detail,
          "Install NVIDIA's driver again and restart the machine.");
      break;
    case State::NoDriver:
      if (driven || facts_.nvidia_driver_version) {
        add(Kind::NoDriver, "The driver can't be reached",
            "NVIDIA's kernel module" + version + " is loaded, but its device files are not there." + detail,
            "In a container pass the GPU through (docker run --gpus all); elsewhere restart the machine.");
      }
      break;
    case State::NoLibrary:
    case State::NotAsked:
    case State::Answered:
      break;
  }
  for (const GpuFacts& gpu : facts_.gpus) {
    if (gpu.mig_enabled && gpu.mig_slices.empty()) {
      add(Kind::MigWithoutSlices, "MIG is on, without a slice",
          name_of(gpu) + " is set to be cut into slices (MIG), and none was cut: there is nothing to run on.",
          "Cut slices (sudo nvidia-smi mig -lgip lists their profiles, mig -cgi PROFILE -C makes one), or switch MIG "
          "off "
          "(sudo nvidia-smi -mig 0).");
    }
  }
}

/// A version "12.4" as a number that can be compared by its major part.
std::optional<std::int64_t> major_of(const std::optional<std::string>& version) {
  return version ? parse_int64(std::string_view(*version).substr(0, version->find('.'))) : std::nullopt;
}

void Page::add_engine_reason(const std::string& why) {
  // The engine tells its reason in words; these are its own, of core/training/cuda_state.cpp.
  if (contains(why, "no code for") || contains(why, "no kernel image")) {
    add(Kind::NoKernelImage, "LibTorch has no code for this GPU", why,
        "Use a LibTorch built for this compute capability: a newer one for a new GPU, an older one for an old GPU.");
  } else if (contains(why, "too old")) {
    add(Kind::DriverTooOld, "The driver is too old", why, "Update NVIDIA's driver and restart the machine.");
  } else if (contains(why, "CUDA_VISIBLE_DEVICES")) {
    add(Kind::Hidden, "The GPU is hidden from this program", why,
        "Start Lossline without CUDA_VISIBLE_DEVICES, and check that nvidia-smi lists the GPU.");
  } else if (found_.empty()) {
    add(Kind::CudaFails, "CUDA can't be used", why, "Run nvidia-smi in a terminal to see whether the driver works.");
  }
}

void Page::add_engine(const std::optional<std::string>& visible_devices) {
  const CudaFacts& cuda = facts_.cuda;
  if (!cuda.is_available && !cuda.built_version && !cuda.why_not) {
    if (found_.empty()) {
      add(Kind::NotAsked, "Not asked yet", "The training engine has not been asked about the GPU yet.",
          "Wait until the engine is open.");
    }
    return;
  }
  if (!cuda.built_version) {
    add(Kind::CpuOnlyLibTorch, "LibTorch without CUDA",
        "The LibTorch that Lossline uses here was built for the CPU alone.",
        "Build Lossline with a LibTorch for CUDA (CMAKE_PREFIX_PATH=/path/to/libtorch).");
    return;
  }
  // Within a major version newer CUDA code runs on an older driver.
  const auto driver = major_of(facts_.nvml.cuda_version), build = major_of(cuda.built_version);
  if (driver && build && *driver < *build) {
    add(Kind::DriverTooOld, "The driver is too old",
        "NVIDIA's driver can run CUDA " + *facts_.nvml.cuda_version + ", and this LibTorch needs CUDA " +
            *cuda.built_version + ".",
        "Update NVIDIA's driver and restart the machine.");
  }
  if (visible_devices && cuda.device_count == 0) {
    add_hiding(visible_devices);
  }
  add_engine_reason(cuda.why_not.value_or("CUDA is there but offers no device."));
}

void Page::add_hiding(const std::optional<std::string>& visible_devices) {
  const auto nvidia = static_cast<int>(std::count_if(facts_.gpus.begin(), facts_.gpus.end(), is_nvidia));
  if (!visible_devices || facts_.cuda.device_count >= nvidia) {
    return;
  }
  const std::string count = integer_text(std::int64_t{facts_.cuda.device_count});
  add(Kind::Hidden, "A GPU is hidden from this program",
      "The environment variable CUDA_VISIBLE_DEVICES is set, and CUDA shows " + count + " of " +
          integer_text(std::int64_t{nvidia}) + " NVIDIA GPUs.",
      "Start Lossline without CUDA_VISIBLE_DEVICES (unset CUDA_VISIBLE_DEVICES).");
}

}  // namespace

std::vector<GpuObstacle> gpu_obstacles(const HardwareFacts& facts, const std::optional<std::string>& visible_devices) {
  Page page(facts);
  const bool usable = facts.cuda.is_available && facts.cuda.device_count > 0;
  if (usable || std::any_of(facts.gpus.begin(), facts.gpus.end(), is_usable)) {
    page.add_hiding(visible_devices);
    return page.take();
  }
  const bool nvidia = page.add_hardware();
  if (nvidia) {
    page.add_drivers();
    page.add_library();
  }
  if (facts.recorded) {
    page.add(Kind::Recorded, "A recorded machine",
             "These are a recorded machine's facts; nothing can be trained on it from here.",
             "Start Lossline without --root to use this machine.");
  } else if (nvidia) {
    page.add_engine(visible_devices);
  }
  return page.take();
}

std::optional<std::string> cuda_visible_devices() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace lossline
