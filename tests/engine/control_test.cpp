// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>

#include <gtest/gtest.h>

#include "tests/engine/support/runs.h"
#include "tests/engine/support/steered_run.h"

namespace lossline::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

TEST(Control, AHeldRunDoesNothing) {
  SteeredRun steered(small_run(5), true);
  ASSERT_TRUE(becomes_true([&] { return steered.control.waiting(); }));
  EXPECT_EQ(steered.epochs(), 0u);
  steered.control.resume();
  EXPECT_EQ(steered.end().state, RunState::Finished);
}

TEST(Control, StepRunsOneEpoch) {
  SteeredRun steered(small_run(100), true);
  for (std::uint64_t epoch = 1; epoch <= 4; ++epoch) {
    steered.control.step();
    ASSERT_TRUE(becomes_true([&] { return steered.epochs() == epoch && steered.control.waiting(); }));
    EXPECT_EQ(steered.start.history->size(), epoch);
  }
  steered.control.request_stop();
  const RunRecord record = steered.end();
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_EQ(record.summary.epochs_done, 4u);
}

TEST(Control, PausedTimeIsInNoFigure) {
  SteeredRun steered(small_run(3), true);
  const auto paused_at = Clock::now();
  ASSERT_TRUE(becomes_true([&] { return Clock::now() - paused_at > 300ms; }));
  steered.control.resume();
  const RunRecord record = steered.end();
  EXPECT_LT(record.summary.train_seconds, 0.2);
  EXPECT_LT(record.runtime_s - record.timing.warmup_s, 0.25);
  EXPECT_EQ(losses_of(record), losses_of(run(small_run(3))));
}

TEST(Control, PausingInTheMiddleChangesNoLoss) {
  SteeredRun steered(small_run(3000));
  for (int i = 0; i < 5; ++i) {
    steered.control.pause();
    ASSERT_TRUE(becomes_true([&] { return steered.control.waiting() || steered.epochs() == 3000; }));
    steered.control.step();
    steered.control.resume();
  }
  EXPECT_EQ(losses_of(steered.end()), losses_of(run(small_run(3000))));
}

TEST(Control, StopWakesAHeldRun) {
  SteeredRun steered(small_run(5), true);
  ASSERT_TRUE(becomes_true([&] { return steered.control.waiting(); }));
  steered.control.request_stop();
  EXPECT_EQ(steered.end().state, RunState::Stopped);
}

// One epoch of this run is 120 updates of a wide network and takes seconds: a stop must not wait for it.
TEST(Control, StopActsWithinOneBatch) {
  TrainConfig config = small_run(1000);
  config.hidden = {2048, 2048};
  config.batch_size = 1;
  config.optimizer = OptimizerKind::Adam;
  SteeredRun steered(config);
  const auto in_first_epoch = [&] { return steered.start.progress->train_seconds.load() > 0; };
  ASSERT_TRUE(becomes_true(in_first_epoch));
  const auto asked = Clock::now();
  steered.control.request_stop();
  const RunRecord record = steered.end();
  const double waited_s = std::chrono::duration<double>(Clock::now() - asked).count();
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_EQ(record.summary.epochs_done, 0u);
  EXPECT_TRUE(record.history->empty());
  EXPECT_GT(record.summary.train_seconds, 0);
  EXPECT_LT(waited_s, 120 * record.summary.train_seconds + 5);
}

TEST(Control, AStopFromASignalHandlerIsSeen) {
  SteeredRun steered(small_run(1'000'000'000));
  steered.control.request_stop_from_signal();
  EXPECT_EQ(steered.end().state, RunState::Stopped);
}

TEST(Control, AStopBeforeThereIsANetworkEndsTheRunAtOnce) {
  TrainConfig config = small_run(5);
  config.hidden = {4000, 4000};
  RunControl control;
  control.request_stop();
  NotingObserver observer;
  const RunRecord record = make_engine()->run(config, iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_EQ(record.summary.epochs_done, 0u);
  EXPECT_TRUE(record.weights.empty()) << "no network was made";
  EXPECT_FALSE(record.error);
  EXPECT_EQ(observer.starts, 1) << "it is a run like any other, of no epochs";
}

}  // namespace
}  // namespace lossline::test
