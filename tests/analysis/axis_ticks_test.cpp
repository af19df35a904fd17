// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/axis_ticks.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace lossline {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> list;
  for (const Tick& tick : ticks) {
    list.push_back(tick.text);
  }
  return list;
}

TEST(AxisTicks, LinearMarksAreRoundAndGrouped) {
  EXPECT_EQ(texts(linear_ticks(0, 20000, 6)),
            (std::vector<std::string>{"0", "5\u202f000", "10\u202f000", "15\u202f000", "20\u202f000"}));
  EXPECT_EQ(texts(linear_ticks(0, 1.2, 7)),
            (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2"}));
  EXPECT_EQ(texts(linear_ticks(0.0601, 0.0622, 4)), (std::vector<std::string>{"0.061", "0.062"}));
  EXPECT_EQ(texts(linear_ticks(-2, 2, 5)), (std::vector<std::string>{"−2", "−1", "0", "1", "2"}));
}

TEST(AxisTicks, ZeroHasNoSign) {
  // 0 / 0.2 − 1e-9 rounds up to a negative zero.
  EXPECT_EQ(linear_ticks(0, 1.2, 12).front().text, "0.0");
  EXPECT_EQ(linear_ticks(-1, 1, 5)[2].text, "0.0");
  EXPECT_FALSE(std::signbit(linear_ticks(0, 1.2, 12).front().at));
}

TEST(AxisTicks, MarksStayInsideAndWithinTheirNumber) {
  for (const double low : {0.0, 1.0, 0.123, -7.5, 1e6, 1e-9}) {
    for (const double span : {1e-6, 0.37, 1.0, 19999.0, 4.2e9}) {
      for (int most = 2; most <= 12; ++most) {
        const std::vector<Tick> ticks = linear_ticks(low, low + span, most);
        EXPECT_LE(static_cast<int>(ticks.size()), most);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
          EXPECT_GE(ticks[i].at, low - span * 1e-6);
          EXPECT_LE(ticks[i].at, low + span * (1 + 1e-6));
          if (i > 0) {
            EXPECT_GT(ticks[i].at, ticks[i - 1].at);
            EXPECT_NE(ticks[i].text, ticks[i - 1].text) << low << " " << span << " " << most;
          }
        }
      }
    }
  }
}

TEST(AxisTicks, NothingForARangeThatIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(linear_ticks(1, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(2, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(nan, 1, 5).empty());
  EXPECT_TRUE(linear_ticks(0, inf, 5).empty());
  EXPECT_TRUE(log_ticks(nan, 1, 5).empty());
  EXPECT_TRUE(log_ticks(1, 0, 5).empty());
}

TEST(AxisTicks, LogMarksAreDecades) {
  EXPECT_EQ(texts(log_ticks(-2.1, 0.4, 8)), (std::vector<std::string>{"0.01", "0.1", "1"}));
  const std::vector<Tick> ticks = log_ticks(-2.1, 0.4, 8);
  EXPECT_DOUBLE_EQ(ticks[0].at, -2);
  // A narrow range has marks between the decades, or it would have one mark or none.
  EXPECT_EQ(texts(log_ticks(std::log10(0.06), std::log10(1.2), 8)),
            (std::vector<std::string>{"0.1", "0.2", "0.5", "1"}));
  // A wide one is thinned.
  EXPECT_LE(log_ticks(-40, 0, 6).size(), 7U);
}

TEST(AxisTicks, RoundUpIsNeverBelowAndNeverFarAbove) {
  EXPECT_DOUBLE_EQ(round_up(1.1229), 1.2);
  EXPECT_DOUBLE_EQ(round_up(1.2), 1.2);
  EXPECT_DOUBLE_EQ(round_up(0.0619), 0.08);
  EXPECT_DOUBLE_EQ(round_up(9.1), 10);
  EXPECT_DOUBLE_EQ(round_up(0), 1);
  EXPECT_DOUBLE_EQ(round_up(-3), 1);
  for (double value = 1e-7; value < 1e7; value *= 1.37) {
    EXPECT_GE(round_up(value), value * (1 - 1e-8));
    EXPECT_LE(round_up(value), value * 1.35);
  }
}

}  // namespace
}  // namespace lossline
