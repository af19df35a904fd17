// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <regex>
#include <stdexcept>
#include <thread>

#include <QElapsedTimer>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ui/session_support.h"
#include "ui/session/job_thread.h"

namespace lossline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using EngineResult = Result<std::shared_ptr<TrainingEngine>>;

HardwareFacts machine_with_nvidia() {
  HardwareFacts facts;
  facts.cpu.model_name = "Some CPU";
  GpuFacts gpu;
  gpu.vendor = "NVIDIA";
  gpu.why_not = "not asked yet";
  facts.gpus.push_back(gpu);
  return facts;
}

TEST(SessionWorker, ReadsTheHardwareInTheBackgroundAndOnce) {
  Door door;
  std::atomic<int> reads{0};
  std::atomic<bool> on_gui_thread{false};
  const auto gui = std::this_thread::get_id();
  Rig rig(
      [] {
        return EngineResult(Error{ErrorCode::Internal, "not asked for"});
      },
      [&] {
        ++reads;
        on_gui_thread = std::this_thread::get_id() == gui;
        door.pass();
        return machine_with_nvidia();
      });
  rig.session.read_hardware();
  rig.session.read_hardware();
  door.wait_until_reached();
  EXPECT_FALSE(rig.session.hardware());
  door.open();
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.hardware().has_value(); }));
  rig.session.read_hardware();
  EXPECT_EQ(rig.session.hardware()->cpu.model_name, "Some CPU");
  EXPECT_EQ(reads, 1);
  EXPECT_FALSE(on_gui_thread);
  EXPECT_THAT(rig.said, ElementsAre("hardware"));
  EXPECT_FALSE(rig.other_thread);
}

TEST(SessionWorker, AProbeThatThrowsLeavesTheMachineUnknown) {
  Rig rig([] { return EngineResult(std::make_shared<FakeEngine>()); },
          []() -> HardwareFacts { throw std::runtime_error("no /proc"); });
  rig.session.read_hardware();
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.hardware().has_value(); }));
  EXPECT_FALSE(rig.session.hardware()->cpu.model_name);
  rig.start(5);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(rig.records.at(0)->state, RunState::Finished);
}

TEST(SessionWorker, OpensTheEngineOnceAndJoinsItsViewToTheMachine) {
  std::atomic<int> opened{0};
  auto engine = std::make_shared<FakeEngine>();
  engine->script.facts.cuda.why_not = "This LibTorch was built without CUDA.";
  Rig rig(
      [&] {
        ++opened;
        return EngineResult(engine);
      },
      [] { return machine_with_nvidia(); });
  rig.session.open_engine();
  rig.session.open_engine();
  ASSERT_TRUE(rig.wait_for([&] { return rig.session.engine_facts().has_value(); }));
  EXPECT_THAT(rig.said, ElementsAre("hardware", "hardware", "engine"));
  EXPECT_EQ(rig.session.engine_facts()->torch_version, "1.13.1-fake");
  EXPECT_EQ(rig.session.hardware()->cpu.model_name, "Some CPU");
  EXPECT_EQ(rig.session.hardware()->cuda.why_not, "This LibTorch was built without CUDA.");
  EXPECT_GT(rig.session.load_seconds(), 0);
  rig.start(5);
  ASSERT_TRUE(rig.wait_idle());
  rig.start(5);
  ASSERT_TRUE(rig.wait_idle());
  EXPECT_EQ(opened, 1);
}

TEST(SessionWorker, AnEngineThatCanNotBeOpenedIsToldAndTriedAgain) {
  std::atomic<int> tries{0};
  Rig rig(
      [&]() -> EngineResult {
        switch (++tries) {
          case 1:
            return Error{ErrorCode::Engine, "liblossline_engine.so is missing; reinstall Lossline"};
          case 2:
            throw std::runtime_error("out of luck");
          case 3:
            return Error{ErrorCode::Engine, "still missing"};
          default:
            return std::shared_ptr<TrainingEngine>(std::make_shared<FakeEngine>());
        }
      },
      [] { return HardwareFacts{}; });
  rig.session.open_engine();
  ASSERT_TRUE(rig.wait_for([&] { return rig.said.size() == 2; }));
  EXPECT_EQ(rig.said.back(), "failed: liblossline_engine.so is missing; reinstall Lossline");
  EXPECT_EQ(rig.session.engine_error().value().code, ErrorCode::Engine);

  rig.session.open_engine();
  ASSERT_TRUE(rig.wait_for([&] { return rig.said.size() == 3; }));
  EXPECT_THAT(rig.said.back(), HasSubstr("out of luck"));
  EXPECT_EQ(rig.session.engine_error().value().code, ErrorCode::Internal);
  EXPECT_FALSE(rig.session.engine_facts());
}

TEST(SessionWorker, AStartWithoutAnEngineSaysSoAndIsIdleAgain) {
  std::atomic<bool> there{false};
  Rig rig(
      [&]() -> EngineResult {
        if (!there) {
          return Error{ErrorCode::Engine, "liblossline_engine.so is missing; reinstall Lossline"};
        }
        return std::shared_ptr<TrainingEngine>(std::make_shared<FakeEngine>());
      },
      [] { return HardwareFacts{}; });
  rig.start(5);
  ASSERT_TRUE(rig.wait_idle());
  const auto failed = "failed: liblossline_engine.so is missing; reinstall Lossline";
  EXPECT_THAT(rig.said, ElementsAre("preparing", "hardware", failed, "idle"));
  EXPECT_TRUE(rig.records.empty());
  there = true;
  rig.start(5);
  ASSERT_TRUE(rig.wait_idle());
  ASSERT_EQ(rig.records.size(), 1U);
  EXPECT_FALSE(rig.session.engine_error());
}

