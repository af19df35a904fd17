// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <ATen/core/Generator.h>
#include <torch/types.h>

#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"
#include "core/training/detail/eager_step.h"
#include "core/training/detail/loss_log.h"
#include "core/training/epoch_sampler.h"
#include "core/training/phase_clock.h"

namespace lossline::detail {

/// The epochs of one run, strategy eager. train() may throw what LibTorch throws; what was done until then can still be
/// asked for.
class EagerRun {
 public:
  struct Parts {
    const TrainConfig& config;
    EagerStep& step;
    const DeviceData& data;
    at::Generator order;  ///< draws the batch order; CPU
    RunControl& control;
    RunObserver& observer;
    LossHistory& history;
    LiveProgress& progress;
  };

  explicit EagerRun(const Parts& parts);

  /// Trains until the last epoch, a stop, or a loss that is not finite. Blocks.
  void train();
  /// Brings over and records what the read-loss policy still holds back. After train(), also one that threw.
  void finish();

  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] std::uint64_t epochs_done() const { return epochs_done_; }
  [[nodiscard]] std::optional<std::uint64_t> first_nonfinite() const { return log_.first_nonfinite(); }
  [[nodiscard]] double train_seconds() const { return clock_.total_s(); }
  [[nodiscard]] double paused_seconds() const { return clock_.skipped_s(); }
  [[nodiscard]] Timing timing() const;

 private:
  [[nodiscard]] bool run_epoch();
  [[nodiscard]] bool run_batches();
  void run_batch(const torch::Tensor& x, const torch::Tensor& y, std::int64_t rows);
  void after_epoch();
  void read_losses();
  [[nodiscard]] torch::Tensor gather(torch::Tensor& buffer, const torch::Tensor& source, const torch::Tensor& rows);
  /// On a device that runs behind, host time spent on issuing work is one phase.
  [[nodiscard]] Phase issuing(Phase phase) const { return runs_behind_ ? Phase::Dispatch : phase; }

  Parts parts_;
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
