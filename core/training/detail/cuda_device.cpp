// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/cuda_device.h"

#include <cuda_runtime_api.h>
#include <exception>

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/version.h>

#include "core/api/number_text.h"
#include "core/training/detail/engine_door.h"

namespace lossline::detail {
namespace {

void ask_versions(CudaProbe& probe) {
  // Without a driver these answer 0, not an error.
  if (cudaDriverGetVersion(&probe.driver_version) != cudaSuccess) {
    probe.driver_version = 0;
  }
  if (cudaRuntimeGetVersion(&probe.runtime_version) != cudaSuccess) {
    probe.runtime_version = CUDART_VERSION;
  }
  const long cudnn = at::detail::getCUDAHooks().hasCuDNN() ? at::detail::getCUDAHooks().versionCuDNN() : 0;
  if (cudnn > 0) {  // 8902 is 8.9.2; from 9 on 90100 is 9.1.0
    const long unit = cudnn >= 90000 ? 10000 : 1000;
    probe.cudnn_version = integer_text(std::int64_t{cudnn / unit}) + "." +
                          integer_text(std::int64_t{cudnn % unit / 100}) + "." +
                          integer_text(std::int64_t{cudnn % 100});
  }
}

void try_one_operation(CudaProbe& probe, int index) {
  try {
    const torch::Device device(torch::kCUDA, static_cast<c10::DeviceIndex>(index));
    const torch::Tensor two = torch::ones({1}, torch::TensorOptions().device(device)) + 1;
    if (two.item<float>() != 2.0F) {
      probe.self_test_error = -1;
      probe.self_test_text = "1 + 1 was not 2";
    }
  } catch (const std::exception&) {
    const cudaError_t code = cudaGetLastError();  // read, and cleared for whoever asks next
    probe.self_test_error = code == cudaSuccess ? -1 : static_cast<int>(code);
    probe.self_test_text = current_exception_text();
  }
}

void ask_device(CudaProbe& probe, int index) {
  const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) == cudaSuccess) {
    probe.device_name = properties.name;
    probe.compute_major = properties.major;
    probe.compute_minor = properties.minor;
  }
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  const cudaError_t memory = cudaMemGetInfo(&free_bytes, &total_bytes);
  probe.memory_free = free_bytes;
  probe.memory_total = total_bytes;
  if (memory != cudaSuccess) {  // the context itself could not be made
    probe.self_test_error = static_cast<int>(memory);
    probe.self_test_text = cudaGetErrorString(memory);
    static_cast<void>(cudaGetLastError());
    return;
  }
  try_one_operation(probe, index);
}

}  // namespace

CudaProbe count_cuda_devices() {
  CudaProbe probe;
  probe.torch_version = TORCH_VERSION;
  probe.built_with_cuda = true;
  probe.built_version = cuda_version_text(CUDART_VERSION);
  probe.nvidia_pci_device = has_nvidia_pci_device();
  probe.nvidia_module = has_nvidia_module();
  try {
    ask_versions(probe);
    const cudaError_t counted = cudaGetDeviceCount(&probe.device_count);
    if (counted != cudaSuccess) {
      probe.device_count = 0;
      probe.cuda_error = static_cast<int>(counted);
      probe.cuda_error_text = cudaGetErrorString(counted);
      static_cast<void>(cudaGetLastError());
    }
    int current = 0;
    if (probe.device_count > 0 && cudaGetDevice(&current) == cudaSuccess) {
      probe.current_device = current;
    }
  } catch (const std::exception&) {
    probe.self_test_error = -1;
    probe.self_test_text = current_exception_text();
  }
  return probe;
}

CudaProbe probe_cuda_device(std::optional<int> asked_index) {
  CudaProbe probe = count_cuda_devices();
  probe.asked_index = asked_index;
  const int index = asked_index.value_or(probe.current_device.value_or(0));
  if (index >= probe.device_count) {
    return probe;
  }
  try {
    ask_device(probe, index);
  } catch (const std::exception&) {
    probe.self_test_error = -1;
    probe.self_test_text = current_exception_text();
  }
  return probe;
}

std::optional<std::uint64_t> cuda_memory_free(int index) {
  const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
  c10::cuda::CUDACachingAllocator::emptyCache();
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return std::nullopt;
  }
  return free_bytes;
}

}  // namespace lossline::detail
