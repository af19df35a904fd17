// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/training/engine.h"
#include "tests/engine/support/runs.h"
#include "tests/engine/support/steered_run.h"

namespace lossline::test {
namespace {

const ReadLoss kEnd{ReadLoss::Mode::End, 1};
ReadLoss each(std::uint64_t epochs) {
  return {ReadLoss::Mode::Interval, epochs};
}

TEST(Recording, ReadLossPoliciesGiveTheSameHistory) {
  for (const std::uint64_t batch : {0u, 50u}) {
    for (const std::uint64_t record_every : {1u, 3u}) {
      TrainConfig config = small_run(25);
      config.batch_size = batch;
      config.record_every = record_every;
      const RunRecord every = run(config);
      for (const ReadLoss& policy : {each(1), each(4), each(10), each(1000), kEnd}) {
        config.read_loss = policy;
        const RunRecord record = run(config);
        EXPECT_EQ(losses_of(record), losses_of(every)) << to_text(policy);
        EXPECT_EQ(epochs_of(record), epochs_of(every)) << to_text(policy);
        EXPECT_EQ(record.weights, every.weights);
      }
    }
  }
}

TEST(Recording, KeepsFirstEveryNthAndLast) {
  TrainConfig config = small_run(25);
  const std::vector<double> all = losses_of(run(config));
  config.record_every = 10;
  const RunRecord record = run(config);
  EXPECT_EQ(epochs_of(record), (std::vector<std::uint32_t>{1, 10, 20, 25}));
  EXPECT_EQ(losses_of(record), (std::vector<double>{all[0], all[9], all[19], all[24]}));
  config.record_every = 1000;
  EXPECT_EQ(epochs_of(run(config)), (std::vector<std::uint32_t>{1, 25}));
  config.epochs = 1;
  EXPECT_EQ(epochs_of(run(config)), (std::vector<std::uint32_t>{1}));
}

TEST(Recording, AStopRecordsTheLastEpoch) {
  for (const ReadLoss& policy : {ReadLoss{}, each(4), kEnd}) {
    TrainConfig config = small_run(1000);
    config.record_every = 10;
    config.read_loss = policy;
    SteeredRun steered(config, true);
    for (int i = 0; i < 17; ++i) {
      steered.control.step();
    }
    ASSERT_TRUE(becomes_true([&] { return steered.epochs() == 17 && steered.control.waiting(); }));
    steered.control.request_stop();
    EXPECT_EQ(epochs_of(steered.end()), (std::vector<std::uint32_t>{1, 10, 17})) << to_text(policy);
  }
}

TEST(Recording, HeldBackLossesSurviveAStop) {
  RunControl control;
  NotingObserver observer;
  TrainConfig config = small_run(1000);
  config.record_every = 3;
  config.read_loss = each(8);  // epoch 6 is told at 8
  observer.at_epoch = [&](const LossPoint& point) {
    if (point.epoch == 6) {
      control.request_stop();
    }
  };
  const RunRecord record = make_engine()->run(config, iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_EQ(record.summary.epochs_done, 8u);
  EXPECT_EQ(epochs_of(record), (std::vector<std::uint32_t>{1, 3, 6, 8}));
}

TEST(Recording, ElapsedTimeGrows) {
  const RunRecord record = run(small_run(50));
  float before = 0;
  for (const LossPoint& point : points_of(record)) {
    EXPECT_GT(point.elapsed_s, before);
    before = point.elapsed_s;
  }
  EXPECT_LE(static_cast<double>(before), record.summary.train_seconds * 1.0001);
}

}  // namespace
}  // namespace lossline::test
