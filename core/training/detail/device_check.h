// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <torch/types.h>

#include "core/api/result.h"

namespace lossline::detail {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// The first tensor that is not on `device`, told by name, as an Engine error. LibTorch itself would throw in the
/// middle of a step, or not at all.
[[nodiscard]] std::optional<Error> check_devices(const NamedTensors& tensors, const torch::Device& device);

/// "cpu", "cuda:0", "meta".
[[nodiscard]] std::string device_text(const torch::Device& device);

}  // namespace lossline::detail
