// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_control.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>

namespace lossline {
namespace {

/// True once `condition` holds; false when it did not within a time that no machine needs.
template <typename F>
bool eventually(F condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

/// An engine's loop without an engine: epochs until a stop.
class Loop {
 public:
  explicit Loop(RunControl& control)
      : thread_([this, &control] {
          while (!control.stop_requested()) {
            const bool waited = control.wait_if_held();
            waits_ += waited ? 1 : 0;
            if (control.stop_requested()) {
              break;
            }
            ++epochs_;
          }
        }) {}
  ~Loop() { thread_.join(); }
  [[nodiscard]] int epochs() const { return epochs_.load(); }
  [[nodiscard]] int waits() const { return waits_.load(); }

 private:
  std::atomic<int> epochs_{0}, waits_{0};
  std::thread thread_;
};

TEST(RunControl, GoesOnWithoutWaitingUnlessHeld) {
  RunControl control;
  EXPECT_FALSE(control.wait_if_held());
  EXPECT_FALSE(control.waiting());
  EXPECT_FALSE(control.pause_requested());
  EXPECT_FALSE(control.stop_requested());
}

TEST(RunControl, PauseHoldsAndResumeGoesOn) {
  RunControl control;
  Loop loop(control);
  ASSERT_TRUE(eventually([&] { return loop.epochs() > 3; }));
  control.pause();
  EXPECT_TRUE(control.pause_requested());
  ASSERT_TRUE(eventually([&] { return control.waiting(); }));
  const int held_at = loop.epochs();
  control.resume();
  EXPECT_FALSE(control.pause_requested());
  EXPECT_TRUE(eventually([&] { return loop.epochs() > held_at; }));
  EXPECT_TRUE(eventually([&] { return loop.waits() == 1; }));
  control.request_stop();
}

TEST(RunControl, EachStepIsExactlyOneEpoch) {
  RunControl control;
  control.pause();
  Loop loop(control);
  ASSERT_TRUE(eventually([&] { return control.waiting(); }));
  EXPECT_EQ(loop.epochs(), 0);
  for (int step = 1; step <= 5; ++step) {
    control.step();
    ASSERT_TRUE(eventually([&] { return loop.epochs() == step && control.waiting(); }));
  }
  control.step();
  control.step();
  control.step();
  ASSERT_TRUE(eventually([&] { return loop.epochs() == 8 && control.waiting(); }));
  EXPECT_EQ(loop.epochs(), 8);
  control.request_stop();
}

TEST(RunControl, AStepOfARunningRunHoldsItAfterwards) {
  RunControl control;
  Loop loop(control);
  ASSERT_TRUE(eventually([&] { return loop.epochs() > 3; }));
  control.step();
  EXPECT_TRUE(eventually([&] { return control.waiting(); }));
  control.request_stop();
}

TEST(RunControl, APauseTakesBackStepsNotYetDone) {
  RunControl control;
  control.step();
  control.pause();
  Loop loop(control);
  ASSERT_TRUE(eventually([&] { return control.waiting(); }));
  EXPECT_EQ(loop.epochs(), 0);
  control.request_stop();
}

TEST(RunControl, AStopEndsAPausedRun) {
  RunControl control;
  control.pause();
  {
    Loop loop(control);
    ASSERT_TRUE(eventually([&] { return control.waiting(); }));
    control.request_stop();
  }  // joins
  EXPECT_FALSE(control.waiting());
  EXPECT_TRUE(control.stop_requested());
  control.resume();
  EXPECT_TRUE(control.stop_requested()) << "a stop can't be taken back";
}

TEST(RunControl, AStopFromASignalEndsAPausedRunToo) {
  static RunControl* target = nullptr;
  RunControl control;
  target = &control;
  control.pause();
  const auto before = std::signal(SIGUSR1, [](int) { target->request_stop_from_signal(); });
  {
    Loop loop(control);
    ASSERT_TRUE(eventually([&] { return control.waiting(); }));
    ASSERT_EQ(std::raise(SIGUSR1), 0);
  }  // joins
  EXPECT_TRUE(control.stop_requested());
  std::signal(SIGUSR1, before);
}

}  // namespace
}  // namespace lossline
