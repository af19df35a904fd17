// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/result.h"

namespace lossline {

/// What one look at CUDA found; plain values, so that every state of it can be tested anywhere. Versions as the runtime
/// gives them: 1000 · major + 10 · minor, 0 = none.
struct CudaProbe {
  std::string torch_version;
  bool built_with_cuda = false;
  std::string built_version;  ///< of CUDA, "12.4"
  std::optional<std::string> cudnn_version;
  bool nvidia_pci_device = false;  ///< the machine has an NVIDIA display or compute device, whoever drives it
  bool nvidia_module = false;      ///< NVIDIA's kernel driver is loaded
  int driver_version = 0;          ///< newest CUDA the installed driver can run
  int runtime_version = 0;         ///< CUDA runtime this build uses
  int cuda_error = 0;              ///< of counting the devices; a cudaError_t
  std::string cuda_error_text;
  int device_count = 0;
  std::optional<int> current_device;
  std::optional<int> asked_index;  ///< empty: the current device

  // Of the asked device; only when it is there.
  std::string device_name;
  int compute_major = 0, compute_minor = 0;
  std::uint64_t memory_free = 0, memory_total = 0;
  int self_test_error = 0;  ///< of one small operation on it; a cudaError_t, -1 when it is none
  std::string self_test_text;
};

/// Values of cudaError_t that are told apart. They are part of CUDA's stable interface.
inline constexpr int kCudaErrorMemoryAllocation = 2;
inline constexpr int kCudaErrorInsufficientDriver = 35;
inline constexpr int kCudaErrorNoDevice = 100;
inline constexpr int kCudaErrorInvalidDevice = 101;
inline constexpr int kCudaErrorNoKernelImage = 209;

/// Why the asked device can't be used, with the next step, as a DeviceUnavailable error; nothing when it can.
[[nodiscard]] std::optional<Error> cuda_refusal(const CudaProbe& probe);

/// The same look as the report's facts.
[[nodiscard]] CudaFacts cuda_facts_of(const CudaProbe& probe);

/// 12040 as "12.4".
[[nodiscard]] std::string cuda_version_text(int version);

/// True when a PCI display, 3D or processing device of NVIDIA is listed. `root` stands in for "/".
[[nodiscard]] bool has_nvidia_pci_device(const std::filesystem::path& root = "/");

/// True when NVIDIA's kernel driver is loaded (nouveau is not it).
[[nodiscard]] bool has_nvidia_module(const std::filesystem::path& root = "/");

}  // namespace lossline
