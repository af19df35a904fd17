// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that measure, without LibTorch.
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/epoch_sampler.h"
#include "core/training/fused_phases.h"
#include "core/training/phase_clock.h"
#include "core/training/step_pace.h"
#include "core/training/strategy_search.h"
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

TEST(FusedPhases, TheStepsTimeIsDividedAsTheTimedOnesWere) {
  PhaseClock clock;  // of the real clock: only what is asked of it counts here
  clock.start();
  for (int i = 0; i < 1000; ++i) {
    clock.lap(Phase::Forward);
  }
  clock.lap(Phase::Recording);
  StepTimes times;
  times.gather = 10;
  times.forward = 20;
  times.backward = 30;
  times.update = 35;
  times.waiting = 5;
  const double steps_s = static_cast<double>(clock.spent_ns(Phase::Forward)) * 1e-9;
  const Phases one = fused_phases_of(clock, times, 1);
  EXPECT_NEAR(*one.gather, 0.10 * steps_s, 1e-12);
  EXPECT_NEAR(*one.forward, 0.20 * steps_s, 1e-12);
  EXPECT_NEAR(*one.backward, 0.30 * steps_s, 1e-12);
  EXPECT_NEAR(*one.optimizer, 0.35 * steps_s, 1e-12);
  EXPECT_FALSE(one.dispatch);
  EXPECT_FALSE(one.loss_readback);
  EXPECT_NEAR(*one.unattributed, 0.05 * steps_s, 1e-12);
  EXPECT_NEAR(sum_of(one), clock.total_s(), 1e-12);
  const Phases two = fused_phases_of(clock, times, 2);
  EXPECT_NEAR(*two.dispatch, 0.05 * steps_s, 1e-12);
  EXPECT_NEAR(*two.unattributed, 0, 1e-12);
  EXPECT_NEAR(sum_of(two), clock.total_s(), 1e-12);
}

TEST(FusedPhases, WithNothingTimedAllIsUnattributed) {
  PhaseClock clock;
  clock.start();
  clock.lap(Phase::Forward);
  const Phases phases = fused_phases_of(clock, {}, 1);
  EXPECT_DOUBLE_EQ(*phases.unattributed, clock.total_s());
  EXPECT_DOUBLE_EQ(*phases.forward, 0);
}

TEST(StepPace, FillsAStretch) {
  StepPace pace;
  EXPECT_EQ(pace.steps(), 1u);
  for (int i = 0; i < 20; ++i) {
    pace.took(pace.steps(), 0.5e-6 * static_cast<double>(pace.steps()));
  }
  EXPECT_NEAR(static_cast<double>(pace.steps()), StepPace::kStretchS / 0.5e-6, 1);
  pace.took(pace.steps(), 1);  // the machine was busy elsewhere
  EXPECT_EQ(pace.steps(), 1u);
  pace.took(1, 0.01);
  EXPECT_EQ(pace.steps(), 1u);
}

