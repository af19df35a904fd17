// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <torch/types.h>

#include "core/data/prepare.h"
#include "core/kernels/fused_net.h"
#include "core/model/detail/mlp_module.h"
#include "core/training/detail/loss_log.h"
#include "core/training/detail/train_loop.h"
#include "core/training/epoch_sampler.h"
#include "core/training/phase_clock.h"
#include "core/training/step_pace.h"

namespace lossline::detail {

/// What a fused net is to do for this config.
[[nodiscard]] FusedPlan fused_plan(const MlpSpec& spec, const TrainConfig& config, LossKind loss,
                                   std::int64_t batch_rows, int threads);
/// The training rows as a fused net takes them, at most the first `most` (0: all). They point into `data`.
[[nodiscard]] FusedRows fused_rows(const PreparedData& data, std::int64_t most = 0);

/// The epochs of one run, strategy fused: on the CPU, weights in the net's own memory from the first epoch to the last.
/// An epoch may take less than reading a clock twenty times: it is read every 20 µs or so, what lies between is divided
/// evenly, and one step in each such stretch tells how steps divide among the phases.
class FusedRun final : public TrainLoop {
 public:
  /// Takes the first weights from `model` and leaves the last ones there in finish().
  FusedRun(const LoopParts& parts, const FusedPlan& plan, const PreparedData& data, MlpModule& model);

  void train() override;
  void finish() override;

  [[nodiscard]] bool stopped() const override { return stopped_; }
  [[nodiscard]] std::uint64_t epochs_done() const override { return epochs_done_; }
  [[nodiscard]] std::optional<std::uint64_t> first_nonfinite() const override { return log_.first_nonfinite(); }
  [[nodiscard]] double train_seconds() const override { return clock_.total_s(); }
  [[nodiscard]] double paused_seconds() const override { return clock_.skipped_s(); }
  [[nodiscard]] Timing timing() const override;
  [[nodiscard]] int threads() const { return net_->threads(); }

 private:
  [[nodiscard]] bool run_full_epochs();
  [[nodiscard]] bool run_batches();
  void after_epochs();

  LoopParts parts_;
  MlpModule& model_;
  std::int64_t train_rows_, batch_rows_;
  bool full_batch_, tells_epochs_;
  std::unique_ptr<FusedNet> net_;
  torch::Tensor order_;  // [train_rows] int64, of this epoch
  PhaseClock clock_;     // Forward stands for the whole step: what it divides into is in times_
  StepTimes times_;      // of the steps that were timed
  std::uint64_t steps_ = 0, steps_timed_ = 0;
  StepPace pace_;
  EpochSampler sampler_;
  LossLog log_;
  std::vector<double> losses_;  // of the epochs since the clock was read
  double read_at_s_ = 0;        // training time when it was
  std::uint64_t epochs_done_ = 0;
  bool stopped_ = false;
};

}  // namespace lossline::detail
