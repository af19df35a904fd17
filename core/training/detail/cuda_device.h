// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/training/cuda_state.h"

namespace lossline::detail {

// The only file pair that calls CUDA's own interface; compiled when LibTorch was built with it.

/// Looks at CUDA and at the asked device (empty: the current one), and does one small operation there. The first call
/// makes a device context, which takes seconds. Never throws.
[[nodiscard]] CudaProbe probe_cuda_device(std::optional<int> asked_index);

/// Versions and the number of devices only: no device context is made. Never throws.
[[nodiscard]] CudaProbe count_cuda_devices();

/// Bytes free on the device now, LibTorch's own cache counted as free.
[[nodiscard]] std::optional<std::uint64_t> cuda_memory_free(int index);

}  // namespace lossline::detail
