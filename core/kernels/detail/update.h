// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

#include "core/kernels/fused_net.h"

namespace lossline {

// PyTorch's defaults.
inline constexpr float kLeakySlope = 0.01F;
inline constexpr float kBeta1 = 0.9F, kBeta2 = 0.999F, kEpsilon = 1e-8F;

/// The scalars of one optimizer step, worked out in double as PyTorch does.
struct Update {
  OptimizerKind kind = OptimizerKind::Sgd;
  float step_size = 0;     ///< lr; Adam: lr / (1 - beta1^t)
  float momentum = 0;      ///< SGD
  float weight_decay = 0;  ///< added to the gradient: SGD and Adam
  float root_scale = 1;    ///< Adam: 1 / √(1 - beta2^t)
  float keep = 1;          ///< AdamW: 1 - lr · weight_decay, what the weights are multiplied by first
};

/// Of step `t`, counted from 1.
[[nodiscard]] inline Update update_of(const FusedPlan& plan, std::uint64_t t) {
  Update update;
  update.kind = plan.optimizer;
  update.momentum = static_cast<float>(plan.momentum);
  update.step_size = static_cast<float>(plan.lr);
  update.weight_decay = static_cast<float>(plan.weight_decay);
  if (plan.optimizer == OptimizerKind::Sgd) {
    return update;
  }
  const auto steps = static_cast<double>(t);
  update.step_size = static_cast<float>(plan.lr / (1 - std::pow(0.9, steps)));
  update.root_scale = static_cast<float>(1 / std::sqrt(1 - std::pow(0.999, steps)));
  if (plan.optimizer == OptimizerKind::AdamW) {
    update.keep = static_cast<float>(1 - plan.lr * plan.weight_decay);
  }
  return update;
}

}  // namespace lossline
