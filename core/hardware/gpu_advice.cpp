// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_advice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/list_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr const char* kUseCpu = " Train on the CPU here, or run Lossline on a machine with an NVIDIA GPU.";
constexpr const char* kNotAsked =
    "The training engine has not been asked about this GPU yet; whether it can be used shows once the engine is open.";
constexpr const char* kRecorded =
    "These are a recorded machine's facts; LibTorch knows only the machine it runs on, so no GPU is used.";
constexpr const char* kCpuOnlyBuild =
    "LibTorch here was built without CUDA; build Lossline against a LibTorch with CUDA (CMAKE_PREFIX_PATH).";
constexpr const char* kNoDevice =
    "CUDA is there but offers no device; check that nvidia-smi lists the GPU and that CUDA_VISIBLE_DEVICES does not "
    "hide "
    "it.";

bool is_nvidia(const GpuFacts& gpu) {
  return gpu.vendor == "NVIDIA";
}

/// Whether a fact of this GPU is from NVIDIA's library, which then knows it.
bool nvml_told_of(const HardwareFacts& facts, const GpuFacts& gpu) {
  const std::string path = "gpus[" + integer_text(std::int64_t{gpu.index}) + "].";
  for (auto fact = facts.sources.lower_bound(path);
       fact != facts.sources.end() && fact->first.compare(0, path.size(), path) == 0; ++fact) {
    if (fact->second.source == "nvml") {
      return true;
    }
  }
  return false;
}

bool is_virtual_maker(std::string_view vendor) {
  constexpr std::string_view kMakers[] = {"VirtIO",     "VMware",    "Red Hat", "QEMU",
                                          "VirtualBox", "Microsoft", "Xen",     "Parallels"};
  return std::find(std::begin(kMakers), std::end(kMakers), vendor) != std::end(kMakers);
}

std::string with_article(std::string_view name) {
  const bool vowel = !name.empty() && std::string_view("AEIOaeio").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(name);
}

/// "an AMD GPU", "the virtual display adapter of a VMware machine".
std::string what_it_is(const GpuFacts& gpu) {
  if (!gpu.vendor) {
    return "a GPU of an unknown maker";
  }
  if (is_virtual_maker(*gpu.vendor)) {
    return "a virtual display adapter (" + *gpu.vendor + ")";
  }
  return with_article(*gpu.vendor) + " GPU";
}

/// What keeps an NVIDIA GPU from CUDA whatever LibTorch can do; empty when nothing is known to.
std::optional<std::string> driver_reason(const HardwareFacts& facts, const GpuFacts& gpu) {
  if (nvml_told_of(facts, gpu)) {
    return std::nullopt;  // NVIDIA's driver runs it, whatever /sys shows
  }
  const std::string driver = gpu.driver.value_or(std::string());
  if (driver == "nouveau" || driver == "nova" || driver == "nova_core" || driver == "nvidiafb") {
    return "This NVIDIA GPU runs on the driver " + driver +
           ", which has no CUDA; install NVIDIA's own driver (on Debian the package nvidia-driver) and restart.";
  }
  if (driver == "vfio-pci" || driver == "pci-stub") {
    return "This NVIDIA GPU is set aside for virtual machines (driver " + driver +
           "); give it back to NVIDIA's driver to train on it here.";
  }
  if (!driver.empty()) {
    return std::nullopt;
  }
  if (facts.nvidia_driver_version) {
    return "NVIDIA's driver " + *facts.nvidia_driver_version +
           " is loaded but does not run this GPU; the kernel's log (sudo dmesg, lines with NVRM) says why.";
  }
  return "No NVIDIA driver is loaded for this GPU; install one (on Debian the package nvidia-driver) and restart.";
}

