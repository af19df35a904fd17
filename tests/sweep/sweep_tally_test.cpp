// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using testing::ElementsAre;

SweepRow row(std::uint64_t index, std::optional<double> accuracy, std::optional<double> loss,
             RunState state = RunState::Finished) {
  return {index, "", state, accuracy, loss, 0.1};
}

std::vector<std::uint64_t> best_of(const SweepTally& tally) {
  std::vector<std::uint64_t> indexes;
  for (const SweepRow& one : tally.best()) {
    indexes.push_back(one.index);
  }
  return indexes;
}

TEST(SweepTally, RanksByAccuracyThenLossThenIndex) {
  SweepTally tally(4);
  for (const SweepRow& one : {row(4, 0.9, 0.2), row(3, 0.9, 0.2), row(2, 0.9, 0.1), row(1, 1.0, 0.9), row(0, 0.5, 0.0),
                              row(9, std::nullopt, std::nullopt)}) {
    tally.add(one);
  }
  EXPECT_THAT(best_of(tally), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(tally.finished(), 6U);
}

TEST(SweepTally, RanksByLossWhereThereAreNoClasses) {
  SweepTally tally;
  tally.add(row(0, std::nullopt, 0.5));
  tally.add(row(1, std::nullopt, 0.25));
  EXPECT_THAT(best_of(tally), ElementsAre(1, 0));
}

TEST(SweepTally, RunsThatDidNotFinishAreCountedAndNotRanked) {
  SweepTally tally;
  tally.add(row(0, 1.0, 0.0, RunState::Diverged));
  tally.add(row(1, 1.0, 0.0, RunState::Failed));
  tally.add(row(2, 0.1, 5.0));
  EXPECT_THAT(best_of(tally), ElementsAre(2));
  EXPECT_EQ(tally.rows(), 3U);
  EXPECT_EQ(tally.diverged(), 1U);
  EXPECT_EQ(tally.failed(), 1U);
}

}  // namespace
}  // namespace lossline
