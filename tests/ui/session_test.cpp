// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <QElapsedTimer>
#include <QRegularExpression>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ui/session_support.h"

namespace lossline::test {
namespace {

using Phase = TrainingSession::Phase;
using testing::ElementsAre;
using testing::HasSubstr;

/// What was said, with the redraws between the first and the last left out: how many there are is a matter of time.
std::vector<std::string> gist(const std::vector<std::string>& said) {
  std::vector<std::string> kept;
  for (const std::string& what : said) {
    if (what != "progressed" || kept.empty() || kept.back() != what) {
      kept.push_back(what);
    }
  }
  return kept;
}

TEST(Session, DoesNothingByItself) {
  Rig rig;
  EXPECT_EQ(rig.session.phase(), Phase::Idle);
  EXPECT_FALSE(rig.session.hardware());
  EXPECT_FALSE(rig.session.engine_facts());
  EXPECT_EQ(rig.session.current(), nullptr);
  EXPECT_EQ(rig.session.record(), nullptr);
  EXPECT_EQ(rig.session.figures().epoch, 0U);
  rig.session.pause();
  rig.session.resume();
  rig.session.step();
  rig.session.stop();
  rig.session.stop_and_wait();
  EXPECT_TRUE(rig.said.empty());
}

TEST(Session, RunsFromPreparingToIdleAndTellsInOrder) {
  Rig rig;
  rig.start(500);
  EXPECT_EQ(rig.session.phase(), Phase::Preparing);
  ASSERT_TRUE(rig.wait_for([&] { return !rig.records.empty(); }));
  EXPECT_THAT(gist(rig.said), ElementsAre("preparing", "hardware", "hardware", "engine", "running", "started",
                                          "progressed", "idle", "ended"));
  EXPECT_FALSE(rig.other_thread);
  const RunRecord& record = *rig.records.at(0);
  EXPECT_EQ(record.state, RunState::Finished);
  EXPECT_EQ(record.history->size(), 500U);
  EXPECT_EQ(rig.session.record(), rig.records.at(0));
  ASSERT_NE(rig.session.current(), nullptr);
  EXPECT_EQ(rig.session.current()->history, record.history);
}

TEST(Session, TheLastRefreshSeesTheWholeRun) {
  Rig rig;
  rig.start(20000);
  ASSERT_TRUE(rig.wait_idle());
  ASSERT_GE(rig.figures.size(), 2U);  // the first and the last are always there
  const LiveFigures& last = rig.figures.back();
  EXPECT_EQ(last.epoch, 20000U);
  EXPECT_EQ(last.epochs, 20000U);
  EXPECT_EQ(last.last_loss, 1.0 / 20000);
  EXPECT_DOUBLE_EQ(last.elapsed_s, rig.records.at(0)->summary.train_seconds);
  EXPECT_EQ(last.epochs_per_s, rig.records.at(0)->summary.epochs_per_s);
  EXPECT_FALSE(last.left_s);
}

TEST(Session, RefreshesAreCapped) {
  Rig rig;
  rig.engine->script.endless = true;
  rig.engine->script.real_time = true;
  rig.session.open_engine();
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.engine_facts().has_value(); }));
  QElapsedTimer clock;
  clock.start();
  rig.start(1'000'000'000);
  ASSERT_TRUE(rig.wait_for([&] { return rig.count("progressed") >= 8; }));
  rig.session.stop_and_wait();
  EXPECT_LE(rig.count("progressed"), clock.elapsed() / 40 + 2);
}

TEST(Session, NothingIsRedrawnWhileNothingMoves) {
  Rig rig;
  rig.engine->gate.close_before(11);
  rig.start(20);
  ASSERT_TRUE(rig.wait_for([&] { return rig.count("progressed") >= 2; }));
  ASSERT_EQ(rig.session.figures().epoch, 10U);
  const long before = rig.count("progressed");
  int ticks = 0;
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, [&] { ++ticks; });
  timer.start(45);
  ASSERT_TRUE(rig.wait_for([&] { return ticks == 4; }));
  EXPECT_EQ(rig.count("progressed"), before);
  rig.engine->gate.open();
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.figures.back().epoch, 20U);
}

