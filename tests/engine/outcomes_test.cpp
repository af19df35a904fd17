// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/training/engine.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

using testing::HasSubstr;

// An lr this large throws the weights out of range within a few epochs.
TrainConfig exploding_run() {
  TrainConfig config = small_run(200);
  config.lr = 1e20;
  config.loss = LossKind::Mse;
  return config;
}

TEST(Outcomes, FinishedKeepsEverything) {
  RunControl control;
  NotingObserver observer;
  const RunRecord record = make_engine()->run(small_run(20), iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Finished);
  EXPECT_EQ(record.history->size(), 20u);
  EXPECT_EQ(record.weights.size(), 83u);
  EXPECT_EQ(observer.starts, 1);
  ASSERT_EQ(observer.points.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(observer.points[i].epoch, i + 1);
    EXPECT_EQ(observer.points[i].loss, (*record.history)[i].loss);
  }
}

TEST(Outcomes, TheStartTellsWhatWillRun) {
  RunControl control;
  NotingObserver observer;
  observer.at_start = [](const RunStart& start) {
    EXPECT_TRUE(start.history->empty());
    EXPECT_EQ(start.progress->epochs_done.load(), 0u);
  };
  const RunRecord record = make_engine()->run(small_run(20), iris(), control, observer);
  ASSERT_TRUE(observer.start);
  EXPECT_EQ(observer.start->history, record.history);
  EXPECT_EQ(observer.start->resolved.threads, 1);
  EXPECT_EQ(observer.start->resolved.device, "cpu");
  EXPECT_EQ(observer.start->data.train_rows, 120u);
  EXPECT_EQ(observer.start->model.parameters, 83);
  EXPECT_EQ(observer.start->progress->epochs_done.load(), 20u);
  EXPECT_EQ(observer.start->progress->last_loss.load(), record.history->back().loss);
  EXPECT_DOUBLE_EQ(observer.start->progress->train_seconds.load(), record.summary.train_seconds);
}

