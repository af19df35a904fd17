// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/scaler.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/data/reference.h"

namespace lossline {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// NaN equals NaN here.
void expect_same(double actual, double expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what << ": " << actual;
  } else {
    EXPECT_DOUBLE_EQ(actual, expected) << what;
  }
}

// Columns: ordinary, constant, almost constant, huge, tiny, with NaN.
void expect_as_scikit_learn(Scaling kind, const nlohmann::json& reference) {
  const auto x = doubles(reference["x"]);
  const auto y = doubles(reference["y"]);
  const auto columns = reference["columns"].get<std::size_t>();
  const auto offsets = doubles(reference["offsets"]);
  const auto factors = doubles(reference["factors"]);
  std::vector<std::size_t> rows(x.size() / columns);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const Scaler scaler = Scaler::fit(kind, x, columns, rows);
  ASSERT_EQ(scaler.offsets().size(), columns);
  for (std::size_t column = 0; column < columns; ++column) {
    const std::string what = "column " + integer_text(std::uint64_t{column});
    expect_same(scaler.offsets()[column], offsets[column], what + ", offset");
    expect_same(scaler.factors()[column], factors[column], what + ", factor");
    for (const std::size_t row : rows) {
      const std::size_t at = row * columns + column;
      expect_same(scaler.scaled(x[at], column), y[at], what + ", row " + integer_text(std::uint64_t{row}));
    }
  }
}

TEST(Scaler, MinMaxIsScikitLearns) {
  expect_as_scikit_learn(Scaling::MinMax, reference_part("numpy_reference.json", "min_max"));
}

TEST(Scaler, StandardIsScikitLearns) {
  expect_as_scikit_learn(Scaling::Standard, reference_part("numpy_reference.json", "standard"));
}

TEST(Scaler, FitsOnTheGivenRowsOnly) {
  const std::vector<double> x = {-100, 0, 10, 5, 1000};
  const Scaler scaler = Scaler::fit(Scaling::MinMax, x, 1, {1, 2, 3});
  EXPECT_EQ(scaler.transform(x, {0, 1, 2, 3, 4}), (std::vector<float>{-10, 0, 1, 0.5F, 100}));
}

TEST(Scaler, TransformKeepsTheOrderOfTheRowsAsked) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const Scaler scaler = Scaler::fit(Scaling::None, x, 2, {0, 1, 2});
  EXPECT_EQ(scaler.transform(x, {2, 0}), (std::vector<float>{5, 6, 1, 2}));
  EXPECT_TRUE(scaler.offsets().empty());
}

TEST(Scaler, AConstantColumnIsShiftedAndNotStretched) {
  const std::vector<double> x = {3, 3, 3};
  EXPECT_EQ(Scaler::fit(Scaling::MinMax, x, 1, {0, 1}).transform(x, {0, 1, 2}), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(Scaler::fit(Scaling::Standard, x, 1, {0, 1}).transform(x, {0, 1, 2}), (std::vector<float>{0, 0, 0}));
  const std::vector<double> unlike = {3, 3, 8};  // constant in training, another value in the test
  EXPECT_EQ(Scaler::fit(Scaling::MinMax, unlike, 1, {0, 1}).transform(unlike, {2}), (std::vector<float>{5}));
  EXPECT_EQ(Scaler::fit(Scaling::Standard, unlike, 1, {0, 1}).transform(unlike, {2}), (std::vector<float>{5}));
}

TEST(Scaler, NotANumberPassesThroughAndSpoilsNoOtherValue) {
  const std::vector<double> x = {kNaN, 0, 4, kNaN};
  for (const Scaling kind : {Scaling::MinMax, Scaling::Standard, Scaling::None}) {
    const auto scaled = Scaler::fit(kind, x, 1, {0, 1, 2, 3}).transform(x, {0, 1, 2, 3});
    EXPECT_TRUE(std::isnan(scaled[0]) && std::isnan(scaled[3]));
    EXPECT_TRUE(std::isfinite(scaled[1]) && std::isfinite(scaled[2]));
  }
}

TEST(Scaler, InfinitiesAndColumnsOfNothingButNaNDoNotStopIt) {
  const std::vector<double> x = {kInfinity, kNaN, 1, -kInfinity, kNaN, 1, 2, kNaN, 5, 3, kNaN, 9};
  for (const Scaling kind : {Scaling::MinMax, Scaling::Standard, Scaling::None}) {
    const auto scaled = Scaler::fit(kind, x, 3, {0, 1, 2, 3}).transform(x, {0, 1, 2, 3});
    ASSERT_EQ(scaled.size(), x.size());
    EXPECT_FALSE(std::isfinite(scaled[0]));
    EXPECT_TRUE(std::isnan(scaled[1]));
    EXPECT_TRUE(std::isfinite(scaled[2]) && std::isfinite(scaled[11]));  // the sound column is untouched
  }
}

TEST(Scaler, ValuesBeyondFloatBecomeInfinite) {
  const std::vector<double> x = {1e300, 1};
  EXPECT_TRUE(std::isinf(Scaler::fit(Scaling::None, x, 1, {0, 1}).transform(x, {0})[0]));
}

}  // namespace
}  // namespace lossline
