// SPDX-License-Identifier: GPL-3.0-or-later
// The fused strategy against eager, the reference, and how auto chooses between them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/engine.h"
#include "core/training/usable_threads.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

RunRecord run_as(Strategy strategy, TrainConfig config, const Dataset& dataset = iris()) {
  config.strategy = strategy;
  return run(config, dataset);
}

/// The largest relative distance of two curves. Of a loss near zero, what it is taken from is what rounds.
double farthest(const RunRecord& a, const RunRecord& b) {
  const std::vector<double> left = losses_of(a), right = losses_of(b);
  EXPECT_EQ(left.size(), right.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    most = std::max(most, std::abs(left[i] - right[i]) / std::max(0.01, std::abs(right[i])));
  }
  return most;
}

using Choice = std::tuple<Activation, LossKind, OptimizerKind>;

class FusedAgainstEager : public testing::TestWithParam<Choice> {};

TEST_P(FusedAgainstEager, Is200StepsLater) {
  TrainConfig config;
  std::tie(config.activation, config.loss, config.optimizer) = GetParam();
  config.threads = 1;
  config.lr = config.optimizer == OptimizerKind::Sgd ? 0.05 : 0.001;
  config.momentum = config.optimizer == OptimizerKind::Sgd ? 0.8 : 0;
  config.weight_decay = 0.01;
  config.seed = 5;
  for (const std::uint64_t batch : {0u, 50u}) {  // 120 rows: two batches of 50 and one of 20
    config.batch_size = batch;
    config.epochs = batch == 0 ? 200 : 67;
    EXPECT_LT(farthest(run_as(Strategy::Fused, config), run_as(Strategy::Eager, config)), 1e-4) << "batch " << batch;
    if (config.loss == LossKind::Mse || config.loss == LossKind::Huber) {
      TrainConfig numeric = config;
      numeric.batch_size = batch == 0 ? 0 : 16;
      EXPECT_LT(farthest(run_as(Strategy::Fused, numeric, waves()), run_as(Strategy::Eager, numeric, waves())), 1e-4)
          << "numeric, batch " << numeric.batch_size;
    }
  }
}

