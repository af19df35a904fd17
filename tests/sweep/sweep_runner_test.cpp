// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_runner.h"

#include <algorithm>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_engine.h"

namespace lossline {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::Each;
using testing::SizeIs;

class SweepRunnerTest : public testing::Test {
 protected:
  void sweep(const SweepLists& lists) {
    std::vector<Fault> faults;
    grid_ = make_sweep_grid("tiny", lists, &table_, 2, faults);
    ASSERT_TRUE(faults.empty());
  }

  void engines(int count) {
    for (int i = 0; i < count; ++i) {
      engines_.push_back(std::make_shared<test::FakeEngine>());
    }
  }

  SweepRunner::Parts parts(int jobs) {
    return {grid_,
            table_,
            control_,
            done_,
            jobs,
            [this]() -> Result<std::shared_ptr<TrainingEngine>> {
              return std::static_pointer_cast<TrainingEngine>(engines_.at(opened_++));
            },
            [this](const SweepRow& row, const TrainConfig& asked, const RunRecord& record) -> Result<void> {
              if (rows_.size() == room_) {
                return Error{ErrorCode::Io, "the disk is full"};
              }
              rows_.push_back(row.index);
              states_.push_back(record.state);
              EXPECT_EQ(asked, grid_.config(row.index));
              return {};
            }};
  }

  static void end(SweepRunner& runner) { ASSERT_TRUE(runner.wait(100s)); }

