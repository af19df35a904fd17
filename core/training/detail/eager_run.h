// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <torch/types.h>

#include "core/training/detail/eager_step.h"
#include "core/training/detail/loss_log.h"
#include "core/training/detail/train_loop.h"
#include "core/training/epoch_sampler.h"
#include "core/training/phase_clock.h"

namespace lossline::detail {

/// The epochs of one run, strategy eager, on any device.
class EagerRun final : public TrainLoop {
 public:
  /// `step` and `data` outlive it.
  EagerRun(const LoopParts& parts, EagerStep& step, const DeviceData& data);

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
  void run_batch(const torch::Tensor& x, const torch::Tensor& y, std::int64_t rows);
  void after_epoch();
  void read_losses();
  [[nodiscard]] torch::Tensor gather(torch::Tensor& buffer, const torch::Tensor& source, const torch::Tensor& rows);
  /// On a device that runs behind, host time spent on issuing work is one phase.
  [[nodiscard]] Phase issuing(Phase phase) const { return runs_behind_ ? Phase::Dispatch : phase; }

  LoopParts parts_;
  EagerStep& step_;
  const DeviceData& data_;
  bool runs_behind_;
  bool full_batch_;
  std::int64_t batch_rows_;
  PhaseClock clock_;
  EpochSampler sampler_;
  LossLog log_;
  torch::Tensor x_batch_, y_batch_;  // gathered rows, kept from batch to batch
  torch::Tensor device_loss_;        // of this epoch so far, when it must stay on the device
  double host_loss_ = 0;             // of this epoch so far, when the device is the host
  std::uint64_t epochs_done_ = 0;
  std::uint64_t epochs_sampled_ = 0;
  double sampled_until_s_ = 0;
  bool stopped_ = false;
};

/// Microseconds of one epoch, the median of steps taken within about `budget_s` seconds, at most a hundred. Uses up
/// `step`: give it a scratch copy.
[[nodiscard]] double measure_epoch_us(EagerStep& step, const DeviceData& data, std::int64_t batch_rows, double budget_s,
                                      const RunControl& control);

/// Rows of a full batch of this config.
[[nodiscard]] std::int64_t rows_per_batch(const TrainConfig& config, std::int64_t train_rows);

}  // namespace lossline::detail