/// What NVIDIA's own library says against a GPU that has its driver; empty when nothing. CUDA may work all the same,
/// and is then right.
std::optional<std::string> nvml_reason(const HardwareFacts& facts, const GpuFacts& gpu) {
  const std::string detail = facts.nvml.detail.empty() ? std::string() : " (" + facts.nvml.detail + ")";
  switch (facts.nvml.state) {
    case NvmlFacts::State::VersionMismatch:
      return "NVIDIA's driver was updated while the machine ran, and its library and the loaded kernel module are now "
             "of "
             "different versions; restart the machine.";
    case NvmlFacts::State::NoPermission:
      return "This user may not use the NVIDIA GPU; ask for access to /dev/nvidia* (often membership of the group "
             "video "
             "or render), then log in again.";
    case NvmlFacts::State::NoDriver:
      return "NVIDIA's kernel module is loaded but its device files can't be reached; in a container pass the GPU "
             "through (docker run --gpus all), elsewhere restart the machine.";
    case NvmlFacts::State::Hung:
      return "NVIDIA's driver does not answer" + detail +
             "; restart the machine, and look at the kernel's log (sudo dmesg, lines with NVRM or Xid).";
    case NvmlFacts::State::Crashed:
      return "Asking NVIDIA's driver crashed the program that asked; install the driver again, so that its library and "
             "its kernel module fit, and restart.";
    case NvmlFacts::State::Failed:
      return "NVIDIA's driver answers with an error" + detail +
             "; run nvidia-smi to see more, and restart the machine.";
    case NvmlFacts::State::Nonsense:
      return "NVIDIA's driver gave an answer that can't be true; install the driver again and restart.";
    case NvmlFacts::State::NoHelper:
      return "NVIDIA's driver could not be asked" + detail + "; install Lossline again, with all of its files.";
    case NvmlFacts::State::NotReadable:
      return "What NVIDIA's driver said is not known: " + facts.nvml.detail + ".";
    case NvmlFacts::State::NotAsked:
    case NvmlFacts::State::Answered:
    case NvmlFacts::State::NoLibrary:
      break;
  }
  if (gpu.mig_enabled && gpu.mig_slices.empty()) {
    return "MIG mode is on and this GPU is not cut into slices yet; make one (sudo nvidia-smi mig -cgi PROFILE "
           "-C; mig -lgip lists profiles) or switch MIG off (sudo nvidia-smi -mig 0).";
  }
  return std::nullopt;
}

/// Why nothing is known of CUDA.
const char* why_unasked(const HardwareFacts& facts) {
  return facts.recorded ? kRecorded : kNotAsked;
}

/// For a driver that is loaded where no GPU of NVIDIA is seen.
std::string no_gpu_of_the_driver(const HardwareFacts& facts) {
  if (facts.recorded || facts.nvml.state != NvmlFacts::State::Answered) {
    return why_unasked(facts);
  }
  return "NVIDIA's driver is loaded and lists no GPU; in a container pass one through (docker run --gpus all), "
         "elsewhere "
         "look at the kernel's log (sudo dmesg, lines with NVRM).";
}

bool was_asked(const CudaFacts& cuda) {
  return cuda.is_available || cuda.built_version || cuda.why_not;
}

bool cuda_usable(const HardwareFacts& facts) {
  return facts.cuda.is_available && facts.cuda.device_count > 0;
}

/// Why LibTorch can't use any GPU; only after it was asked and said no.
std::string engine_reason(const CudaFacts& cuda) {
  if (cuda.why_not && !cuda.why_not->empty()) {
    return *cuda.why_not;
  }
  return cuda.built_version ? kNoDevice : kCpuOnlyBuild;
}

/// Why a GPU with NVIDIA's driver is not used, after LibTorch was asked and said no: the cause before what follows.
std::string reason_of_a_ready_gpu(const HardwareFacts& facts, const GpuFacts& gpu) {
  const std::optional<std::string> driver = nvml_reason(facts, gpu);
  if (!driver) {
    return engine_reason(facts.cuda);
  }
  return facts.cuda.built_version ? *driver : *driver + " " + engine_reason(facts.cuda);
}

void note_cuda_sources(HardwareFacts& facts) {
  const auto is_cuda = [](const std::string& path) { return path.compare(0, 5, "cuda.") == 0; };
  for (auto fact = facts.sources.begin(); fact != facts.sources.end();) {
    fact = is_cuda(fact->first) ? facts.sources.erase(fact) : std::next(fact);
  }
  const FactSource source{"cuda", "certain"};
  if (!was_asked(facts.cuda)) {
    return;
  }
  facts.sources["cuda.is_available"] = source;
  facts.sources["cuda.device_count"] = source;
  if (facts.cuda.built_version) {
    facts.sources["cuda.built_version"] = source;
  }
  if (facts.cuda.cudnn_version) {
    facts.sources["cuda.cudnn_version"] = source;
  }
  if (facts.cuda.current_device) {
    facts.sources["cuda.current_device"] = source;
  }
}

/// NVIDIA GPUs that CUDA's devices may be. A container may hide the driver links of /sys and still pass the GPU
/// through: where no GPU shows a fit driver and CUDA works all the same, CUDA is right.
std::vector<GpuFacts*> cuda_candidates(HardwareFacts& facts) {
  std::vector<GpuFacts*> ready, unclear;
  for (GpuFacts& gpu : facts.gpus) {
    if (is_nvidia(gpu)) {
      if (!driver_reason(facts, gpu)) {
        ready.push_back(&gpu);
      } else if (!gpu.driver) {
        unclear.push_back(&gpu);
      }
    }
  }
  return ready.empty() ? unclear : ready;
}

