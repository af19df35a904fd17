// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/quantiles.h"

#include <limits>

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(SpreadOf, IsNumpysPercentile) {
  struct Case {
    std::vector<double> sample;
    double q1, median, q3;
  };
  // numpy.percentile(sample, [25, 50, 75])
  const std::vector<Case> cases = {
      {{5}, 5, 5, 5},
      {{1, 2}, 1.25, 1.5, 1.75},
      {{3, 1, 2}, 1.5, 2, 2.5},
      {{3, 1, 4, 1, 5, 9, 2, 6}, 1.75, 3.5, 5.25},
      {{4, 1, 3, 2}, 1.75, 2.5, 3.25},
      {{1, 2, 3, 4, 5}, 2, 3, 4},
      {{10, 20, 30, 40, 50, 1000}, 22.5, 35, 47.5},
      {{-1, -1, -1, 7}, -1, -1, 1},
      {{0.3, 0.1, 0.2, 0.7, 0.5, 0.4, 0.6}, 0.25, 0.4, 0.55},
  };
  for (const Case& one : cases) {
    const Spread spread = spread_of(one.sample);
    EXPECT_DOUBLE_EQ(spread.q1, one.q1);
    EXPECT_DOUBLE_EQ(spread.median, one.median);
    EXPECT_DOUBLE_EQ(spread.q3, one.q3);
    EXPECT_EQ(spread.n, one.sample.size());
  }
}

TEST(SpreadOf, NothingIsZeroWithoutASample) {
  const Spread spread = spread_of({});
  EXPECT_EQ(spread.n, 0U);
  EXPECT_EQ(spread.median, 0);
}

TEST(SpreadOf, LeavesOutWhatIsNotFinite) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Spread spread = spread_of({kNaN, 3, kInfinity, 1, -kInfinity, 2, kNaN});
  EXPECT_EQ(spread.n, 3U);
  EXPECT_EQ(spread.median, 2);
  EXPECT_EQ(spread_of({kNaN, kInfinity}).n, 0U);
}

TEST(Quantile, IsExactAtBothEndsAndBeyond) {
  const std::vector<double> sample = {0.1, 0.2, 0.7};
  EXPECT_EQ(quantile_of_sorted(sample, 0), 0.1);
  EXPECT_EQ(quantile_of_sorted(sample, 1), 0.7);
  EXPECT_EQ(quantile_of_sorted(sample, 7), 0.7);
  EXPECT_EQ(quantile_of_sorted(sample, -7), 0.1);
}

}  // namespace
}  // namespace lossline
