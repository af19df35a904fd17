// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/training/detail/graph_step.h"

namespace lossline::detail {

// Beside cuda_device the only file pair that calls CUDA's own interface; compiled when LibTorch was built with it.

/// Records on the CUDA device of that index, as CUDA graphs. May throw.
[[nodiscard]] std::unique_ptr<Recorder> cuda_recorder(int index);

}  // namespace lossline::detail
