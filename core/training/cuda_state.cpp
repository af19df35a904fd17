// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/cuda_state.h"

#include <fstream>
#include <string_view>
#include <system_error>

#include "core/api/number_text.h"
#include "core/training/memory_limit.h"

namespace lossline {
namespace {

namespace fs = std::filesystem;

std::string number(int value) {
  return integer_text(std::int64_t{value});
}

std::string first_word(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

std::string not_built(const CudaProbe& probe) {
  const std::string what = "LibTorch " + probe.torch_version + " was built without CUDA";
  if (!probe.nvidia_pci_device) {
    return what + ", and this machine shows no NVIDIA GPU either; train on the CPU";
  }
  return what + "; build Lossline with a LibTorch for CUDA (CMAKE_PREFIX_PATH=/path/to/libtorch), or train on the CPU";
}

std::string no_devices(const CudaProbe& probe) {
  if (probe.cuda_error == kCudaErrorMemoryAllocation) {
    return "the NVIDIA GPU is out of memory before anything was placed on it; end other programs that use it "
           "(nvidia-smi lists them), or train on the CPU";
  }
  if (!probe.nvidia_pci_device && !probe.nvidia_module) {
    return "no NVIDIA GPU was found in this machine; train on the CPU";
  }
  if (probe.driver_version == 0) {
    return "an NVIDIA GPU is there, but its driver is not installed or not loaded; install it (Debian: nvidia-driver) "
           "and restart, or train on the CPU";
  }
  if (probe.cuda_error == kCudaErrorInsufficientDriver || probe.driver_version < probe.runtime_version) {
    return "the NVIDIA driver is too old: it can run CUDA " + cuda_version_text(probe.driver_version) +
           ", and this build needs " + cuda_version_text(probe.runtime_version) +
           "; update the driver, or train on the CPU";
  }
  if (probe.cuda_error == 0 || probe.cuda_error == kCudaErrorNoDevice) {
    return "the NVIDIA driver shows no usable GPU to this program; check CUDA_VISIBLE_DEVICES and nvidia-smi, or "
           "train on the CPU";
  }
  return "CUDA could not start: " + probe.cuda_error_text + " (error " + number(probe.cuda_error) +
         "); check nvidia-smi, or train on the CPU";
}

std::string no_such_device(const CudaProbe& probe) {
  const int index = probe.asked_index.value_or(0);
  const std::string there =
      probe.device_count == 1
          ? "1 CUDA device, cuda:0"
          : number(probe.device_count) + " CUDA devices, cuda:0 to cuda:" + number(probe.device_count - 1);
  return "there is no cuda:" + number(index) + ": this machine has " + there;
}

std::string failed_self_test(const CudaProbe& probe) {
  const std::string device = probe.device_name.empty() ? "the GPU" : probe.device_name;
  const std::string& text = probe.self_test_text;
  const auto says = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (probe.self_test_error == kCudaErrorMemoryAllocation || says("out of memory")) {
    return device + " is out of memory: " + bytes_text(static_cast<double>(probe.memory_free)) + " of " +
           bytes_text(static_cast<double>(probe.memory_total)) +
           " are free; end other programs that use it (nvidia-smi lists them), or train on the CPU";
  }
  if (probe.self_test_error == kCudaErrorNoKernelImage || says("no kernel image")) {
    return "this LibTorch has no code for " + device + " (compute capability " + number(probe.compute_major) + "." +
           number(probe.compute_minor) + "); use a LibTorch built for it, or train on the CPU";
  }
  return device + " failed a first small operation: " + text + "; check nvidia-smi, or train on the CPU";
}

}  // namespace

std::optional<Error> cuda_refusal(const CudaProbe& probe) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::DeviceUnavailable, std::move(message)}; };
  if (!probe.built_with_cuda) {
    return refuse(not_built(probe));
  }
  if (probe.device_count <= 0) {
    return refuse(no_devices(probe));
  }
  if (probe.asked_index && *probe.asked_index >= probe.device_count) {
    return refuse(no_such_device(probe));
  }
  if (probe.self_test_error != 0) {
    return refuse(failed_self_test(probe));
  }
  return std::nullopt;
}

CudaFacts cuda_facts_of(const CudaProbe& probe) {
  CudaFacts facts;
  if (probe.built_with_cuda) {
    facts.built_version = probe.built_version;
  }
  facts.cudnn_version = probe.cudnn_version;
  facts.device_count = probe.device_count;
  facts.current_device = probe.current_device;
  CudaProbe machine = probe;
  machine.asked_index.reset();  // that a device is not there says nothing of those that are
  if (const auto refusal = cuda_refusal(machine)) {
    facts.why_not = refusal->message;
  }
  facts.is_available = !facts.why_not;
  return facts;
}

std::string cuda_version_text(int version) {
  if (version <= 0) {
    return "none";
  }
  return number(version / 1000) + "." + number(version % 1000 / 10);
}

bool has_nvidia_pci_device(const fs::path& root) {
  std::error_code error;
  for (const fs::directory_entry& device : fs::directory_iterator(root / "sys/bus/pci/devices", error)) {
    const std::string kind = first_word(device.path() / "class");
    const bool computes = kind.rfind("0x03", 0) == 0 || kind.rfind("0x12", 0) == 0;  // display, processing accelerator
    if (computes && first_word(device.path() / "vendor") == "0x10de") {
      return true;
    }
  }
  return false;
}

bool has_nvidia_module(const fs::path& root) {
  std::error_code error;
  return fs::exists(root / "proc/driver/nvidia/version", error) || fs::exists(root / "sys/module/nvidia", error);
}

}  // namespace lossline