std::string name_of(const testing::TestParamInfo<Choice>& info) {
  return std::string(to_text(std::get<0>(info.param))) + "_" + std::string(to_text(std::get<1>(info.param))) + "_" +
         std::string(to_text(std::get<2>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(
    Every, FusedAgainstEager,
    testing::Combine(testing::Values(Activation::Relu, Activation::LeakyRelu, Activation::Tanh, Activation::Sigmoid,
                                     Activation::Gelu, Activation::Silu),
                     testing::Values(LossKind::CrossEntropy, LossKind::Bce, LossKind::Mse, LossKind::Huber),
                     testing::Values(OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW)),
    name_of);

TEST(Fused, TheBriefsRunIsEagersAtEveryEpoch) {
  TrainConfig config;
  config.threads = 1;
  const RunRecord fused = run_as(Strategy::Fused, config);
  const std::vector<double> a = losses_of(fused), b = losses_of(run_as(Strategy::Eager, config));
  ASSERT_EQ(a.size(), 20000u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_NEAR(a[i], b[i], 2e-6) << "epoch " << i + 1;
  }
  EXPECT_EQ(fused.resolved.strategy, "fused");
  EXPECT_TRUE(fused.resolved.candidates.empty());
  EXPECT_DOUBLE_EQ(*fused.summary.test_accuracy, 29.0 / 30);
}

/// Wants to hear of no epoch, as the programs do.
class Silent : public RunObserver {
 public:
  void on_start(const RunStart&) override {}
};

TEST(Fused, UnwatchedItIsTimedBySampleAndTheCurveIsTheSame) {
  TrainConfig config = small_run(20'000);
  config.strategy = Strategy::Fused;
  config.record_every = 7;
  RunControl control;
  Silent silent;
  const RunRecord unwatched = make_engine()->run(config, iris(), control, silent);
  EXPECT_TRUE(unwatched.timing.sampled);
  EXPECT_LT(unwatched.timing.measurement_s, 0.02 * unwatched.summary.train_seconds);
  const RunRecord watched = run(config);
  EXPECT_EQ(losses_of(unwatched), losses_of(watched));
  EXPECT_EQ(epochs_of(unwatched), epochs_of(watched));
  EXPECT_EQ(unwatched.weights, watched.weights);
  float before = 0;
  for (const LossPoint& point : points_of(unwatched)) {
    EXPECT_GT(point.elapsed_s, before);
    before = point.elapsed_s;
  }
}

TEST(Fused, StartsFromTheSameWeightsAndLeavesItsOwn) {
  TrainConfig config = small_run(30);
  const RunRecord fused = run_as(Strategy::Fused, config), eager = run_as(Strategy::Eager, config);
  EXPECT_EQ(fused.initial_weights_hash, eager.initial_weights_hash);
  ASSERT_EQ(fused.weights.size(), eager.weights.size());
  for (std::size_t i = 0; i < fused.weights.size(); ++i) {
    EXPECT_NEAR(fused.weights[i], eager.weights[i], 1e-6);
  }
}

TEST(Fused, TheSameThreadsGiveTheSameBits) {
  for (const std::uint64_t batch : {0u, 48u}) {
    TrainConfig config = small_run(100);
    config.batch_size = batch;
    config.threads = 2;
    const RunRecord once = run_as(Strategy::Fused, config), again = run_as(Strategy::Fused, config);
    EXPECT_EQ(once.resolved.threads, 2);
    EXPECT_EQ(losses_of(once), losses_of(again));
    EXPECT_EQ(once.weights, again.weights);
    config.threads = 1;
    EXPECT_LT(farthest(once, run_as(Strategy::Fused, config)), 1e-5);
  }
}

TEST(Fused, OddShapes) {
  for (const std::vector<std::int64_t>& hidden :
       {std::vector<std::int64_t>{}, {1}, {23, 9}, {1, 1, 1}, {8192}, {64}, {5, 5, 5, 5, 5, 5}}) {
    for (const std::uint64_t batch : {0u, 1u, 7u, 5000u}) {
      if (hidden == std::vector<std::int64_t>{8192} && batch == 1) {
        continue;  // 240 updates of 65 000 weights, for nothing new
      }
      TrainConfig config = small_run(2);
      config.hidden = hidden;
      config.batch_size = batch;
      EXPECT_LT(farthest(run_as(Strategy::Fused, config), run_as(Strategy::Eager, config)), 1e-4)
          << hidden_text(hidden) << ", batch " << batch;
    }
  }
}

/// Iris with one value replaced, or as a table whose columns or classes are odd.
Dataset iris_with(double value, std::size_t row, std::size_t column) {
  Dataset changed = iris();
  changed.x[row * changed.columns() + column] = value;
  return changed;
}

TEST(Fused, BadDataEndAsTheyDoInEager) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, inf, -inf, 1e300}) {
    for (std::size_t row = 0; row < 3; ++row) {
      TrainConfig config = small_run(5);
      config.scale = Scaling::None;
      const Dataset dataset = iris_with(bad, row, 2);
      const RunRecord fused = run_as(Strategy::Fused, config, dataset),
                      eager = run_as(Strategy::Eager, config, dataset);
      EXPECT_EQ(fused.state, eager.state) << bad << " in row " << row;
      EXPECT_EQ(fused.summary.first_nonfinite_epoch, eager.summary.first_nonfinite_epoch) << bad << " in row " << row;
    }
  }
}

TEST(Fused, AConstantColumnAndAClassThatIsAbsent) {
  Dataset dataset = iris();
  for (std::size_t row = 0; row < dataset.rows; ++row) {
    dataset.x[row * dataset.columns()] = 3;
    dataset.labels[row] = dataset.labels[row] == 2 ? 1 : dataset.labels[row];
  }
  for (const Scaling scale : {Scaling::MinMax, Scaling::Standard, Scaling::None}) {
    TrainConfig config = small_run(20);
    config.scale = scale;
    EXPECT_LT(farthest(run_as(Strategy::Fused, config, dataset), run_as(Strategy::Eager, config, dataset)), 1e-4);
  }
}

TEST(Fused, ALearningRateThatExplodesIsDivergedAtEagersEpoch) {
  for (const double lr : {1e3, 1e10, 1e30}) {
    for (const LossKind loss : {LossKind::CrossEntropy, LossKind::Bce, LossKind::Mse, LossKind::Huber}) {
      TrainConfig config = small_run(300);
      config.lr = lr;
      config.loss = loss;
      const RunRecord fused = run_as(Strategy::Fused, config), eager = run_as(Strategy::Eager, config);
      EXPECT_EQ(fused.state, eager.state) << lr << " " << to_text(loss);
      EXPECT_EQ(fused.summary.first_nonfinite_epoch.has_value(), eager.summary.first_nonfinite_epoch.has_value());
    }
  }
}

TEST(Auto, TriesFusedAndEagerAndTakesTheFastest) {
  TrainConfig config = small_run(3000);
  config.threads.reset();
  const RunRecord record = run_as(Strategy::Auto, config);
  std::set<std::string> strategies;
  double best_us = std::numeric_limits<double>::infinity(), chosen_us = 0;
  for (const Candidate& candidate : record.resolved.candidates) {
    strategies.insert(candidate.strategy);
    EXPECT_GT(candidate.epoch_us, 0);
    best_us = std::min(best_us, candidate.epoch_us);
    if (candidate.strategy == record.resolved.strategy && candidate.threads == record.resolved.threads) {
      chosen_us = candidate.epoch_us;
    }
  }
  EXPECT_EQ(strategies, (std::set<std::string>{"eager", "fused"}));
  EXPECT_GT(chosen_us, 0);
  EXPECT_LE(chosen_us, 1.03 * best_us);
  EXPECT_GT(record.timing.search_s, 0);
}

TEST(Auto, WithThreadsGivenOnlyStrategiesAreCompared) {
  TrainConfig config = small_run(3);
  config.threads = 2;
  const RunRecord record = run_as(Strategy::Auto, config);
  EXPECT_EQ(record.resolved.candidates.size(), 2u);
  for (const Candidate& candidate : record.resolved.candidates) {
    EXPECT_EQ(candidate.threads, 2);
  }
}

TEST(Auto, TheSearchDisturbsNothing) {
  for (const std::uint64_t batch : {0u, 32u}) {
    TrainConfig config = small_run(10);
    config.batch_size = batch;
    config.threads.reset();
    const RunRecord searched = run_as(Strategy::Auto, config);
    config.threads = searched.resolved.threads;
    const RunRecord told = run_as(searched.resolved.strategy == "fused" ? Strategy::Fused : Strategy::Eager, config);
    EXPECT_EQ(losses_of(searched), losses_of(told));
    EXPECT_EQ(searched.weights, told.weights);
  }
}

}  // namespace
}  // namespace lossline::test