TEST(StepPace, AClockThatStandsStillLeadsNowhereFar) {
  StepPace pace;
  for (int i = 0; i < 100; ++i) {
    pace.took(pace.steps(), 0);
  }
  EXPECT_LE(pace.steps(), 65536u);
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

TEST(StrategySearch, CountsDoubleUpToWhatIsUsable) {
  EXPECT_EQ(thread_counts(1), (std::vector<int>{1}));
  EXPECT_EQ(thread_counts(2), (std::vector<int>{1, 2}));
  EXPECT_EQ(thread_counts(6), (std::vector<int>{1, 2, 4, 6}));
  EXPECT_EQ(thread_counts(16), (std::vector<int>{1, 2, 4, 8, 16}));
  EXPECT_EQ(thread_counts(0), (std::vector<int>{1}));
}

TEST(StrategySearch, TriesEveryStrategyWithEveryCountMostThreadsFirst) {
  EXPECT_EQ(
      trials_of({Strategy::Fused, Strategy::Eager}, {1, 2}),
      (std::vector<Trial>{{Strategy::Fused, 2}, {Strategy::Fused, 1}, {Strategy::Eager, 2}, {Strategy::Eager, 1}}));
}

constexpr double kNever = std::numeric_limits<double>::infinity();

/// A search among fused and eager on 1 and 2 threads whose epochs take these microseconds.
struct Searched {
  StrategyChoice choice;
  double asked_s = 0;
  std::map<std::pair<Strategy, int>, int> measured;  // how often each was
};

Searched search_over(std::map<std::pair<Strategy, int>, double> times_us, double epochs = 1) {
  Searched searched;
  searched.choice = search_strategies(trials_of({Strategy::Fused, Strategy::Eager}, {1, 2}), epochs,
                                      [&](const Trial& trial, double budget_s) {
                                        searched.asked_s += budget_s;
                                        ++searched.measured[{trial.strategy, trial.threads}];
                                        return times_us.at({trial.strategy, trial.threads});
                                      });
  return searched;
}

std::map<std::pair<Strategy, int>, double> times(double fused1, double fused2, double eager1, double eager2) {
  return {{{Strategy::Fused, 1}, fused1},
          {{Strategy::Fused, 2}, fused2},
          {{Strategy::Eager, 1}, eager1},
          {{Strategy::Eager, 2}, eager2}};
}

TEST(StrategySearch, TheFastestWinsWhicheverItIs) {
  EXPECT_EQ(search_over(times(40, 60, 100, 120)).choice.chosen, (Trial{Strategy::Fused, 1}));
  EXPECT_EQ(search_over(times(100, 60, 90, 120)).choice.chosen, (Trial{Strategy::Fused, 2}));
  EXPECT_EQ(search_over(times(100, 60, 50, 70)).choice.chosen, (Trial{Strategy::Eager, 1}));
  EXPECT_EQ(search_over(times(100, 60, 50, 30)).choice.chosen, (Trial{Strategy::Eager, 2}));
}

TEST(StrategySearch, ATieGoesToFewerThreadsAndAmongThemToTheFaster) {
  EXPECT_EQ(search_over(times(102.9, 100, 200, 200)).choice.chosen, (Trial{Strategy::Fused, 1}));
  EXPECT_EQ(search_over(times(103.1, 100, 200, 200)).choice.chosen, (Trial{Strategy::Fused, 2}));
  EXPECT_EQ(search_over(times(102, 101, 100, 200)).choice.chosen, (Trial{Strategy::Eager, 1}));
}

TEST(StrategySearch, SaysWhatEachTook) {
  const StrategyChoice choice = search_over(times(40, 60, 100, 120)).choice;
  ASSERT_EQ(choice.candidates.size(), 4u);
  EXPECT_EQ(choice.candidates[0].strategy, "fused");
  EXPECT_EQ(choice.candidates[0].threads, 2);
  EXPECT_DOUBLE_EQ(choice.candidates[0].epoch_us, 60);
  EXPECT_EQ(choice.candidates[3].strategy, "eager");
  EXPECT_DOUBLE_EQ(choice.candidates[3].epoch_us, 100);
}

TEST(StrategySearch, WhatIsFarBehindIsMeasuredOnce) {
  Searched searched = search_over(times(40, 60, 1000, 120));
  EXPECT_EQ((searched.measured[{Strategy::Eager, 1}]), 1);
  EXPECT_EQ((searched.measured[{Strategy::Eager, 2}]), 1);
  EXPECT_GT((searched.measured[{Strategy::Fused, 1}]), 1);
  EXPECT_GT((searched.measured[{Strategy::Fused, 2}]), 1);
}

TEST(StrategySearch, StaysWithinItsBudget) {
  EXPECT_LE(search_over(times(40, 60, 1000, 120)).asked_s, search_budget_s(0) + 1e-12);
  EXPECT_LE(search_over(times(1e6, 1e6, 1e6, 1e6), 1000).asked_s, search_budget_s(1000) + 1e-12);
  EXPECT_GT(search_over(times(1e6, 1e6, 1e6, 1e6), 1000).asked_s, 0.5 * search_budget_s(1000));
}

TEST(StrategySearch, WhatCannotBeDoneIsNeitherChosenNorToldOf) {
  const StrategyChoice choice = search_over(times(kNever, kNever, 100, kNever)).choice;
  EXPECT_EQ(choice.chosen, (Trial{Strategy::Eager, 1}));
  EXPECT_EQ(choice.candidates.size(), 1u);
  const StrategyChoice none = search_over(times(kNever, kNever, kNever, kNever)).choice;
  EXPECT_EQ(none.chosen, (Trial{Strategy::Fused, 2}));
  EXPECT_TRUE(none.candidates.empty());
}

TEST(StrategySearch, WhatIsNotEligibleIsToldOfAndNeverChosen) {
  int fused = 0;
  const StrategyChoice choice = search_strategies(
      trials_of({Strategy::Eager, Strategy::Fused}, {1, 2}), 1,
      [&](const Trial& trial, double) {
        fused += trial.strategy == Strategy::Fused ? 1 : 0;
        return trial.strategy == Strategy::Fused ? 1.0 : 100.0 / trial.threads;
      },
      [](const Trial& trial) { return trial.strategy == Strategy::Eager; });
  EXPECT_EQ(choice.chosen, (Trial{Strategy::Eager, 2}));
  EXPECT_EQ(choice.candidates.size(), 4u);
  EXPECT_EQ(fused, 2);
}

TEST(StrategySearch, OneTrialNeedsNoSearch) {
  const StrategyChoice choice = search_strategies({{Strategy::Fused, 3}}, 10, [](const Trial&, double) {
    ADD_FAILURE() << "nothing to measure";
    return 0.0;
  });
  EXPECT_EQ(choice.chosen, (Trial{Strategy::Fused, 3}));
  EXPECT_TRUE(choice.candidates.empty());
}

TEST(StrategySearch, TheBudgetIs50MsOr2Percent) {
  EXPECT_DOUBLE_EQ(search_budget_s(0.1), 0.05);
  EXPECT_DOUBLE_EQ(search_budget_s(100), 2);
}

TEST(UsableThreads, IsWithinTheMachine) {
  EXPECT_GE(usable_threads(), 1);
}

}  // namespace
}  // namespace lossline::test
