// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <torch/optim/optimizer.h>
#include <torch/types.h>

#include "core/api/dataset.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/model/detail/mlp_module.h"
#include "core/training/detail/device_check.h"
#include "core/training/detail/step_runner.h"

namespace lossline::detail {

/// A run's data on its device. x: [rows, features] float32. y is what the loss takes: [rows] int64 labels (cross
/// entropy), [rows, classes] float32 one-hot (other losses on classes), or [rows, 1] float32 values.
struct DeviceData {
  torch::Tensor x_train, y_train, x_test, y_test;
  torch::Tensor labels_train, labels_test;  ///< [rows] int64; undefined for numeric targets
  std::int64_t train_rows = 0;

  [[nodiscard]] NamedTensors named() const;
};

/// Copies the data to the device, once.
[[nodiscard]] DeviceData data_on(const torch::Device& device, const PreparedData& data, LossKind loss);

/// Mean over the rows' losses (cross entropy) or over rows × outputs (bce on logits, mse, huber with delta 1), as
/// PyTorch's losses with their defaults. A scalar.
[[nodiscard]] torch::Tensor loss_of(LossKind loss, const torch::Tensor& output, const torch::Tensor& target);

/// Network, loss and optimizer, one operation at a time through LibTorch's autograd.
class EagerStep final : public StepRunner {
 public:
  /// `model` is already on its device.
  EagerStep(std::shared_ptr<MlpModule> model, const TrainConfig& config, LossKind loss);

  void prepare(const torch::Tensor& /*x*/, const torch::Tensor& /*y*/) override {}  // nothing to prepare
  void run(const torch::Tensor& x, const torch::Tensor& y, StepListener& listener) override;
  [[nodiscard]] bool reuses_loss() const override { return false; }

  [[nodiscard]] torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& y) {
    return loss_of(loss_, model_->forward(x), y);
  }
  /// After backward(): updates the weights and lets the gradients go.
  void update();
  [[nodiscard]] MlpModule& model() { return *model_; }

 private:
  std::shared_ptr<MlpModule> model_;
  LossKind loss_;
  std::vector<torch::Tensor> parameters_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
};

/// Accuracies (class targets) and the loss on the test rows.
struct Metrics {
  std::optional<double> train_accuracy, test_accuracy, test_loss;
};

/// With the weights as they are, in pieces of few enough rows that memory is no matter. A figure that isn't finite, or
/// whose outputs aren't, stays empty; so does one that could not be had within `budget_s` seconds (empty: any time),
/// the test rows first.
[[nodiscard]] Metrics evaluate(MlpModule& model, const DeviceData& data, LossKind loss, std::int64_t widest_layer,
                               std::optional<double> budget_s);

}  // namespace lossline::detail