void mark_usable(HardwareFacts& facts) {
  const std::vector<GpuFacts*> candidates = cuda_candidates(facts);
  const auto offered = static_cast<std::int64_t>(facts.cuda.device_count);
  const auto there = static_cast<std::int64_t>(candidates.size());
  for (GpuFacts* gpu : candidates) {
    gpu->usable = offered >= there;
    gpu->why_not.reset();
    if (!gpu->usable) {
      gpu->why_not = "CUDA offers " + integer_text(offered) + " of the " + integer_text(there) +
                     " NVIDIA GPUs here and does not say which; CUDA_VISIBLE_DEVICES may hide the others.";
    }
  }
}

std::string list_of_makers(const HardwareFacts& facts) {
  std::vector<std::string> kinds;
  for (const GpuFacts& gpu : facts.gpus) {
    std::string kind = what_it_is(gpu);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      kinds.push_back(std::move(kind));
    }
  }
  return listed(kinds, " and ");
}

}  // namespace

void explain_unasked_gpus(HardwareFacts& facts) {
  for (GpuFacts& gpu : facts.gpus) {
    gpu.usable = false;
    if (is_nvidia(gpu)) {
      const std::optional<std::string> reason = driver_reason(facts, gpu);
      gpu.why_not = reason ? *reason : nvml_reason(facts, gpu).value_or(why_unasked(facts));
    } else {
      gpu.why_not = "Lossline trains on NVIDIA GPUs through CUDA; this is " + what_it_is(gpu) + ".";
    }
  }
}

void merge_cuda(HardwareFacts& facts, const CudaFacts& cuda) {
  if (facts.recorded) {
    return;
  }
  facts.cuda = cuda;
  if (cuda.is_available && cuda.device_count <= 0) {
    facts.cuda.is_available = false;
    facts.cuda.why_not = cuda.why_not.value_or(kNoDevice);
  }
  note_cuda_sources(facts);
  explain_unasked_gpus(facts);
  if (!was_asked(facts.cuda)) {
    return;
  }
  if (cuda_usable(facts)) {
    mark_usable(facts);
    return;
  }
  for (GpuFacts& gpu : facts.gpus) {
    if (is_nvidia(gpu) && !driver_reason(facts, gpu)) {
      gpu.why_not = reason_of_a_ready_gpu(facts, gpu);
    }
  }
}

std::optional<std::string> why_no_gpu(const HardwareFacts& facts) {
  if (cuda_usable(facts)) {
    return std::nullopt;
  }
  const bool asked = was_asked(facts.cuda);
  const auto first = std::find_if(facts.gpus.begin(), facts.gpus.end(), is_nvidia);
  if (first == facts.gpus.end()) {
    if (facts.nvidia_driver_version) {  // a board or container whose GPU is not on the PCI bus we see
      const std::string told = nvml_reason(facts, GpuFacts()).value_or(no_gpu_of_the_driver(facts));
      return asked ? engine_reason(facts.cuda) : told;
    }
    if (facts.gpus.empty()) {
      const std::string nothing = facts.pci_unseen ? *facts.pci_unseen : std::string("This machine shows no GPU.");
      // Where the kernel shows no GPU and no driver, an installed library without one is usual; a troubled one is news.
      const bool usual = facts.nvml.state == NvmlFacts::State::NoDriver;
      const std::optional<std::string> trouble = usual ? std::nullopt : nvml_reason(facts, GpuFacts());
      return nothing + (trouble ? " " + *trouble : kUseCpu);
    }
    return "Lossline trains on NVIDIA GPUs through CUDA, and this machine has only " + list_of_makers(facts) + "." +
           kUseCpu;
  }
  const auto ready = std::find_if(facts.gpus.begin(), facts.gpus.end(),
                                  [&](const GpuFacts& gpu) { return is_nvidia(gpu) && !driver_reason(facts, gpu); });
  if (ready != facts.gpus.end()) {
    return asked ? reason_of_a_ready_gpu(facts, *ready) : nvml_reason(facts, *ready).value_or(why_unasked(facts));
  }
  std::string reason = *driver_reason(facts, *first);
  if (asked && !facts.cuda.built_version) {
    reason += " " + engine_reason(facts.cuda);
  }
  return reason;
}

}  // namespace lossline
