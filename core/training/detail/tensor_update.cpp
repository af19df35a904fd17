// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/tensor_update.h"

#include <utility>

#include <torch/utils.h>

namespace lossline::detail {
namespace {

// torch::optim's defaults, which Lossline does not change.
constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr double kEpsilon = 1e-8;

torch::Tensor flat(const std::vector<torch::Tensor>& tensors) {
  std::vector<torch::Tensor> rows;
  rows.reserve(tensors.size());
  for (const torch::Tensor& tensor : tensors) {
    rows.push_back(tensor.reshape({-1}));
  }
  return at::cat(rows);
}

}  // namespace

TensorUpdate::TensorUpdate(std::vector<torch::Tensor> parameters, const TrainConfig& config)
    : parameters_(std::move(parameters)),
      kind_(config.optimizer),
      lr_(config.lr),
      momentum_(config.momentum),
      weight_decay_(config.weight_decay) {
  const torch::NoGradGuard no_grad;
  if (kind_ != OptimizerKind::Sgd) {
    make_adam_state();
  } else if (momentum_ != 0) {
    for (const torch::Tensor& parameter : parameters_) {
      velocities_.push_back(at::zeros_like(parameter));  // the first step then makes it the gradient, as PyTorch does
    }
  }
}

void TensorUpdate::make_adam_state() {
  mean_ = at::zeros_like(flat(parameters_));
  square_ = at::zeros_like(mean_);
  change_ = at::zeros_like(mean_);
  std::int64_t begin = 0;
  for (const torch::Tensor& parameter : parameters_) {
    change_parts_.push_back(change_.narrow(0, begin, parameter.numel()).view(parameter.sizes()));
    begin += parameter.numel();
  }
  const auto pair = [this](double first, double second) {
    return torch::tensor({first, second}, torch::kFloat64).to(mean_.device());
  };
  decay_ = pair(kBeta1, kBeta2);
  decayed_ = pair(1, 1);
  power_ = pair(-1, 0.5);
  factor_ = pair(-lr_, 1);
  epsilon_ = at::full({}, kEpsilon, mean_.options());
}

void TensorUpdate::apply(const std::vector<torch::Tensor>& gradients) {
  const torch::NoGradGuard no_grad;
  if (kind_ == OptimizerKind::Sgd) {
    apply_sgd(gradients);
  } else {
    apply_adam(gradients);
  }
}

void TensorUpdate::apply_sgd(const std::vector<torch::Tensor>& gradients) {
  std::vector<torch::Tensor> step = gradients;
  if (weight_decay_ != 0) {
    step = at::_foreach_add(step, parameters_, weight_decay_);
  }
  if (!velocities_.empty()) {
    at::_foreach_mul_(velocities_, momentum_);
    at::_foreach_add_(velocities_, step);
    step = velocities_;
  }
  at::_foreach_add_(parameters_, step, -lr_);
}

void TensorUpdate::apply_adam(const std::vector<torch::Tensor>& gradients) {
  if (weight_decay_ != 0 && kind_ == OptimizerKind::AdamW) {
    at::_foreach_mul_(parameters_, 1 - lr_ * weight_decay_);
  }
  const bool decays_gradient = weight_decay_ != 0 && kind_ == OptimizerKind::Adam;
  const torch::Tensor gradient =
      flat(decays_gradient ? at::_foreach_add(gradients, parameters_, weight_decay_) : gradients);
  mean_.mul_(kBeta1).add_(gradient, 1 - kBeta1);
  square_.mul_(kBeta2).addcmul_(gradient, gradient, 1 - kBeta2);
  // Both bias corrections at once, in double as the host would: −lr / (1 − β₁ᵗ) and √(1 − β₂ᵗ).
  decayed_.mul_(decay_);
  const torch::Tensor corrections = (1 - decayed_).pow(power_).mul_(factor_).to(torch::kFloat32);
  at::sqrt_out(change_, square_);
  change_.div_(corrections[1]).add_(epsilon_);
  at::div_out(change_, mean_, change_);
  change_.mul_(corrections[0]);
  at::_foreach_add_(parameters_, change_parts_);
}

std::vector<torch::Tensor> TensorUpdate::state() const {
  std::vector<torch::Tensor> tensors = velocities_;
  if (mean_.defined()) {
    tensors.insert(tensors.end(), {mean_, square_, decayed_});
  }
  return tensors;
}

}  // namespace lossline::detail
