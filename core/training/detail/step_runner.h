// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "core/training/phase_clock.h"

namespace lossline::detail {

/// Hears what happens inside a step, in the order it happens.
class StepListener {
 public:
  /// The batch's loss, a scalar on the device, before the update.
  virtual void on_loss(const torch::Tensor& loss) = 0;
  /// All since the last call belongs to `phase`.
  virtual void on_phase(Phase phase) = 0;

 protected:
  ~StepListener() = default;
};

/// One training step: forward, loss, backward, update. How it is executed is what eager and graph differ in.
class StepRunner {
 public:
  virtual ~StepRunner() = default;

  /// Called before the first step, once for each number of rows that a batch can have, with the tensors that run() will
  /// get for it: they stay where they are and only their values change. Leaves the weights as they are. Throws what
  /// LibTorch throws; the step must not be used then, the weights are still as they were.
  virtual void prepare(const torch::Tensor& x, const torch::Tensor& y) = 0;
  /// Trains on one batch. On a device that runs behind it only issues the work.
  virtual void run(const torch::Tensor& x, const torch::Tensor& y, StepListener& listener) = 0;
  /// Whether the next step writes over the loss that on_loss() was given.
  [[nodiscard]] virtual bool reuses_loss() const = 0;
};

}  // namespace lossline::detail
