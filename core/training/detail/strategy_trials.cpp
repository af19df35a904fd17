// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/strategy_trials.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "core/api/quantiles.h"
#include "core/training/detail/fused_run.h"
#include "core/training/detail/graph_step.h"
#include "core/training/detail/run_device.h"

namespace lossline::detail {
namespace {

using Clock = std::chrono::steady_clock;

// No processor of today does more for each thread, nor any memory; an estimate from below needs no better figures.
constexpr double kMostFlops = 500e9;
constexpr double kMostBytes = 200e9;
// Rows that stand for all of them where batches are gathered: enough that they don't all lie in the nearest cache.
constexpr std::int64_t kBatchesKept = 16;

/// Where only the time is wanted.
class DeafListener final : public StepListener {
 public:
  void on_loss(const torch::Tensor& /*loss*/) override {}
  void on_phase(Phase /*phase*/) override {}
};

double step_flops(const MlpSpec& spec, std::int64_t rows) {
  return 3 * static_cast<double>(spec.flops_per_sample()) * static_cast<double>(rows);  // forward, and twice that back
}

}  // namespace

StrategyTrials::StrategyTrials(const Parts& parts, double step_s) : parts_(parts), rows_(parts.batch_rows) {
  constexpr double kUsualFlops = 20e9;  // of one thread, with autograd
  constexpr double kFewestRows = 16;    // a vector's worth
  const double fitting = step_s * kUsualFlops / std::max(1.0, step_flops(parts.spec, 1));
  if (fitting < static_cast<double>(rows_)) {
    rows_ = std::min(rows_, static_cast<std::int64_t>(std::max(kFewestRows, fitting)));
  }
}

double StrategyTrials::least_step_s(const MlpSpec& spec, const TrainConfig& config, std::int64_t rows) {
  const double slots = config.optimizer == OptimizerKind::Sgd ? 0 : 2;
  const double bytes = static_cast<double>(spec.parameters()) * sizeof(float) * (4 + 2 * slots);
  return step_flops(spec, rows) / kMostFlops + bytes / kMostBytes;
}

double StrategyTrials::measure(const Trial& trial, double budget_s) {
  constexpr double kNot = std::numeric_limits<double>::infinity();
  if (parts_.control.stop_requested()) {
    return kNot;
  }
  try {
    switch (trial.strategy) {
      case Strategy::Fused:
        return epoch_us(measure_fused(trial.threads, budget_s));
      case Strategy::Graph:
        return epoch_us(measure_graph(budget_s));
      case Strategy::Auto:
      case Strategy::Eager:
        break;
    }
    return epoch_us(measure_eager(trial.threads, budget_s));
  } catch (const std::exception&) {
    return kNot;  // no memory, no threads: another way may do
  }
}

// Steps too short to be timed one by one are timed in stretches that double until they are long enough.
template <typename Step>
double StrategyTrials::median_step_us(double budget_s, Step&& step) const {
  constexpr std::size_t kFewestStretches = 3;
  constexpr std::size_t kMostStretches = 100;
  constexpr double kStretchS = 20e-6;
  constexpr double kFarTooLong = 10;  // times the budget
  const auto start = Clock::now();
  step();  // allocates, and wakes threads
  wait_for(parts_.data.x_train.device());
  auto mark = Clock::now();
  const double first_s = std::chrono::duration<double>(mark - start).count();
  std::vector<double> steps_us;
  int steps = 1;
  while (steps_us.size() < kMostStretches) {
    const double spent_s = std::chrono::duration<double>(mark - start).count();
    const double next_s = steps_us.empty() ? first_s : steps_us.back() * 1e-6 * steps;
    // The very first step of a process takes long whatever comes after it: some more are needed to know.
    const bool few = steps_us.size() < kFewestStretches && spent_s < kFarTooLong * budget_s;
    if ((spent_s + next_s > budget_s && !few) || parts_.control.stop_requested()) {
      break;  // the next one would not fit, or nobody waits for it any more
    }
    for (int i = 0; i < steps; ++i) {
      step();
    }
    wait_for(parts_.data.x_train.device());
    const auto now = Clock::now();
    const double took_s = std::chrono::duration<double>(now - mark).count();
    mark = now;
    if (took_s < kStretchS && steps < (1 << 16)) {
      steps *= 2;
      steps_us.clear();
    }
    steps_us.push_back(took_s * 1e6 / (took_s < kStretchS ? steps / 2 : steps));
  }
  return steps_us.empty() ? first_s * 1e6 : spread_of(steps_us).median;
}

double StrategyTrials::epoch_us(double step_us) const {
  const auto rows = static_cast<double>(parts_.data.train_rows);
  if (rows_ < parts_.batch_rows) {
    return step_us * rows / static_cast<double>(rows_);
  }
  return step_us * std::ceil(rows / static_cast<double>(rows_));
}

double StrategyTrials::measure_fused(int threads, double budget_s) {
  std::unique_ptr<FusedNet>& net = fused_[threads];
  if (!net) {
    const FusedRows rows = fused_rows(parts_.prepared, full_batch() ? rows_ : rows_ * kBatchesKept);
    net = make_fused_net(fused_plan(parts_.spec, parts_.config, parts_.loss, rows_, threads), rows);
    net->set_parameters(flat_parameters(*scratch_model()));
    if (order_.empty()) {
      order_.resize(static_cast<std::size_t>(rows.rows));
      std::iota(order_.begin(), order_.end(), 0);
      std::shuffle(order_.begin(), order_.end(), std::mt19937());
    }
  }
  if (net->threads() < threads) {
    return std::numeric_limits<double>::infinity();  // too few rows for that many
  }
  if (full_batch()) {
    return median_step_us(budget_s, [&] { static_cast<void>(net->step_all()); });
  }
  std::size_t begin = 0;
  const auto rows = static_cast<std::size_t>(rows_);
  return median_step_us(budget_s, [&] {
    static_cast<void>(net->step(order_.data() + begin, rows_));
    begin = begin + 2 * rows <= order_.size() ? begin + rows : 0;
  });
}

double StrategyTrials::measure_steps(StepRunner& step, double budget_s) const {
  const torch::AutoGradMode with_gradients(true);
  const torch::Tensor x = parts_.data.x_train.narrow(0, 0, rows_);
  const torch::Tensor y = parts_.data.y_train.narrow(0, 0, rows_);
  DeafListener listener;
  return median_step_us(budget_s, [&] { step.run(x, y, listener); });
}

double StrategyTrials::measure_eager(int threads, double budget_s) {
  at::set_num_threads(threads);
  if (!eager_) {
    eager_ = std::make_unique<EagerStep>(scratch_model(), parts_.config, parts_.loss);
  }
  return measure_steps(*eager_, budget_s);
}

double StrategyTrials::measure_graph(double budget_s) {
  if (!graph_) {
    const torch::AutoGradMode with_gradients(true);
    auto recorder = recorder_on(parts_.data.x_train.device());
    if (!recorder) {
      return std::numeric_limits<double>::infinity();
    }
    auto step = std::make_unique<GraphStep>(scratch_model(), parts_.config, parts_.loss, std::move(recorder));
    step->prepare(parts_.data.x_train.narrow(0, 0, rows_), parts_.data.y_train.narrow(0, 0, rows_));
    graph_ = std::move(step);
  }
  return measure_steps(*graph_, budget_s);
}

std::shared_ptr<MlpModule> StrategyTrials::scratch_model() const {
  at::Generator generator = seeded_generator(parts_.config.seed);
  auto model = std::make_shared<MlpModule>(parts_.spec, generator);
  model->to(parts_.data.x_train.device());
  return model;
}

StrategyChoice search_trials(const StrategyTrials::Parts& parts, const std::vector<Trial>& trials, Strategy only) {
  const TrainConfig& config = parts.config;
  const double batches = std::ceil(static_cast<double>(parts.data.train_rows) / static_cast<double>(parts.batch_rows));
  const double epochs = static_cast<double>(config.epochs);
  const double run_s = StrategyTrials::least_step_s(parts.spec, config, parts.batch_rows) * batches * epochs;
  constexpr double kStepsEach = 3;  // the first one allocates and does not count
  const double step_s =
      search_budget_s(run_s) / (kStepsEach * static_cast<double>(std::max<std::size_t>(1, trials.size())));
  if (trials.size() > 1 && StrategyTrials::least_step_s(parts.spec, config, 1) > step_s) {
    return {trials.front(), {}};
  }
  StrategyTrials measured(parts, step_s);
  StrategyChoice choice = search_strategies(
      trials, epochs, [&](const Trial& trial, double budget_s) { return measured.measure(trial, budget_s); },
      [&](const Trial& trial) { return only == Strategy::Auto || trial.strategy == only; });
  if (parts.control.stop_requested()) {
    choice.candidates.clear();  // not measured to the end: no figures
  }
  return choice;
}

}  // namespace lossline::detail
