// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <torch/types.h>

#include "core/api/train_config.h"

namespace lossline::detail {

/// The optimizer's update as tensor operations alone: the arithmetic of torch::optim's SGD, Adam and AdamW with their
/// defaults, but with everything that changes from step to step (the step count too) in tensors on the parameters'
/// device. So the same recorded work is right at every step, which is what a CUDA graph needs; LibTorch's own Adam
/// counts on the host. Never waits for the device. Works on any device; one thread only.
class TensorUpdate {
 public:
  /// `parameters`: float32, one device, at least one; kept, and changed by apply().
  TensorUpdate(std::vector<torch::Tensor> parameters, const TrainConfig& config);

  /// One update. `gradients`: one for each parameter, of its shape; not changed.
  void apply(const std::vector<torch::Tensor>& gradients);
  /// What carries over from step to step besides the parameters; the same storage for as long as this lives.
  [[nodiscard]] std::vector<torch::Tensor> state() const;

 private:
  void apply_sgd(const std::vector<torch::Tensor>& gradients);
  void apply_adam(const std::vector<torch::Tensor>& gradients);
  void make_adam_state();

  std::vector<torch::Tensor> parameters_;
  OptimizerKind kind_;
  double lr_, momentum_, weight_decay_;

  std::vector<torch::Tensor> velocities_;  // SGD with momentum
  // Adam and AdamW: flat, all parameters one behind the other, so that an operation is one kernel for the whole
  // network.
  torch::Tensor mean_, square_;              // of the gradients: exp_avg, exp_avg_sq
  torch::Tensor change_;                     // what is added to the parameters
  std::vector<torch::Tensor> change_parts_;  // change_, seen as each parameter's shape
  torch::Tensor decay_, decayed_;            // float64 [2]: β, and β to the number of steps done
  torch::Tensor power_, factor_;             // float64 [2]: how the bias corrections enter
  torch::Tensor epsilon_;
};

}  // namespace lossline::detail
