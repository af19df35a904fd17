// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/number_text.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tests/api/comma_locale.h"

namespace lossline {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(NumberText, ReadsEveryWayANumberIsWritten) {
  const std::pair<const char*, double> cases[] = {
      {"0", 0.0},         {"0.01", 0.01},  {"-1", -1.0},    {"+2.5", 2.5},
      {"1e-3", 1e-3},     {"1E5", 1e5},    {".5", 0.5},     {"5.", 5.0},
      {"1e308", 1e308},   {"inf", kInf},   {"-inf", -kInf}, {"infinity", kInf},
      {"4e-320", 4e-320}, {"00012", 12.0}, {"1e+2", 100.0}, {"9007199254740993", 9007199254740992.0}};
  for (const auto& [text, value] : cases) {
    const auto read = parse_double(text);
    ASSERT_TRUE(read.has_value()) << text;
    EXPECT_EQ(*read, value) << text;
  }
  const auto minus_zero = parse_double("-0.0");
  ASSERT_TRUE(minus_zero.has_value());
  EXPECT_TRUE(std::signbit(*minus_zero));
  const auto nan = parse_double("nan");
  ASSERT_TRUE(nan.has_value());
  EXPECT_TRUE(std::isnan(*nan));
}

TEST(NumberText, RefusesWhatIsNoNumberAsAWhole) {
  for (const char* text : {"",     " ",     "-",     "+",   "+-1",   "--1",    "1,5", "1 ",  " 1",  "1.5.2", "1e", "e5",
                           "0x10", "1_000", "1'000", "ten", "1e400", "-1e400", "1d5", "\t1", "1\n", "½",     "１"}) {
    EXPECT_FALSE(parse_double(text).has_value()) << '"' << text << '"';
  }
  EXPECT_FALSE(parse_double(std::string_view("1\0", 2)).has_value());
}

TEST(NumberText, ReadsWholeNumbersToTheirEnds) {
  EXPECT_EQ(parse_int64("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_int64("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_int64("+7"), 7);
  EXPECT_EQ(parse_uint64("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_uint64("0"), 0U);
  EXPECT_EQ(parse_uint64("007"), 7U);
}

TEST(NumberText, RefusesWhatIsNoWholeNumber) {
  for (const char* text :
       {"", "-", "+", "1.0", "1e3", "1,000", "1 000", " 1", "1 ", "0x1", "9223372036854775808", "nan"}) {
    EXPECT_FALSE(parse_int64(text).has_value()) << '"' << text << '"';
  }
  for (const char* text : {"", "-1", "-0", "+-1", "18446744073709551616", "1.5"}) {
    EXPECT_FALSE(parse_uint64(text).has_value()) << '"' << text << '"';
  }
}

TEST(NumberText, WritesTheShortestTextThatReadsBack) {
  EXPECT_EQ(shortest(0.01), "0.01");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e-5), "1e-05");
  EXPECT_EQ(shortest(20000), "20000");
  EXPECT_EQ(shortest(kNan), "nan");
  EXPECT_EQ(shortest(kInf), "inf");
  EXPECT_EQ(shortest(-kInf), "-inf");
  EXPECT_EQ(shortest(0.0), "0");
}

TEST(NumberText, EveryDoubleReadsBackToItself) {
  std::mt19937_64 bits(1);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t pattern = bits();
    double value = 0;
    std::memcpy(&value, &pattern, sizeof value);
    const auto read = parse_double(shortest(value));
    ASSERT_TRUE(read.has_value()) << shortest(value);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(*read));
    } else {
      ASSERT_EQ(*read, value) << shortest(value);
    }
  }
}

TEST(NumberText, FixedHasExactlySoManyDecimals) {
  EXPECT_EQ(fixed(0.06192, 4), "0.0619");
  EXPECT_EQ(fixed(1, 3), "1.000");
  EXPECT_EQ(fixed(2.5, 0), "2");  // half to even, as IEEE 754 rounds
  EXPECT_EQ(fixed(-1.005, 1), "-1.0");
  EXPECT_EQ(fixed(1, -4), "1");
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 60).size(), 309U + 1U + 60U);
  EXPECT_EQ(fixed(kNan, 2), "nan");
}

TEST(NumberText, SignificantHasSoManyDigits) {
  EXPECT_EQ(significant(11300.4, 3), "11300");
  EXPECT_EQ(significant(0.053219, 3), "0.0532");
  EXPECT_EQ(significant(24.649, 3), "24.6");
  EXPECT_EQ(significant(0, 3), "0");
  EXPECT_EQ(significant(-0.5, 2), "-0.50");
  EXPECT_EQ(significant(3.2e-7, 2), "3.2e-07");
  EXPECT_EQ(significant(kInf, 3), "inf");
}

TEST(NumberText, ACommaLocaleChangesNothing) {
  const test::CommaLocale german;
  EXPECT_EQ(shortest(1234.5), "1234.5");
  EXPECT_EQ(fixed(1234567.25, 2), "1234567.25");
  EXPECT_EQ(significant(1234.5, 5), "1234.5");
  EXPECT_EQ(integer_text(std::int64_t{-1234567}), "-1234567");
  EXPECT_EQ(integer_text(std::uint64_t{1234567}), "1234567");
  EXPECT_EQ(parse_double("0.5"), 0.5);
  EXPECT_FALSE(parse_double("0,5").has_value());
  EXPECT_FALSE(parse_int64("1.000").has_value());
}

TEST(NumberText, WritesWholeNumbersToTheirEnds) {
  EXPECT_EQ(integer_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(integer_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(integer_text(std::uint64_t{0}), "0");
}

}  // namespace
}  // namespace lossline
