// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that measure, without LibTorch.
#include <chrono>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/epoch_sampler.h"
#include "core/training/phase_clock.h"
#include "core/training/thread_search.h"
#include "core/training/usable_threads.h"

namespace lossline::test {
namespace {

/// A clock that the test moves.
struct HandClock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<std::chrono::steady_clock, duration>;
  static time_point now() { return time_point(duration(nanoseconds)); }
  static std::int64_t nanoseconds;
};
std::int64_t HandClock::nanoseconds = 0;

class PhaseClockTest : public testing::Test {
 protected:
  void SetUp() override {
    HandClock::nanoseconds = 1000;
    clock_.start();
  }
  void spend(std::int64_t nanoseconds, Phase phase) {
    HandClock::nanoseconds += nanoseconds;
    clock_.lap(phase);
  }
  BasicPhaseClock<HandClock> clock_;
};

TEST_F(PhaseClockTest, EveryNanosecondLandsInOnePhase) {
  spend(5, Phase::Forward);
  spend(7, Phase::Backward);
  spend(11, Phase::Forward);
  spend(13, Phase::Recording);
  EXPECT_EQ(clock_.spent_ns(Phase::Forward), 16);
  EXPECT_EQ(clock_.spent_ns(Phase::Backward), 7);
  EXPECT_EQ(clock_.spent_ns(Phase::Recording), 13);
  EXPECT_EQ(clock_.total_ns(), 36);
}

TEST_F(PhaseClockTest, ASkippedTimeIsInNone) {
  spend(5, Phase::Forward);
  HandClock::nanoseconds += 1'000'000;
  clock_.skip();
  spend(7, Phase::Forward);
  EXPECT_EQ(clock_.total_ns(), 12);
  EXPECT_DOUBLE_EQ(clock_.skipped_s(), 0.001);
}

TEST_F(PhaseClockTest, StartBeginsAgain) {
  spend(5, Phase::Forward);
  clock_.start();
  EXPECT_EQ(clock_.total_ns(), 0);
  EXPECT_EQ(clock_.spent_ns(Phase::Forward), 0);
}

double sum_of(const Phases& phases) {
  double sum = 0;
  for (const auto& part :
       {phases.h2d, phases.d2h, phases.gather, phases.dispatch, phases.forward, phases.backward, phases.optimizer,
        phases.loss_readback, phases.recording, phases.device_idle, phases.unattributed}) {
    sum += part.value_or(0);
  }
  return sum;
}

TEST_F(PhaseClockTest, OnTheHostTheStepIsTakenApart) {
  spend(3, Phase::Gather);
  spend(5, Phase::Forward);
  spend(7, Phase::Backward);
  spend(11, Phase::Optimizer);
  spend(13, Phase::LossReadback);
  spend(17, Phase::Recording);
  spend(19, Phase::Other);
  const Phases phases = phases_of(clock_, false);
  EXPECT_DOUBLE_EQ(*phases.forward, 5e-9);
  EXPECT_DOUBLE_EQ(*phases.optimizer, 11e-9);
  EXPECT_NEAR(*phases.unattributed, 19e-9, 1e-18);
  EXPECT_FALSE(phases.dispatch);
  EXPECT_FALSE(phases.h2d);
  EXPECT_FALSE(phases.device_idle);
  EXPECT_DOUBLE_EQ(sum_of(phases), clock_.total_s());
}

TEST_F(PhaseClockTest, OnADeviceThatRunsBehindIssuingIsOnePhase) {
  spend(5, Phase::Dispatch);
  spend(13, Phase::LossReadback);
  const Phases phases = phases_of(clock_, true);
  EXPECT_DOUBLE_EQ(*phases.dispatch, 5e-9);
  EXPECT_FALSE(phases.forward);
  EXPECT_FALSE(phases.backward);
  EXPECT_FALSE(phases.optimizer);
  EXPECT_DOUBLE_EQ(sum_of(phases), clock_.total_s());
}

TEST(EpochSampler, LeavesTheFirstOnesOut) {
  EpochSampler sampler;
  for (std::uint64_t epoch = 1; epoch <= 200; ++epoch) {
    sampler.add(epoch, epoch <= 10 ? 1000 : 5);
  }
  EXPECT_EQ(sampler.spread().n, 190u);
  EXPECT_DOUBLE_EQ(sampler.spread().q3, 5);
}

TEST(EpochSampler, AShortRunStillHasATime) {
  EpochSampler sampler;
  EXPECT_EQ(sampler.spread().n, 0u);
  sampler.add(1, 8);
  EXPECT_EQ(sampler.spread().n, 1u);
  EXPECT_DOUBLE_EQ(sampler.spread().median, 8);
}

TEST(EpochSampler, StaysBoundedAndEven) {
  EpochSampler sampler;
  constexpr std::uint64_t kEpochs = 1'000'000;
  for (std::uint64_t epoch = 1; epoch <= kEpochs; ++epoch) {
    sampler.add(epoch, static_cast<double>(epoch));
  }
  const Spread spread = sampler.spread();
  EXPECT_LE(spread.n, 4096u);
  EXPECT_GE(spread.n, 2000u);
  EXPECT_NEAR(spread.median, kEpochs / 2.0, kEpochs * 0.01);
  EXPECT_NEAR(spread.q1, kEpochs / 4.0, kEpochs * 0.01);
  EXPECT_NEAR(spread.q3, kEpochs * 3 / 4.0, kEpochs * 0.01);
}

TEST(ThreadSearch, CountsDoubleUpToWhatIsUsable) {
  EXPECT_EQ(thread_counts(1), (std::vector<int>{1}));
  EXPECT_EQ(thread_counts(2), (std::vector<int>{1, 2}));
  EXPECT_EQ(thread_counts(6), (std::vector<int>{1, 2, 4, 6}));
  EXPECT_EQ(thread_counts(16), (std::vector<int>{1, 2, 4, 8, 16}));
  EXPECT_EQ(thread_counts(0), (std::vector<int>{1}));
}

ThreadChoice search_over(const std::vector<double>& times_us) {
  std::size_t next = times_us.size();
  return search_threads(1 << (times_us.size() - 1), 0.05, [&](int threads, double budget_s) {
    --next;
    EXPECT_EQ(threads, 1 << next);
    EXPECT_NEAR(budget_s, 0.05 / static_cast<double>(times_us.size()), 1e-12);
    return times_us[next];
  });
}

TEST(ThreadSearch, TheFastestWins) {
  const ThreadChoice choice = search_over({100, 60, 40, 55});
  EXPECT_EQ(choice.threads, 4);
  ASSERT_EQ(choice.candidates.size(), 4u);
  EXPECT_EQ(choice.candidates[0].threads, 1);
  EXPECT_EQ(choice.candidates[3].threads, 8);
  EXPECT_EQ(choice.candidates[1].strategy, "eager");
  EXPECT_DOUBLE_EQ(choice.candidates[1].epoch_us, 60);
}

TEST(ThreadSearch, ATieGoesToFewerThreads) {
  EXPECT_EQ(search_over({102.9, 100}).threads, 1);
  EXPECT_EQ(search_over({103.1, 100}).threads, 2);
  EXPECT_EQ(search_over({200, 101, 100}).threads, 2);
}

TEST(ThreadSearch, OneUsableThreadNeedsNoSearch) {
  const ThreadChoice choice = search_threads(1, 0.05, [](int, double) {
    ADD_FAILURE() << "nothing to measure";
    return 0.0;
  });
  EXPECT_EQ(choice.threads, 1);
  EXPECT_TRUE(choice.candidates.empty());
}

TEST(ThreadSearch, TheBudgetIs50MsOr2Percent) {
  EXPECT_DOUBLE_EQ(search_budget_s(0.1), 0.05);
  EXPECT_DOUBLE_EQ(search_budget_s(100), 2);
}

TEST(UsableThreads, IsWithinTheMachine) {
  EXPECT_GE(usable_threads(), 1);
}

}  // namespace
}  // namespace lossline::test
