// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/api/run_control.h"
#include "core/api/train_config.h"
#include "core/data/prepare.h"
#include "core/kernels/fused_net.h"
#include "core/training/detail/eager_step.h"
#include "core/training/strategy_search.h"

namespace lossline::detail {

/// Measures what an epoch of a run would take on its device, done one way or another, with networks of its own: the
/// run's weights and draws stay untouched. Networks are kept from one measurement to the next.
class StrategyTrials {
 public:
  struct Parts {
    const TrainConfig& config;
    const MlpSpec& spec;
    LossKind loss;
    const PreparedData& prepared;
    const DeviceData& data;
    std::int64_t batch_rows;
    const RunControl& control;
  };
  /// `step_s`: seconds that a step of a trial may take. Where a batch would take longer a part of its rows stands for
  /// it, and the figure is scaled.
  StrategyTrials(const Parts& parts, double step_s);

  /// As MeasureTrial wants it. Sets the calling thread's count of LibTorch threads. Infinite after a stop was asked for
  /// and where the threads or the memory can't be had.
  [[nodiscard]] double measure(const Trial& trial, double budget_s);

  /// A lower bound of what the shortest step takes, in seconds: arithmetic and memory traffic of one batch of `rows`.
  [[nodiscard]] static double least_step_s(const MlpSpec& spec, const TrainConfig& config, std::int64_t rows);

 private:
  template <typename Step>
  [[nodiscard]] double median_step_us(double budget_s, Step&& step) const;
  [[nodiscard]] double epoch_us(double step_us) const;
  [[nodiscard]] bool full_batch() const { return parts_.batch_rows == parts_.data.train_rows; }
  [[nodiscard]] double measure_fused(int threads, double budget_s);
  [[nodiscard]] double measure_steps(StepRunner& step, double budget_s) const;
  [[nodiscard]] double measure_eager(int threads, double budget_s);
  [[nodiscard]] double measure_graph(double budget_s);
  [[nodiscard]] std::shared_ptr<MlpModule> scratch_model() const;

  Parts parts_;
  std::int64_t rows_;  // of a step
  std::unique_ptr<StepRunner> eager_, graph_;
  std::map<int, std::unique_ptr<FusedNet>> fused_;  // by threads
  std::vector<std::int64_t> order_;                 // rows of a fused step, drawn like a batch's
};

/// The fastest of those `trials` whose strategy is `only` (Auto: any); the others are measured to be told of. They are
/// in the order of preference where nothing can be measured: where a single step takes longer than a search may, the
/// first is chosen and there are no candidates.
[[nodiscard]] StrategyChoice search_trials(const StrategyTrials::Parts& parts, const std::vector<Trial>& trials,
                                           Strategy only);

}  // namespace lossline::detail