TEST(SessionWorker, TheRecordIsCompleteAndCountsTheOpening) {
  Door door;
  Rig rig(
      [&] {
        door.pass();
        return EngineResult(std::make_shared<FakeEngine>());
      },
      [] { return machine_with_nvidia(); });
  QElapsedTimer clock;
  rig.start(200);
  clock.start();
  door.wait_until_reached();
  const double at_least = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
  door.open();
  ASSERT_TRUE(rig.wait_idle());
  const RunRecord& record = *rig.records.at(0);
  EXPECT_GT(record.timing.warmup_s, at_least);
  EXPECT_NEAR(record.runtime_s, record.timing.warmup_s + record.summary.train_seconds, 1e-9);
  EXPECT_FALSE(record.run_id.empty());
  EXPECT_EQ(record.config_hash.size(), 64U);
  EXPECT_EQ(record.environment.qt_version, qVersion());
  EXPECT_FALSE(record.environment.os.empty());
  EXPECT_EQ(record.environment.torch_version, "1.13.1-fake");
  EXPECT_EQ(record.hardware.cpu.model_name, "Some CPU");
  EXPECT_TRUE(std::regex_match(record.started_at, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
}

/// Says on which thread it died.
class MortalEngine : public FakeEngine {
 public:
  explicit MortalEngine(std::thread::id& died_on) : died_on_(died_on) {}
  ~MortalEngine() override { died_on_ = std::this_thread::get_id(); }

 private:
  std::thread::id& died_on_;
};

TEST(SessionWorker, DestroyingItEndsAnEndlessRun) {
  std::thread::id died_on;
  {
    Rig rig(
        [&] {
          auto engine = std::make_shared<MortalEngine>(died_on);
          engine->script.endless = true;
          engine->script.real_time = true;
          return EngineResult(std::move(engine));
        },
        [] { return HardwareFacts{}; });
    rig.start(1'000'000'000);
    ASSERT_TRUE(rig.wait_epoch(10));
  }
  EXPECT_NE(died_on, std::thread::id());  // joined: the engine is gone with the session
  EXPECT_NE(died_on, std::this_thread::get_id());
}

TEST(SessionWorker, DestroyingItEndsAPausedRun) {
  Rig rig;
  rig.start(1000, true);
  ASSERT_TRUE(rig.wait_epoch(1));
  // joined by the destructor, or this test does not end
}

TEST(SessionWorker, DestroyingItWhileTheEngineOpensWaitsForThatAlone) {
  Door door;
  std::thread::id died_on;
  std::thread opener;
  {
    Rig rig(
        [&] {
          door.pass();
          auto engine = std::make_shared<MortalEngine>(died_on);
          engine->script.endless = true;
          engine->script.real_time = true;
          return EngineResult(std::move(engine));
        },
        [] { return HardwareFacts{}; });
    rig.start(10);
    door.wait_until_reached();
    opener = std::thread([&] { door.open(); });
  }
  opener.join();
  EXPECT_NE(died_on, std::thread::id());
}

TEST(JobThread, DoesJobsInOrderAndWakesForAnswers) {
  std::atomic<int> woken{0};
  std::vector<int> got;
  JobThread thread([&] { ++woken; });
  const auto unexpected = [](const std::string&) { ADD_FAILURE(); };
  for (int i = 0; i < 3; ++i) {
    thread.post([&thread, &got, i] { thread.answer([&got, i] { got.push_back(i); }); }, unexpected);
  }
  while (auto answer = thread.wait()) {
    (*answer)();
  }
  EXPECT_THAT(got, ElementsAre(0, 1, 2));
  EXPECT_GE(woken, 1);
  EXPECT_FALSE(thread.take());
}

TEST(JobThread, WaitingForNothingReturns) {
  JobThread thread([] {});
  EXPECT_FALSE(thread.wait());
  thread.post([] {}, [](const std::string&) {});
  EXPECT_FALSE(thread.wait());
}

TEST(JobThread, AThrowingJobIsRescuedAndTheNextOneRuns) {
  JobThread thread([] {});
  std::vector<std::string> got;
  const auto rescue = [&](const std::string& what) { thread.answer([&got, what] { got.push_back(what); }); };
  thread.post([] { throw std::runtime_error("one"); }, rescue);
  thread.post([] { throw 2; }, rescue);
  thread.post([&] { thread.answer([&] { got.push_back("three"); }); }, rescue);
  while (auto answer = thread.wait()) {
    (*answer)();
  }
  EXPECT_THAT(got, ElementsAre("one", "unknown exception", "three"));
}

TEST(JobThread, FinishDropsWhatHasNotBegunAndRunsTheLastJob) {
  Door door;
  std::vector<std::string> done;
  const auto unexpected = [](const std::string&) { ADD_FAILURE(); };
  JobThread thread([] {});
  thread.post(
      [&] {
        door.pass();
        while (!thread.finishing()) {
          std::this_thread::yield();
        }
        done.push_back("first");
      },
      unexpected);
  thread.post([&] { done.push_back("never"); }, unexpected);
  door.wait_until_reached();
  door.open();
  thread.finish([&] { done.push_back("last"); });
  EXPECT_THAT(done, ElementsAre("first", "last"));
  thread.post([&] { done.push_back("too late"); }, unexpected);
  thread.finish([&] { done.push_back("again"); });
  EXPECT_EQ(done.size(), 2U);
}

TEST(JobThread, FinishWithoutAJobStartsNothing) {
  JobThread thread([] { ADD_FAILURE(); });
  bool ran = false;
  thread.finish([&] { ran = true; });
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace lossline::test
