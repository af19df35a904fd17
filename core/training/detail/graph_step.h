// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <torch/types.h>

#include "core/api/train_config.h"
#include "core/model/detail/mlp_module.h"
#include "core/training/detail/step_runner.h"
#include "core/training/detail/tensor_update.h"

namespace lossline::detail {

/// Work recorded for a device.
class Recording {
 public:
  virtual ~Recording() = default;
  /// Issues all of it again, on the same memory.
  virtual void replay() = 0;
};

/// Records what is issued to a device. Its recordings are replayed one after another, never two at once.
class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Does `work` a few times where recordings are made, so that libraries and the allocator are set up. Blocks until
  /// the device has done it.
  virtual void warm_up(const std::function<void()>& work) = 0;
  /// Records `work` without doing it. Throws when the device can't.
  [[nodiscard]] virtual std::unique_ptr<Recording> record(const std::function<void()>& work) = 0;
};

/// A whole step recorded once for each number of rows and replayed: no dispatch, autograd or allocation at each step.
/// The smaller last batch of an epoch has a recording of its own.
class GraphStep final : public StepRunner {
 public:
  /// `model` is already on its device, which `recorder` (not null) records.
  GraphStep(std::shared_ptr<MlpModule> model, const TrainConfig& config, LossKind loss,
            std::unique_ptr<Recorder> recorder);

  void prepare(const torch::Tensor& x, const torch::Tensor& y) override;
  /// `x` has as many rows as one that was prepared.
  void run(const torch::Tensor& x, const torch::Tensor& y, StepListener& listener) override;
  [[nodiscard]] bool reuses_loss() const override { return true; }

 private:
  struct Prepared {
    torch::Tensor x, y;  // kept: the recording reads their memory
    std::unique_ptr<Recording> recording;
  };

  void step_once(const torch::Tensor& x, const torch::Tensor& y);

  std::shared_ptr<MlpModule> model_;
  LossKind loss_kind_;
  std::vector<torch::Tensor> parameters_;
  TensorUpdate update_;
  torch::Tensor loss_;
  std::unique_ptr<Recorder> recorder_;
  std::vector<Prepared> prepared_;  // after the recorder: gone before it
};

}  // namespace lossline::detail
