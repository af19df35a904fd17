// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/progress_text.h"

#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace lossline {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Table = std::vector<std::pair<double, std::string>>;

TEST(DurationText, ReadsNaturallyAtEveryLength) {
  const Table table = {
      {0, "0 s"},
      {3.2e-7, "0 µs"},
      {12e-6, "12 µs"},
      {390.4e-6, "390 µs"},
      {999.4e-6, "999 µs"},
      {999.6e-6, "1.0 ms"},
      {3.46e-3, "3.5 ms"},
      {9.96e-3, "10 ms"},
      {0.035, "35 ms"},
      {0.0994, "99 ms"},
      {0.0996, "0.1 s"},
      {0.5, "0.5 s"},
      {0.94, "0.9 s"},
      {1, "1.0 s"},
      {9.94, "9.9 s"},
      {9.96, "10 s"},
      {12.3, "12 s"},
      {59.4, "59 s"},
      {59.6, "1 min 00 s"},
      {64, "1 min 04 s"},
      {754, "12 min 34 s"},
      {3599.4, "59 min 59 s"},
      {3599.6, "1 h 00 min"},
      {3840, "1 h 04 min"},
      {86369, "23 h 59 min"},
      {86371, "1 d 00 h"},
      {86400, "1 d 00 h"},
      {183600, "2 d 03 h"},
      {31557600, "365 d 06 h"},
  };
  for (const auto& [seconds, text] : table) {
    EXPECT_EQ(duration_text(seconds), text) << seconds;
  }
}

TEST(DurationText, WhatIsNoDurationIsADash) {
  for (const double seconds : {-1.0, kNaN, kInfinity, -kInfinity, 1e18}) {
    EXPECT_EQ(duration_text(seconds), "–") << seconds;
  }
}

TEST(CountText, GroupsInThrees) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1\u202f000");
  EXPECT_EQ(count_text(20000), "20\u202f000");
  EXPECT_EQ(count_text(20000, Grouping::Space), "20 000");
  EXPECT_EQ(count_text(20000, Grouping::None), "20000");
  EXPECT_EQ(count_text(1234567, Grouping::Space), "1 234 567");
  EXPECT_EQ(count_text(std::numeric_limits<std::uint64_t>::max(), Grouping::Space), "18 446 744 073 709 551 615");
}

TEST(RateText, HasThreeSignificantDigits) {
  const Table table = {
      {0, "0"},
      {0.05321, "0.0532"},
      {0.9996, "1.00"},
      {3.214, "3.21"},
      {9.996, "10.0"},
      {24.56, "24.6"},
      {99.96, "100"},
      {532.4, "532"},
      {999.6, "1 000"},
      {11300.4, "11 300"},
      {123456, "123 000"},
      {2560000, "2 560 000"},
      {1e9, "1 000 000 000"},
  };
  for (const auto& [rate, text] : table) {
    EXPECT_EQ(rate_text(rate, Grouping::Space), text) << rate;
  }
  EXPECT_EQ(rate_text(11300), "11\u202f300");
  EXPECT_EQ(rate_text(11300, Grouping::None), "11300");
  for (const double rate : {-1.0, kNaN, kInfinity}) {
    EXPECT_EQ(rate_text(rate), "–");
  }
  EXPECT_LT(rate_text(1e300).size(), 12U);
  EXPECT_LT(rate_text(1e-300).size(), 12U);
}

TEST(LossText, ShowsWhatMattersAtEverySize) {
  const Table table = {
      {0, "0"},
      {1.07658, "1.0766"},
      {0.0712, "0.0712"},
      {0.61919, "0.6192"},
      {0.00123456, "0.00123"},
      {0.000714, "0.00071"},
      {3.2e-7, "3.2e-07"},
      {9.9999, "9.9999"},
      {9.99999, "10.000"},
      {23.4567, "23.457"},
      {123.456, "123.46"},
      {1234.56, "1234.6"},
      {12345.6, "12346"},
      {1e30, "1.00e+30"},
      {-0.5, "-0.5000"},
      {5e-324, "4.9e-324"},
  };
  for (const auto& [loss, text] : table) {
    EXPECT_EQ(loss_text(loss), text) << loss;
  }
  for (const double loss : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_EQ(loss_text(loss), "not finite");
  }
}

TEST(PercentText, NeverClaimsAllOrNothingFalsely) {
  const Table table = {{0, "0 %"},      {1, "100 %"},      {0.96667, "96.7 %"}, {0.5, "50.0 %"}, {0.99999, "99.9 %"},
                       {1e-9, "0.1 %"}, {1.25, "125.0 %"}, {-0.125, "-12.5 %"}, {kNaN, "–"},     {kInfinity, "–"}};
  for (const auto& [share, text] : table) {
    EXPECT_EQ(percent_text(share), text) << share;
  }
  EXPECT_EQ(percent_text(0.456, 0), "46 %");
  EXPECT_EQ(percent_text(0.999, 0), "99 %");
  EXPECT_EQ(percent_text(0.96667, 2), "96.67 %");
}

TEST(BytesText, UsesTheLargestUnitThatFits) {
  const std::vector<std::pair<std::uint64_t, std::string>> table = {
      {0, "0 B"},
      {332, "332 B"},
      {1023, "1023 B"},
      {1024, "1.0 KiB"},
      {1536, "1.5 KiB"},
      {1048524, "1023.9 KiB"},
      {1048575, "1.0 MiB"},
      {1073741824, "1.0 GiB"},
      {8267223040, "7.7 GiB"},
      {1099511627776, "1.0 TiB"},
      {std::numeric_limits<std::uint64_t>::max(), "16.0 EiB"},
  };
  for (const auto& [bytes, text] : table) {
    EXPECT_EQ(bytes_text(bytes), text) << bytes;
  }
}

TEST(EtaSeconds, GoesByTheAveragePace) {
  EXPECT_EQ(eta_seconds(0, 100, 5), std::nullopt);
  EXPECT_EQ(eta_seconds(10, 100, 0), std::nullopt);
  EXPECT_EQ(eta_seconds(10, 100, -1), std::nullopt);
  EXPECT_EQ(eta_seconds(10, 100, kNaN), std::nullopt);
  EXPECT_EQ(eta_seconds(10, 100, 5), 45.0);
  EXPECT_EQ(eta_seconds(100, 100, 5), 0.0);
  EXPECT_EQ(eta_seconds(120, 100, 5), 0.0);
  EXPECT_EQ(eta_seconds(0, 0, 0), 0.0);
  EXPECT_DOUBLE_EQ(eta_seconds(1, 18446744073709551615U, 1).value(), 18446744073709551614.0);
}

}  // namespace
}  // namespace lossline