  const Dataset table_ = test::tiny_dataset();
  SweepGrid grid_;
  RunControl control_;
  std::vector<bool> done_;
  std::vector<std::shared_ptr<test::FakeEngine>> engines_;
  std::size_t opened_ = 0, room_ = 1'000'000;
  std::vector<std::uint64_t> rows_;
  std::vector<RunState> states_;
};

class SweepRunnerJobsTest : public SweepRunnerTest, public testing::WithParamInterface<int> {};

TEST_P(SweepRunnerJobsTest, EveryRunHasOneRow) {
  sweep({{"seeds", {"0..99"}}, {"lr", {"0.1", "0.2"}}, {"epochs", {"3"}}});
  engines(GetParam());
  SweepRunner runner(parts(GetParam()));
  end(runner);
  EXPECT_FALSE(runner.error());
  EXPECT_EQ(runner.rows(), 200U);
  EXPECT_THAT(rows_, SizeIs(200));
  EXPECT_THAT(std::set<std::uint64_t>(rows_.begin(), rows_.end()), SizeIs(200));
}

INSTANTIATE_TEST_SUITE_P(Workers, SweepRunnerJobsTest, testing::Values(1, 2, 7));

TEST_F(SweepRunnerTest, RunsThatAreDoneAreNotRunAgain) {
  sweep({{"seeds", {"0..9"}}, {"epochs", {"3"}}});
  engines(2);
  done_ = {true, false, true, true, true, true, true, true, false, true};
  SweepRunner runner(parts(2));
  end(runner);
  std::sort(rows_.begin(), rows_.end());
  EXPECT_THAT(rows_, testing::ElementsAre(1, 8));
  EXPECT_EQ(engines_[0]->runs() + engines_[1]->runs(), 2);
}

TEST_F(SweepRunnerTest, NothingOpenOpensNoEngine) {
  sweep({{"seeds", {"0..1"}}});
  done_ = {true, true};
  SweepRunner runner(parts(2));
  end(runner);
  EXPECT_EQ(opened_, 0U);
  EXPECT_FALSE(runner.error());
}

TEST_F(SweepRunnerTest, WorkersRunAtTheSameTime) {
  sweep({{"seeds", {"0..1"}}, {"epochs", {"3"}}});
  engines(2);
  engines_[0]->gate.close_before(2);
  engines_[1]->gate.close_before(2);
  SweepRunner runner(parts(2));
  EXPECT_TRUE(engines_[0]->gate.wait_until_reached());
  EXPECT_TRUE(engines_[1]->gate.wait_until_reached());  // while the other stands in the middle of its own run
  engines_[0]->gate.open();
  engines_[1]->gate.open();
  end(runner);
  EXPECT_THAT(rows_, SizeIs(2));
}

TEST_F(SweepRunnerTest, StopLeavesNoRowOfAnUnfinishedRun) {
  sweep({{"seeds", {"0..9"}}, {"epochs", {"3"}}});
  engines(2);
  engines_[0]->script.endless = engines_[1]->script.endless = true;
  SweepRunner runner(parts(2));
  while (engines_[0]->runs() + engines_[1]->runs() < 2) {
    std::this_thread::yield();
  }
  control_.request_stop();
  end(runner);
  EXPECT_THAT(rows_, SizeIs(0));
  EXPECT_FALSE(runner.error());
  EXPECT_EQ(engines_[0]->runs() + engines_[1]->runs(), 2);
}

TEST_F(SweepRunnerTest, DivergedAndFailedRunsAreRows) {
  sweep({{"seeds", {"0..9"}}, {"epochs", {"3"}}});
  engines(2);
  engines_[0]->script.loss = [](std::uint64_t) { return std::numeric_limits<double>::quiet_NaN(); };
  engines_[1]->script.fail_after = 1;
  engines_[0]->gate.close_before(1);  // so that the other one surely has a run
  engines_[1]->gate.close_before(1);
  SweepRunner runner(parts(2));
  EXPECT_TRUE(engines_[0]->gate.wait_until_reached());
  EXPECT_TRUE(engines_[1]->gate.wait_until_reached());
  engines_[0]->gate.open();
  engines_[1]->gate.open();
  end(runner);
  EXPECT_THAT(states_, SizeIs(10));
  EXPECT_THAT(states_, Contains(RunState::Diverged));
  EXPECT_THAT(states_, Contains(RunState::Failed));
  EXPECT_FALSE(runner.error());
}

TEST_F(SweepRunnerTest, RowThatCanNotBeKeptEndsTheOthersToo) {
  sweep({{"seeds", {"0..9"}}, {"epochs", {"3"}}});
  engines(2);
  engines_[1]->script.endless = true;
  engines_[1]->gate.close_before(2);
  engines_[0]->gate.close_before(1);
  room_ = 0;
  SweepRunner runner(parts(2));
  EXPECT_TRUE(engines_[1]->gate.wait_until_reached());
  engines_[0]->gate.open();
  end(runner);
  ASSERT_TRUE(runner.error());
  EXPECT_EQ(runner.error()->message, "the disk is full");
  EXPECT_EQ(runner.rows(), 0U);
}

TEST_F(SweepRunnerTest, EngineThatThrowsIsABugAndEndsTheSweep) {
  sweep({{"seeds", {"0..9"}}, {"epochs", {"3"}}});
  engines(1);
  engines_[0]->script.throws = "boom";
  SweepRunner runner(parts(1));
  end(runner);
  ASSERT_TRUE(runner.error());
  EXPECT_EQ(runner.error()->code, ErrorCode::Internal);
  EXPECT_EQ(runner.error()->message, "boom");
}

TEST_F(SweepRunnerTest, EngineThatCanNotBeOpenedIsTold) {
  sweep({{"seeds", {"0..9"}}});
  SweepRunner::Parts made = parts(2);
  made.open_engine = []() -> Result<std::shared_ptr<TrainingEngine>> {
    return Error{ErrorCode::Engine, "it is missing"};
  };
  SweepRunner runner(std::move(made));
  end(runner);
  ASSERT_TRUE(runner.error());
  EXPECT_EQ(runner.error()->message, "it is missing");
}

TEST_F(SweepRunnerTest, MissingGpuEndsTheSweepAndShortMemoryIsARow) {
  for (const bool cuda : {true, false}) {
    sweep({{"seeds", {"0..4"}}, {"device", {cuda ? "cuda" : "cpu"}}});
    engines_.clear();
    rows_.clear();
    opened_ = 0;
    engines(1);
    engines_[0]->script.refusal = Error{ErrorCode::DeviceUnavailable, "there is none"};
    RunControl fresh;
    SweepRunner::Parts made = parts(1);
    SweepRunner runner({made.grid, made.dataset, fresh, {}, 1, made.open_engine, made.keep});
    end(runner);
    EXPECT_EQ(runner.error().has_value(), cuda);
    EXPECT_THAT(rows_, SizeIs(cuda ? 0 : 5));
  }
}

// Remembers what it was asked for.
class AskedEngine : public test::FakeEngine {
 public:
  std::vector<std::string> asked;
  RunRecord run(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                RunObserver& observer) override {
    asked.push_back(std::string(to_text(config.strategy)) + " " + hidden_text(config.hidden));
    return test::FakeEngine::run(config, dataset, control, observer);
  }
};

TEST_F(SweepRunnerTest, AutoIsSearchedForOnceAKindOfRun) {
  sweep({{"hidden", {"5", "7"}}, {"lr", {"0.1", "0.2"}}, {"seeds", {"0..1"}}, {"epochs", {"2"}}});
  const auto engine = std::make_shared<AskedEngine>();
  engines_.push_back(engine);
  SweepRunner runner(parts(1));
  end(runner);
  EXPECT_THAT(engine->asked, testing::ElementsAre("auto 5", "eager 5", "eager 5", "eager 5", "auto 7", "eager 7",
                                                  "eager 7", "eager 7"));
}

}  // namespace
}  // namespace lossline
