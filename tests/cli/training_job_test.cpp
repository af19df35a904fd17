// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training_job.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/support/fake_engine.h"

namespace lossline {
namespace {

using test::FakeEngine;

class TrainingJobTest : public testing::Test {
 protected:
  TrainingJob::EngineSource source() {
    return [engine = engine_]() -> Result<std::shared_ptr<TrainingEngine>> {
      return std::static_pointer_cast<TrainingEngine>(engine);
    };
  }
  /// Waits until the run ended.
  static void finish(TrainingJob& job) {
    while (!job.wait(std::chrono::seconds(30))) {
    }
  }

  std::shared_ptr<FakeEngine> engine_ = std::make_shared<FakeEngine>();
  Dataset dataset_ = test::tiny_dataset();
  TrainConfig config_;
  RunControl control_;
};

TEST_F(TrainingJobTest, GivesTheRecordOfTheRun) {
  config_.epochs = 100;
  TrainingJob job(source(), config_, dataset_, control_);
  finish(job);
  ASSERT_NE(job.started(), nullptr);
  const Result<RunRecord> answer = job.take();
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().state, RunState::Finished);
  EXPECT_EQ(answer.value().history->size(), 100U);
}

TEST_F(TrainingJobTest, TellsOfTheStartWhileItRuns) {
  config_.epochs = 10;
  engine_->gate.close_before(5);
  TrainingJob job(source(), config_, dataset_, control_);
  ASSERT_TRUE(engine_->gate.wait_until_reached());
  EXPECT_FALSE(job.wait(std::chrono::milliseconds(0)));
  ASSERT_NE(job.started(), nullptr);
  EXPECT_EQ(job.started()->progress->epochs_done.load(), 4U);
  engine_->gate.open();
  finish(job);
  EXPECT_TRUE(job.take().ok());
}

TEST_F(TrainingJobTest, AStopEndsAnEndlessRunAndKeepsItsHistory) {
  engine_->script.endless = true;
  engine_->gate.close_before(8);
  TrainingJob job(source(), config_, dataset_, control_);
  ASSERT_TRUE(engine_->gate.wait_until_reached());
  control_.request_stop_from_signal();
  engine_->gate.open();
  finish(job);
  const Result<RunRecord> answer = job.take();
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.value().state, RunState::Stopped);
  EXPECT_EQ(answer.value().history->size(), 7U);
}

TEST_F(TrainingJobTest, LeavingStopsAndJoins) {
  engine_->script.endless = true;
  { const TrainingJob job(source(), config_, dataset_, control_); }
  EXPECT_TRUE(control_.stop_requested());
}

TEST_F(TrainingJobTest, AnEngineThatCanNotBeOpenedIsAnError) {
  TrainingJob job(
      []() -> Result<std::shared_ptr<TrainingEngine>> {
        return Error{ErrorCode::Io, "no library"};
      },
      config_, dataset_, control_);
  finish(job);
  EXPECT_EQ(job.started(), nullptr);
  const Result<RunRecord> answer = job.take();
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "no library");
}

TEST_F(TrainingJobTest, AnEngineThatBreaksItsWordEndsNothingElse) {
  engine_->script.throws = "boom";
  TrainingJob job(source(), config_, dataset_, control_);
  finish(job);
  const Result<RunRecord> answer = job.take();
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::Internal);
  EXPECT_NE(answer.error().message.find("boom"), std::string::npos);
}

TEST_F(TrainingJobTest, OpeningTheEngineCountsAsWarmUp) {
  config_.epochs = 1;
  TrainingJob job(source(), config_, dataset_, control_);
  finish(job);
  const Result<RunRecord> answer = job.take();
  ASSERT_TRUE(answer.ok());
  EXPECT_GT(answer.value().timing.warmup_s, 0);
  EXPECT_GE(answer.value().runtime_s, answer.value().timing.warmup_s);
  // "2026-01-01T00:00:00.000Z"
  EXPECT_EQ(answer.value().started_at.size(), 24U);
  EXPECT_EQ(answer.value().started_at[10], 'T');
  EXPECT_EQ(answer.value().started_at.back(), 'Z');
}

}  // namespace
}  // namespace lossline
