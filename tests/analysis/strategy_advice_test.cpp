// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/strategy_advice.h"

#include <limits>

#include <gtest/gtest.h>

namespace lossline {
namespace {

Resolved by_eager() {
  Resolved resolved;
  resolved.device = "cpu";
  resolved.strategy = "eager";
  resolved.threads = 1;
  resolved.candidates = {{"eager", 2, 70}, {"eager", 1, 62.4}, {"fused", 2, 0.9}, {"fused", 1, 0.52}};
  return resolved;
}

// 20 000 epochs of 0.52 µs are 10.4 ms; 62.4 ÷ 0.52 is 120.
TEST(FusedAdvice, BeforeTheFirstEpochItCountsWithWhatEagerWasMeasuredAt) {
  const auto advice = fused_advice(by_eager(), 20000, 0, 0);
  ASSERT_TRUE(advice.has_value());
  EXPECT_EQ(advice->threads, 1);
  EXPECT_DOUBLE_EQ(advice->epoch_us, 0.52);
  EXPECT_NEAR(advice->seconds, 0.0104, 1e-12);
  EXPECT_NEAR(advice->times, 120, 1e-9);
  EXPECT_EQ(fused_advice_text(*advice, Grouping::Space),
            "would take 10 ms for these 20 000 epochs (0.52 µs each, measured on 1 thread): 120 times as fast");
}

// Of 20 000 asked, 5 000 took 0.26 s: 52 µs each, 100 times 0.52.
TEST(FusedAdvice, AfterwardsItCountsWithWhatTheRunTook) {
  const auto advice = fused_advice(by_eager(), 20000, 5000, 0.26);
  ASSERT_TRUE(advice.has_value());
  EXPECT_NEAR(advice->times, 100, 1e-9);
  EXPECT_NEAR(advice->seconds, 0.0104, 1e-12);
}

TEST(FusedAdvice, TheQuickestThreadCountIsTheOneThatIsTold) {
  Resolved resolved = by_eager();
  resolved.candidates = {{"fused", 1, 31.0}, {"fused", 2, 20.8}, {"eager", 1, 26.0}};
  const auto advice = fused_advice(resolved, 1, 0, 0);
  ASSERT_TRUE(advice.has_value());
  EXPECT_EQ(fused_advice_text(*advice),
            "would take 21 µs for this epoch (21 µs each, measured on 2 threads): 1.2 times as fast");
}

TEST(FusedAdvice, SaysSoWhenItIsNotFaster) {
  for (const double fused_us : {60.5, 62.4, 80.0}) {  // 3 % is what two measurements differ by
    Resolved resolved = by_eager();
    resolved.candidates = {{"eager", 1, 62.4}, {"fused", 1, fused_us}};
    const auto advice = fused_advice(resolved, 20000, 0, 0);
    ASSERT_TRUE(advice.has_value());
    EXPECT_FALSE(advice->faster());
    EXPECT_EQ(fused_advice_text(*advice), "would not be faster here");
  }
}

TEST(FusedAdvice, IsForRunsByEagerWithAFusedCandidateAndAPace) {
  Resolved resolved = by_eager();
  resolved.strategy = "fused";
  EXPECT_FALSE(fused_advice(resolved, 20000, 100, 1).has_value());
  resolved = by_eager();
  resolved.candidates = {{"eager", 1, 62.4}, {"eager", 2, 70}};
  EXPECT_FALSE(fused_advice(resolved, 20000, 100, 1).has_value());
  resolved.candidates.clear();
  EXPECT_FALSE(fused_advice(resolved, 20000, 100, 1).has_value());
  resolved.candidates = {{"fused", 1, 0.5}};
  EXPECT_FALSE(fused_advice(resolved, 20000, 0, 0).has_value()) << "nothing to compare with yet";
  EXPECT_TRUE(fused_advice(resolved, 20000, 100, 1).has_value());
}

TEST(FusedAdvice, FiguresOfADamagedFileAreNoTimes) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double wrong : {nan, inf, 0.0, -1.0}) {
    Resolved resolved = by_eager();
    resolved.candidates = {{"eager", 1, 62.4}, {"fused", 1, wrong}};
    EXPECT_FALSE(fused_advice(resolved, 20000, 0, 0).has_value()) << wrong;
    resolved.candidates = {{"eager", 1, wrong}, {"fused", 1, 0.52}};
    EXPECT_FALSE(fused_advice(resolved, 20000, 0, 0).has_value()) << wrong;
    EXPECT_FALSE(fused_advice(resolved, 20000, 100, wrong).has_value()) << wrong;
  }
  Resolved resolved = by_eager();
  resolved.candidates = {{"eager", 1, 1e300}, {"fused", 1, 1e-300}};
  EXPECT_FALSE(fused_advice(resolved, 20000, 0, 0).has_value());
  EXPECT_FALSE(fused_advice(by_eager(), 0, 0, 0).has_value());
}

