// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/run_device.h"

#include <torch/cuda.h>
#include <torch/version.h>

#include "core/training/memory_limit.h"
#if LOSSLINE_TORCH_CUDA
#include "core/training/detail/cuda_device.h"
#include "core/training/detail/cuda_graph.h"
#endif

namespace lossline::detail {
namespace {

#if !LOSSLINE_TORCH_CUDA
CudaProbe without_cuda() {
  CudaProbe probe;
  probe.torch_version = TORCH_VERSION;
  probe.nvidia_pci_device = has_nvidia_pci_device();
  probe.nvidia_module = has_nvidia_module();
  return probe;
}
#endif

}  // namespace

#if LOSSLINE_TORCH_CUDA
CudaProbe probe_cuda(std::optional<int> asked_index) {
  return probe_cuda_device(asked_index);
}
CudaProbe count_cuda() {
  return count_cuda_devices();
}
#else
CudaProbe probe_cuda(std::optional<int> asked_index) {
  CudaProbe probe = without_cuda();
  probe.asked_index = asked_index;
  return probe;
}
CudaProbe count_cuda() {
  return without_cuda();
}
#endif

Result<torch::Device> open_device(const DeviceSpec& spec, const CudaProbe& probe) {
  if (spec.kind == DeviceSpec::Kind::Cpu) {
    return torch::Device(torch::kCPU);
  }
  if (auto refusal = cuda_refusal(probe)) {
    return std::move(*refusal);
  }
  const int index = spec.index.value_or(probe.current_device.value_or(0));
  return torch::Device(torch::kCUDA, static_cast<c10::DeviceIndex>(index));
}

std::optional<std::uint64_t> memory_free_on(const torch::Device& device) {
  if (device.is_cpu()) {
    return available_memory();
  }
#if LOSSLINE_TORCH_CUDA
  if (device.is_cuda()) {
    return cuda_memory_free(device.index());
  }
#endif
  return std::nullopt;
}

std::unique_ptr<Recorder> recorder_on([[maybe_unused]] const torch::Device& device) {
#if LOSSLINE_TORCH_CUDA
  if (device.is_cuda()) {
    return cuda_recorder(device.index());
  }
#endif
  return nullptr;
}

void wait_for(const torch::Device& device) {
  if (device.is_cuda()) {
    torch::cuda::synchronize(device.index());
  }
}

}  // namespace lossline::detail