TEST(Session, FiguresAreExactWhileTheRunGoesOn) {
  Rig rig;
  rig.engine->script.epoch_seconds = [](std::uint64_t) { return 0.001; };
  rig.engine->gate.close_before(10001);
  rig.start(20000);
  ASSERT_TRUE(rig.wait_for([&] { return !rig.figures.empty() && rig.figures.back().epoch == 10000; }));
  const LiveFigures now = rig.session.figures();
  EXPECT_EQ(now.epoch, 10000U);
  EXPECT_EQ(now.last_loss, 1.0 / 10000);
  EXPECT_NEAR(now.elapsed_s, 10.0, 1e-9);
  ASSERT_TRUE(now.epochs_per_s);
  EXPECT_NEAR(*now.epochs_per_s, 1000, 1e-6);
  ASSERT_TRUE(now.left_s);
  EXPECT_NEAR(*now.left_s, 10.0, 1e-6);
}

TEST(Session, TheRateForgetsWhatIsLongAgo) {
  Rig rig;
  rig.engine->script.epoch_seconds = [](std::uint64_t epoch) { return epoch <= 1000 ? 1e-3 : 1e-4; };
  rig.engine->gate.close_before(1001);
  rig.start(100000);
  ASSERT_TRUE(rig.wait_for([&] { return !rig.figures.empty() && rig.figures.back().epoch == 1000; }));
  EXPECT_NEAR(rig.session.figures().epochs_per_s.value_or(0), 1000, 1e-6);
  rig.engine->gate.close_before(31001);  // three seconds later, ten times faster
  ASSERT_TRUE(rig.wait_for([&] { return rig.figures.back().epoch == 31000; }));
  EXPECT_NEAR(rig.session.figures().epochs_per_s.value_or(0), 10000, 1e-3);
}

TEST(Session, ASlowEpochStillHasARate) {
  Rig rig;
  rig.engine->script.epoch_seconds = [](std::uint64_t) { return 30.0; };
  for (std::uint64_t epoch = 1; epoch <= 4; ++epoch) {
    rig.engine->gate.close_before(epoch + 1);
    if (epoch == 1) {
      rig.start(10);
    }
    ASSERT_TRUE(rig.wait_for([&] { return !rig.figures.empty() && rig.figures.back().epoch == epoch; }));
    EXPECT_NEAR(rig.session.figures().epochs_per_s.value_or(0), 1.0 / 30, 1e-9);
    EXPECT_NEAR(rig.session.figures().left_s.value_or(0), 30.0 * static_cast<double>(10 - epoch), 1e-6);
  }
}

TEST(Session, ChartSecondsEndInTheRecord) {
  Rig rig;
  QObject::connect(&rig.session, &TrainingSession::progressed, [&] { rig.session.add_chart_seconds(0.25); });
  for (int run = 0; run < 2; ++run) {
    const long before = rig.count("progressed");
    rig.start(100);
    ASSERT_TRUE(rig.wait_idle());
    const auto refreshes = static_cast<double>(rig.count("progressed") - before);
    EXPECT_DOUBLE_EQ(rig.records.back()->timing.chart_s, 0.25 * refreshes);
  }
}

TEST(Session, PauseHoldsAndResumeGoesOn) {
  Rig rig;
  rig.engine->gate.close_before(100);
  rig.start(300);
  ASSERT_TRUE(rig.engine->gate.wait_until_reached());
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.phase() == Phase::Running; }));
  rig.session.pause();
  EXPECT_EQ(rig.session.phase(), Phase::Paused);
  rig.engine->gate.close_before(150);  // lets it go on to where it would go if it weren't held
  ASSERT_TRUE(rig.wait_for([&] { return !rig.engine->gate.reached(); }));
  EXPECT_EQ(rig.session.figures().epoch, 99U);
  rig.session.resume();
  EXPECT_EQ(rig.session.phase(), Phase::Running);
  ASSERT_TRUE(rig.engine->gate.wait_until_reached());
  EXPECT_EQ(rig.session.figures().epoch, 149U);
  rig.engine->gate.open();
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.at(0)->history->size(), 300U);
}