TEST(Outcomes, StoppedKeepsHistoryAndWeights) {
  RunControl control;
  NotingObserver observer;
  observer.at_epoch = [&](const LossPoint& point) {
    if (point.epoch == 3) {
      control.request_stop();
    }
  };
  const RunRecord record = make_engine()->run(small_run(1'000'000), iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_FALSE(record.error);
  EXPECT_EQ(record.summary.epochs_done, 3u);
  EXPECT_EQ(record.history->size(), 3u);
  EXPECT_EQ(record.weights, run(small_run(3)).weights);
  EXPECT_TRUE(record.summary.test_accuracy);
  EXPECT_TRUE(record.summary.test_loss);
}

TEST(Outcomes, StoppedBeforeTheFirstEpoch) {
  RunControl control;
  NotingObserver observer;
  observer.at_start = [&](const RunStart&) { control.request_stop(); };
  const RunRecord record = make_engine()->run(small_run(), iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Stopped);
  EXPECT_EQ(record.summary.epochs_done, 0u);
  EXPECT_TRUE(record.history->empty());
  EXPECT_EQ(record.weights.size(), 83u);
  EXPECT_FALSE(record.summary.epochs_per_s);
  EXPECT_FALSE(record.summary.last_loss);
}

TEST(Outcomes, DivergedNamesTheFirstEpochAndKeepsIt) {
  const RunRecord record = run(exploding_run());
  EXPECT_EQ(record.state, RunState::Diverged);
  ASSERT_TRUE(record.summary.first_nonfinite_epoch);
  const std::uint64_t epoch = *record.summary.first_nonfinite_epoch;
  EXPECT_GT(epoch, 1u);
  EXPECT_EQ(record.history->back().epoch, epoch);
  EXPECT_FALSE(std::isfinite(record.history->back().loss));
  for (std::size_t i = 0; i + 1 < record.history->size(); ++i) {
    EXPECT_TRUE(std::isfinite((*record.history)[i].loss));
  }
  EXPECT_EQ(record.weights.size(), 83u);
  ASSERT_TRUE(record.error);
  EXPECT_EQ(record.error->code, ErrorCode::Engine);
  EXPECT_THAT(record.error->message, HasSubstr("at epoch " + std::to_string(epoch) + "; try a smaller learning rate"));
  EXPECT_TRUE(std::isfinite(*record.summary.best_loss));
  EXPECT_FALSE(record.summary.test_loss);
  EXPECT_FALSE(record.summary.test_accuracy);
}

TEST(Outcomes, DivergedIsNamedWhateverThePolicy) {
  const std::uint64_t epoch = *run(exploding_run()).summary.first_nonfinite_epoch;
  for (const std::uint64_t record_every : {1u, 2u, 1000u}) {
    for (const ReadLoss& policy :
         {ReadLoss{}, ReadLoss{ReadLoss::Mode::Interval, 7}, ReadLoss{ReadLoss::Mode::End, 1}}) {
      TrainConfig config = exploding_run();
      config.record_every = record_every;
      config.read_loss = policy;
      const RunRecord record = run(config);
      EXPECT_EQ(record.state, RunState::Diverged);
      EXPECT_EQ(record.summary.first_nonfinite_epoch, epoch);
      EXPECT_EQ(record.history->back().epoch, epoch) << to_text(policy) << " " << record_every;
    }
  }
}

TEST(Outcomes, WeightsBrokenByTheLastUpdateAreTold) {
  TrainConfig config = small_run(1);
  config.lr = 1e20;  // its only update overflows float32; the one loss there is was fine
  config.weight_decay = 1e38;
  const RunRecord record = run(config);
  EXPECT_EQ(record.state, RunState::Diverged);
  EXPECT_EQ(record.summary.first_nonfinite_epoch, 1u);
  ASSERT_FALSE(record.history->empty());
  EXPECT_TRUE(std::isfinite(record.history->back().loss));
  ASSERT_TRUE(record.error);
  EXPECT_THAT(record.error->message, HasSubstr("the weights became"));
}

TEST(Outcomes, EveryFaultOfAConfigIsTold) {
  TrainConfig config = small_run(0);
  config.lr = std::numeric_limits<double>::quiet_NaN();
  RunControl control;
  NotingObserver observer;
  const RunRecord record = make_engine()->run(config, iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Failed);
  ASSERT_TRUE(record.error);
  EXPECT_EQ(record.error->code, ErrorCode::InvalidConfig);
  EXPECT_THAT(record.error->message, HasSubstr("lr: must be a positive number, got nan"));
  EXPECT_THAT(record.error->message, HasSubstr("epochs: "));
  EXPECT_EQ(observer.starts, 0);
  EXPECT_TRUE(record.history->empty());
}

TEST(Outcomes, NumbersBeyondFloat32AreRefused) {
  TrainConfig config = small_run();
  config.lr = 1e39;
  config.weight_decay = 1e300;
  const RunRecord record = run(config);
  EXPECT_EQ(record.state, RunState::Failed);
  EXPECT_EQ(record.error->code, ErrorCode::InvalidConfig);
  EXPECT_THAT(record.error->message, HasSubstr("lr: must fit a 32-bit number, at most 3.4"));
  EXPECT_THAT(record.error->message, HasSubstr("weight-decay: "));
}

TEST(Outcomes, ALossThatDoesNotFitTheTargetIsRefused) {
  for (const LossKind loss : {LossKind::CrossEntropy, LossKind::Bce}) {
    TrainConfig config = small_run();
    config.loss = loss;
    const RunRecord record = run(config, waves());
    EXPECT_EQ(record.state, RunState::Failed);
    EXPECT_EQ(record.error->code, ErrorCode::InvalidConfig);
    EXPECT_THAT(record.error->message, HasSubstr("loss: "));
  }
}

TEST(Outcomes, ASplitThatCannotBeMadeIsRefused) {
  TrainConfig config = small_run();
  config.test_size = 0.999;
  const RunRecord record = run(config);
  EXPECT_EQ(record.state, RunState::Failed);
  EXPECT_EQ(record.error->code, ErrorCode::InvalidConfig);
}

// One sentence, no backtrace: LibTorch's own texts are many lines long. What an observer throws stands for anything
// that can go wrong in the middle.
TEST(Outcomes, AFailureInTheMiddleKeepsWhatWasDone) {
  RunControl control;
  NotingObserver observer;
  observer.at_epoch = [](const LossPoint& point) {
    if (point.epoch == 5) {
      throw std::runtime_error("something broke\nframe #0: somewhere");
    }
  };
  const RunRecord record = make_engine()->run(small_run(100), iris(), control, observer);
  EXPECT_EQ(record.state, RunState::Failed);
  ASSERT_TRUE(record.error);
  EXPECT_EQ(record.error->code, ErrorCode::Engine);
  EXPECT_THAT(record.error->message, HasSubstr("something broke"));
  EXPECT_EQ(record.error->message.find('\n'), std::string::npos);
  EXPECT_EQ(record.history->size(), 5u);
  EXPECT_EQ(record.weights.size(), 83u);
  EXPECT_GT(record.summary.train_seconds, 0);
}

TEST(Outcomes, AnEngineRunsAgainAfterEveryOutcome) {
  const auto engine = make_engine();
  RunControl control;
  NotingObserver observer;
  EXPECT_EQ(engine->run(small_run(0), iris(), control, observer).state, RunState::Failed);
  EXPECT_EQ(engine->run(exploding_run(), iris(), control, observer).state, RunState::Diverged);
  EXPECT_EQ(engine->run(small_run(5), iris(), control, observer).state, RunState::Finished);
}

}  // namespace
}  // namespace lossline::test
