// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/training/usable_threads.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

void expect_whole(const RunRecord& record) {
  const Phases& phases = record.timing.phases_s;
  double sum = 0;
  EXPECT_EQ(phases.loss_readback.has_value(), strategy_under_test() == Strategy::Eager);
  for (const auto& part :
       {phases.gather, phases.forward, phases.backward, phases.optimizer, phases.recording, phases.unattributed}) {
    ASSERT_TRUE(part);
    EXPECT_GE(*part, 0);
    sum += *part;
  }
  sum += phases.loss_readback.value_or(0);
  for (const auto& part : {phases.h2d, phases.d2h, phases.dispatch, phases.device_idle}) {
    EXPECT_FALSE(part);
  }
  EXPECT_NEAR(sum, record.summary.train_seconds, 1e-12 + 1e-12 * record.summary.train_seconds);
}

TEST(Timing, PhasesAddUpToTheTrainingTime) {
  TrainConfig config = small_run(500);
  const RunRecord full = run(config);
  expect_whole(full);
  config.batch_size = 16;
  const RunRecord batches = run(config);
  expect_whole(batches);
  EXPECT_GT(*batches.timing.phases_s.gather, 0);
  for (const RunRecord* record : {&full, &batches}) {
    const Phases& phases = record->timing.phases_s;
    EXPECT_GT(*phases.forward, 0);
    EXPECT_GT(*phases.backward, 0);
    EXPECT_GT(*phases.optimizer, 0);
    // The step itself is what the time goes to, where it is not so short that telling of it takes as long.
    const double least = strategy_under_test() == Strategy::Eager ? 0.5 : 0.05;
    EXPECT_GT(*phases.forward + *phases.backward + *phases.optimizer, least * record->summary.train_seconds);
  }
}

TEST(Timing, WhatStandsBesideTheTrainingTime) {
  const RunRecord record = run(small_run(2000));
  EXPECT_GT(record.timing.warmup_s, 0);
  EXPECT_GE(record.timing.search_s, 0);
  EXPECT_EQ(record.timing.chart_s, 0);
  EXPECT_FALSE(record.timing.sampled);
  EXPECT_GE(record.runtime_s, record.summary.train_seconds + record.timing.warmup_s);
  EXPECT_GT(record.timing.measurement_s, 0);
  if (strategy_under_test() == Strategy::Eager) {  // fused is measured sparingly only where nobody follows each epoch
    EXPECT_LT(record.timing.measurement_s, 0.02 * record.summary.train_seconds);
  }
}

TEST(Timing, SteadyEpochsDescribeTheRun) {
  const RunRecord record = run(small_run(3000));
  const Spread& spread = record.timing.steady_epoch_us;
  EXPECT_EQ(spread.n, 2990u);
  EXPECT_LE(spread.q1, spread.median);
  EXPECT_LE(spread.median, spread.q3);
  const double mean_us = record.summary.train_seconds / 3000 * 1e6;
  EXPECT_GT(spread.median, 0.05 * mean_us);
  EXPECT_LT(spread.median, 1.5 * mean_us);
}

TEST(Threads, WhatWasAskedIsDoneAndReported) {
  for (const int threads : {1, 2, 3}) {
    TrainConfig config = small_run(3);
    config.threads = threads;
    const RunRecord record = run(config);
    EXPECT_EQ(record.resolved.threads, threads);
    EXPECT_TRUE(record.resolved.candidates.empty());
  }
}

TEST(Threads, AutoMeasuresAndSaysSo) {
  TrainConfig config = small_run(3);
  config.threads.reset();
  const RunRecord record = run(config);
  EXPECT_GE(record.resolved.threads, 1);
  EXPECT_LE(record.resolved.threads, usable_threads());
  if (usable_threads() == 1) {
    EXPECT_TRUE(record.resolved.candidates.empty());
    return;
  }
  EXPECT_GE(record.resolved.candidates.size(), 2u);
  std::set<int> tried;
  for (const Candidate& candidate : record.resolved.candidates) {
    EXPECT_GT(candidate.epoch_us, 0);
    if (candidate.strategy == to_text(strategy_under_test())) {
      tried.insert(candidate.threads);
    } else {
      EXPECT_EQ(candidate.strategy, "fused");  // what it would take, beside an eager run
    }
  }
  EXPECT_EQ(tried.count(record.resolved.threads), 1u);
  EXPECT_EQ(record.resolved.strategy, to_text(strategy_under_test()));
  EXPECT_GT(record.timing.search_s, 0);
}

TEST(Threads, TheSearchDisturbsNothing) {
  for (const std::uint64_t batch : {0u, 32u}) {
    TrainConfig config = small_run(10);
    config.batch_size = batch;
    config.threads.reset();
    const RunRecord measured = run(config);
    config.threads = measured.resolved.threads;
    const RunRecord told = run(config);
    EXPECT_EQ(losses_of(measured), losses_of(told));
    EXPECT_EQ(measured.initial_weights_hash, told.initial_weights_hash);
    EXPECT_EQ(measured.weights, told.weights);
  }
}

TEST(Threads, ARunRepeatsToTheBit) {
  for (const int threads : {1, 2}) {
    TrainConfig config = small_run(50);
    config.hidden = {64, 32};
    config.batch_size = 25;
    config.optimizer = OptimizerKind::Adam;
    config.threads = threads;
    const RunRecord first = run(config);
    const RunRecord second = run(config);
    EXPECT_EQ(losses_of(first), losses_of(second));
    EXPECT_EQ(first.weights, second.weights);
  }
}

}  // namespace
}  // namespace lossline::test