TEST(Session, StepDoesOneEpochEach) {
  Rig rig;
  rig.start(100, true);
  ASSERT_TRUE(rig.wait_epoch(1));
  EXPECT_EQ(rig.session.phase(), Phase::Paused);
  EXPECT_EQ(rig.count("running"), 0);
  for (std::uint64_t epoch = 2; epoch <= 4; ++epoch) {
    rig.session.step();
    ASSERT_TRUE(rig.wait_epoch(epoch));
    EXPECT_EQ(rig.session.figures().epoch, epoch);
  }
  rig.session.step();
  rig.session.step();  // two at once add up
  ASSERT_TRUE(rig.wait_epoch(6));
  EXPECT_EQ(rig.session.current()->history->size(), 6U);
  rig.session.resume();
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.at(0)->history->size(), 100U);
}

TEST(Session, StepWhileRunningHoldsAfterOneMore) {
  Rig rig;
  rig.engine->gate.close_before(50);
  rig.start(100);
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.phase() == Phase::Running; }));
  ASSERT_TRUE(rig.engine->gate.wait_until_reached());
  rig.session.step();
  EXPECT_EQ(rig.session.phase(), Phase::Paused);
  rig.engine->gate.open();
  ASSERT_TRUE(rig.wait_epoch(50));
  EXPECT_EQ(rig.session.figures().epoch, 50U);
}

TEST(Session, APauseBeforeTheFirstEpochIsKept) {
  Door door;
  auto engine = std::make_shared<FakeEngine>();
  Rig rig(
      [&] {
        door.pass();
        return Result<std::shared_ptr<TrainingEngine>>(engine);
      },
      [] { return HardwareFacts{}; });
  rig.start(10);
  rig.session.pause();
  EXPECT_EQ(rig.session.phase(), Phase::Preparing);
  door.open();
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.phase() == Phase::Paused; }));
  EXPECT_EQ(rig.session.figures().epoch, 0U);
  rig.session.resume();
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.at(0)->history->size(), 10U);
}

TEST(Session, StopKeepsWhatWasTrained) {
  Rig rig;
  rig.engine->gate.close_before(71);
  rig.start(1000);
  ASSERT_TRUE(rig.engine->gate.wait_until_reached());
  rig.session.stop();
  EXPECT_EQ(rig.session.phase(), Phase::Stopping);
  rig.session.pause();
  rig.session.resume();
  rig.session.step();
  EXPECT_EQ(rig.session.phase(), Phase::Stopping);
  ASSERT_TRUE(rig.wait_for([&] { return !rig.records.empty(); }));
  EXPECT_EQ(rig.records.at(0)->state, RunState::Stopped);
  EXPECT_EQ(rig.records.at(0)->history->size(), 70U);
  EXPECT_FALSE(rig.records.at(0)->weights.empty());
  EXPECT_EQ(rig.figures.back().epoch, 70U);
}

TEST(Session, StopEndsAPausedRun) {
  Rig rig;
  rig.start(1000, true);
  ASSERT_TRUE(rig.wait_epoch(1));
  rig.session.stop_and_wait();
  ASSERT_EQ(rig.records.size(), 1U);  // told before stop_and_wait() returned
  EXPECT_EQ(rig.records.at(0)->state, RunState::Stopped);
  EXPECT_EQ(rig.records.at(0)->history->size(), 1U);
}

TEST(Session, StopWhilePreparingEndsBeforeTheFirstEpoch) {
  Door door;
  auto engine = std::make_shared<FakeEngine>();
  Rig rig(
      [&] {
        door.pass();
        return Result<std::shared_ptr<TrainingEngine>>(engine);
      },
      [] { return HardwareFacts{}; });
  rig.start(10);
  rig.session.stop();
  EXPECT_EQ(rig.session.phase(), Phase::Stopping);
  door.open();
  ASSERT_TRUE(rig.wait_idle());
  ASSERT_EQ(rig.records.size(), 1U);
  EXPECT_EQ(rig.records.at(0)->state, RunState::Stopped);
  EXPECT_TRUE(rig.records.at(0)->history->empty());
  EXPECT_EQ(rig.count("running"), 0);
}

TEST(Session, ASecondStartIsRefusedWhileOneGoesOn) {
  Rig rig;
  rig.engine->gate.close_before(5);
  rig.start(10);
  rig.start(20);  // while preparing
  ASSERT_TRUE(rig.engine->gate.wait_until_reached());
  rig.start(30);  // while running
  EXPECT_EQ(rig.session.config().epochs, 10U);
  rig.engine->gate.open();
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.engine->runs(), 1);
  EXPECT_EQ(rig.records.size(), 1U);
}