TEST(FusedAdvice, TimesAreToldToTwoDigits) {
  const std::pair<double, const char*> cases[] = {{1.06, "1.1"},  {9.94, "9.9"}, {9.96, "10"},
                                                  {12.4, "12"},   {99.4, "99"},  {99.6, "100"},
                                                  {123.4, "120"}, {996, "1000"}, {4321, "4300"}};
  for (const auto& [times, text] : cases) {
    FusedAdvice advice;
    advice.epochs = 2;
    advice.times = times;
    advice.epoch_us = 1;
    advice.seconds = 1;
    const std::string ending = std::string("): ") + text + " times as fast";
    const std::string said = fused_advice_text(advice);
    ASSERT_GT(said.size(), ending.size());
    EXPECT_EQ(said.substr(said.size() - ending.size()), ending);
  }
}

TEST(StrategyChoice, WhatRunsFirstThenTheOthersFastestFirst) {
  RunRecord record;
  record.resolved = by_eager();
  record.resolved.strategy = "fused";
  EXPECT_EQ(
      strategy_choice_text(record),
      "fused with 1 thread: 0.52 µs an epoch; fused with 2 threads 0.90 µs; eager with 1 thread 62 µs; eager with "
      "2 threads 70 µs");
  record.resolved.candidates.push_back({"eager", 4, 65});
  EXPECT_EQ(
      strategy_choice_text(record),
      "fused with 1 thread: 0.52 µs an epoch; fused with 2 threads 0.90 µs; eager with 1 thread 62 µs; eager with "
      "4 threads 65 µs");
}

TEST(StrategyChoice, WhereEagerWasAskedForOnlyItsThreadsWereChosen) {
  RunRecord record;
  record.config.strategy = Strategy::Eager;
  record.resolved = by_eager();
  EXPECT_EQ(strategy_choice_text(record), "eager with 1 thread: 62 µs an epoch; eager with 2 threads 70 µs");
  record.resolved.candidates = {{"eager", 1, 62.4}, {"fused", 1, 0.52}};
  EXPECT_EQ(strategy_choice_text(record), "");
}

TEST(StrategyChoice, ATieGoesToFewerThreadsAndSaysSo) {
  RunRecord record;
  record.resolved = by_eager();
  record.resolved.candidates = {{"eager", 2, 1490}, {"eager", 1, 1510}};
  EXPECT_EQ(strategy_choice_text(record),
            "eager with 1 thread: 1.5 ms an epoch; eager with 2 threads 1.5 ms (too near to be worth more threads)");
}

TEST(StrategyChoice, NothingWhereNothingWasCompared) {
  RunRecord record;
  EXPECT_EQ(strategy_choice_text(record), "");
  record.resolved = by_eager();
  record.resolved.candidates = {{"eager", 1, 62.4}};
  EXPECT_EQ(strategy_choice_text(record), "");
  record.resolved.candidates = {{"eager", 2, 62.4}, {"fused", 1, 1}};
  EXPECT_EQ(strategy_choice_text(record), "") << "what ran was not measured";
}

TEST(EpochTime, TwoDigits) {
  const std::pair<double, const char*> cases[] = {{0.5249, "0.52 µs"}, {5.25, "5.2 µs"},     {61.3, "61 µs"},
                                                  {1234, "1.2 ms"},    {260000, "0.3 s"},    {0, "–"},
                                                  {-1, "–"},           {0.0213, "0.021 µs"}, {9.96, "10 µs"}};
  for (const auto& [microseconds, text] : cases) {
    EXPECT_EQ(epoch_time_text(microseconds), text) << microseconds;
  }
}

}  // namespace
}  // namespace lossline
