// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <torch/types.h>

#include "core/training/detail/eager_step.h"
#include "core/training/detail/loss_log.h"
#include "core/training/detail/step_runner.h"
#include "core/training/detail/train_loop.h"
#include "core/training/epoch_sampler.h"
#include "core/training/phase_clock.h"

namespace lossline::detail {

/// The epochs of one run that takes its steps through LibTorch, strategies eager and graph, on any device.
class EagerRun final : public TrainLoop, private StepListener {
 public:
  /// `step` and `data` outlive it.
  EagerRun(const LoopParts& parts, StepRunner& step, const DeviceData& data);

  /// Call once before train(): makes the step ready for every number of rows a batch can have. Throws what the step's
  /// prepare() throws; this run is then of no use, and the weights are as they were.
  void prepare();

  void train() override;
  void finish() override;

  [[nodiscard]] bool stopped() const override { return stopped_; }
  [[nodiscard]] std::uint64_t epochs_done() const override { return epochs_done_; }
  [[nodiscard]] std::optional<std::uint64_t> first_nonfinite() const override { return log_.first_nonfinite(); }
  [[nodiscard]] double train_seconds() const override { return clock_.total_s(); }
  [[nodiscard]] double paused_seconds() const override { return clock_.skipped_s(); }
  [[nodiscard]] Timing timing() const override;

 private:
  [[nodiscard]] bool run_epoch();
  [[nodiscard]] bool run_batches();
  void on_loss(const torch::Tensor& loss) override;
  /// On a device that runs behind, host time spent on issuing work is one phase.
  void on_phase(Phase phase) override { clock_.lap(runs_behind_ ? Phase::Dispatch : phase); }
  void make_batch_buffers();
  void after_epoch();
  void read_losses();

  LoopParts parts_;
  StepRunner& step_;
  const DeviceData& data_;
  bool runs_behind_;
  bool full_batch_;
  std::int64_t batch_rows_;
  PhaseClock clock_;
  EpochSampler sampler_;
  LossLog log_;
  torch::Tensor x_batch_, y_batch_;  // a batch's rows, in the same place from batch to batch
  std::int64_t rows_ = 0;            // of the batch that the step is at
  torch::Tensor device_loss_;        // of this epoch so far, when it must stay on the device
  double host_loss_ = 0;             // of this epoch so far, when the device is the host
  std::uint64_t epochs_done_ = 0;
  std::uint64_t epochs_sampled_ = 0;
  double sampled_until_s_ = 0;
  bool stopped_ = false;
};

/// Rows of a full batch of this config.
[[nodiscard]] std::int64_t rows_per_batch(const TrainConfig& config, std::int64_t train_rows);

}  // namespace lossline::detail