TEST(Session, AnOlderRunHasNoSayInANewOne) {
  Rig rig;
  rig.engine->script.endless = true;
  rig.engine->script.real_time = true;
  rig.start(1'000'000'000);
  ASSERT_TRUE(rig.wait_epoch(3));
  rig.session.stop_and_wait();
  rig.engine->script = {};
  rig.start(7);  // the worker's wake-ups for the first run may still lie in the event queue
  EXPECT_EQ(rig.session.current(), nullptr);
  EXPECT_EQ(rig.session.record(), nullptr);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.count("started"), 2);
  ASSERT_EQ(rig.records.size(), 2U);
  EXPECT_EQ(rig.records.at(0)->state, RunState::Stopped);
  EXPECT_EQ(rig.records.at(1)->state, RunState::Finished);
  EXPECT_EQ(rig.records.at(1)->history->size(), 7U);
  EXPECT_EQ(rig.figures.back().epoch, 7U);
}

TEST(Session, StopAndWaitFromInsideASlotIsOrderly) {
  Rig rig;
  rig.engine->script.endless = true;
  rig.engine->script.real_time = true;
  QObject::connect(&rig.session, &TrainingSession::run_started, [&] { rig.session.stop_and_wait(); });
  rig.start(10);
  ASSERT_TRUE(rig.wait_for([&] { return !rig.records.empty(); }));
  EXPECT_EQ(rig.session.phase(), Phase::Idle);
  EXPECT_EQ(rig.records.size(), 1U);
  EXPECT_EQ(rig.records.at(0)->state, RunState::Stopped);
}

TEST(Session, ANewRunMayBeginInTheEndOfTheLast) {
  Rig rig;
  QObject::connect(&rig.session, &TrainingSession::run_ended, [&] {
    if (rig.records.size() < 3) {
      rig.start(rig.records.size() * 10);
    }
  });
  rig.start(5);
  ASSERT_TRUE(rig.wait_for([&] { return rig.records.size() == 3; }));
  EXPECT_EQ(rig.records.at(1)->history->size(), 10U);
  EXPECT_EQ(rig.records.at(2)->history->size(), 20U);
}

TEST(Session, DivergedAndFailedRunsKeepTheirHistory) {
  Rig rig;
  rig.engine->script.loss = [](std::uint64_t epoch) {
    return epoch == 17 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  };
  rig.start(100);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.back()->state, RunState::Diverged);
  EXPECT_EQ(rig.records.back()->history->size(), 17U);
  ASSERT_TRUE(rig.figures.back().last_loss);
  EXPECT_TRUE(std::isnan(*rig.figures.back().last_loss));

  rig.engine->script = {};
  rig.engine->script.fail_after = 9;
  rig.start(100);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.back()->state, RunState::Failed);
  EXPECT_EQ(rig.records.back()->history->size(), 9U);
}

TEST(Session, ARefusedRunNeverStarts) {
  Rig rig;
  rig.engine->script.refusal = Error{ErrorCode::DeviceUnavailable, "no NVIDIA device; train on the CPU"};
  rig.start(100);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.count("started"), 0);
  EXPECT_EQ(rig.count("progressed"), 0);
  EXPECT_EQ(rig.session.current(), nullptr);
  ASSERT_EQ(rig.records.size(), 1U);
  EXPECT_EQ(rig.records.at(0)->error.value().code, ErrorCode::DeviceUnavailable);
}

TEST(Session, AnEngineThatThrowsEndsTheRunNotTheProgram) {
  Rig rig;
  rig.engine->script.throws = "it broke";
  rig.start(100);
  ASSERT_TRUE(rig.wait_idle());
  ASSERT_EQ(rig.records.size(), 1U);
  EXPECT_EQ(rig.records.at(0)->state, RunState::Failed);
  EXPECT_EQ(rig.records.at(0)->error.value().code, ErrorCode::Internal);
  EXPECT_THAT(rig.records.at(0)->error.value().message, HasSubstr("it broke"));
  EXPECT_FALSE(rig.records.at(0)->run_id.empty()) << "it can be saved, too";
  EXPECT_FALSE(rig.records.at(0)->started_at.empty());
  rig.engine->script = {};
  rig.start(3);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.back()->state, RunState::Finished);
}

}  // namespace
}  // namespace lossline::test
