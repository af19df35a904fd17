// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <torch/types.h>

#include "core/api/result.h"
#include "core/api/train_config.h"
#include "core/training/cuda_state.h"
#include "core/training/detail/graph_step.h"

namespace lossline::detail {

/// Looks at CUDA, in every build of LibTorch. Without CUDA in it the answer says just that.
[[nodiscard]] CudaProbe probe_cuda(std::optional<int> asked_index);

/// Only counts devices and asks versions: no device context is made.
[[nodiscard]] CudaProbe count_cuda();

/// The device a run was asked for, the index made certain; or why it can't be used. `probe` is what the look found.
[[nodiscard]] Result<torch::Device> open_device(const DeviceSpec& spec, const CudaProbe& probe);

/// Bytes free where the run's tensors go; empty when that isn't known.
[[nodiscard]] std::optional<std::uint64_t> memory_free_on(const torch::Device& device);

/// What records work on the device for replay; null where nothing can (the CPU, or a LibTorch without CUDA). May throw.
[[nodiscard]] std::unique_ptr<Recorder> recorder_on(const torch::Device& device);

/// Waits until the device has done all it was given. Nothing to wait for on the CPU.
void wait_for(const torch::Device& device);

}  // namespace lossline::detail
