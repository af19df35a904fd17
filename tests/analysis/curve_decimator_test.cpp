// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curve_decimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <thread>

#include <gtest/gtest.h>

namespace lossline {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using History = std::shared_ptr<LossHistory>;

void append(const History& history, std::uint32_t epoch, double loss) {
  LossPoint point;
  point.epoch = epoch;
  point.loss = loss;
  history->append(point);
}

// Epochs 1 … count.
History history_of(std::size_t count, const std::function<double(std::uint32_t)>& loss) {
  auto history = std::make_shared<LossHistory>();
  for (std::uint32_t epoch = 1; epoch <= count; ++epoch) {
    append(history, epoch, loss(epoch));
  }
  return history;
}

// The drawable points of a range, the plain way.
std::vector<CurvePoint> all_visible(const LossHistory& history, double from, double to, bool drop_non_positive) {
  std::vector<CurvePoint> result;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const LossPoint& point = history[i];
    const double x = point.epoch;
    if (x >= from && x <= to && std::isfinite(point.loss) && (point.loss > 0 || !drop_non_positive)) {
      result.push_back({x, point.loss});
    }
  }
  return result;
}

bool lower(const CurvePoint& a, const CurvePoint& b) {
  return a.y < b.y;
}

// Everything visible() promises, against the plain way. Buckets are cut at part · width, so limits and counts are to be
// chosen such that no epoch lies on a cut by rounding alone.
void expect_promises(CurveDecimator& decimator, double from, double to, std::size_t buckets) {
  SCOPED_TRACE(testing::Message() << "from " << from << " to " << to << ", " << buckets << " buckets");
  const auto all = all_visible(*decimator.history(), from, to, decimator.drop_non_positive());
  const auto shown = decimator.visible(from, to, buckets);
  ASSERT_LE(shown.size(), 2 * buckets);
  const auto range = decimator.y_range(from, to);
  ASSERT_EQ(range.has_value(), !all.empty());
  ASSERT_EQ(shown.empty(), all.empty() || buckets == 0);
  if (shown.empty()) {
    return;
  }
  EXPECT_EQ(range->first, std::min_element(all.begin(), all.end(), lower)->y);
  EXPECT_EQ(range->second, std::max_element(all.begin(), all.end(), lower)->y);
  EXPECT_EQ(std::min_element(shown.begin(), shown.end(), lower)->y, range->first);
  EXPECT_EQ(std::max_element(shown.begin(), shown.end(), lower)->y, range->second);
  const auto earlier = [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; };
  EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end(), earlier));
  EXPECT_TRUE(std::includes(all.begin(), all.end(), shown.begin(), shown.end(), earlier));
  for (const CurvePoint& point : shown) {
    EXPECT_TRUE(std::binary_search(all.begin(), all.end(), point, earlier));
    EXPECT_EQ(std::lower_bound(all.begin(), all.end(), point, earlier)->y, point.y);
  }
  if (buckets < 2) {
    return;
  }
  EXPECT_EQ(shown.front(), all.front());
  EXPECT_EQ(shown.back(), all.back());
  // Each part's extremes are drawn. The borders of long parts are not exact, see LongPartsKeepEverySpike.
  const double width = (to - from) / static_cast<double>(buckets - 1);
  for (std::size_t i = 1; i + 1 < all.size();) {
    const double part = std::floor((all[i].x - from) / width);
    double low = kInfinity, high = -kInfinity;
    const std::size_t start = i;
    for (; i + 1 < all.size() && std::floor((all[i].x - from) / width) == part; ++i) {
      low = std::min(low, all[i].y);
      high = std::max(high, all[i].y);
    }
    if (i - start >= 1000) {
      continue;
    }
    for (const double extreme : {low, high}) {
      EXPECT_TRUE(std::any_of(shown.begin(), shown.end(),
                              [&](const CurvePoint& point) {
                                return point.x >= all[start].x && point.x <= all[i - 1].x && point.y == extreme;
                              }))
          << "part " << part;
    }
  }
}

TEST(CurveDecimator, KeepsItsPromisesOnNoise) {
  std::mt19937 random(1);
  // One value in eight is not drawable, and some are not positive.
  const History history = history_of(5000, [&](std::uint32_t) {
    const auto draw = static_cast<std::uint32_t>(random());
    if (draw % 8 == 0) {
      return std::array<double, 4>{kNaN, kInfinity, -kInfinity, 0.0}[draw / 8 % 4];
    }
    return static_cast<double>(draw) / 4294967296.0 - 0.25;
  });
  CurveDecimator decimator(history);
  for (const bool drop : {false, true}) {
    decimator.set_drop_non_positive(drop);
    for (const auto& [from, to] : std::vector<std::pair<double, double>>{
             {0.5, 5000.5}, {-100.25, 9000.5}, {1.5, 2.5}, {127.5, 129.5}, {1000.3, 1999.7}, {4990.5, 5000.5}}) {
      for (const std::size_t buckets : {0U, 1U, 2U, 3U, 8U, 100U, 801U, 1600U, 20000U}) {
        expect_promises(decimator, from, to, buckets);
      }
    }
  }
}

TEST(CurveDecimator, ASpikeOfOneEpochSurvivesWhereverItIs) {
  for (const std::uint32_t spike : {1U, 2U, 127U, 128U, 129U, 1024U, 1025U, 5000U, 19999U, 20000U}) {
    for (const double height : {9.0, -9.0}) {
      const History history =
          history_of(20000, [&](std::uint32_t epoch) { return epoch == spike ? height : 1.0 / epoch; });
      CurveDecimator decimator(history);
      const auto shown = decimator.visible(1, 20000, 800);
      EXPECT_LE(shown.size(), 1600U);
      EXPECT_TRUE(std::find(shown.begin(), shown.end(), CurvePoint{static_cast<double>(spike), height}) != shown.end())
          << "spike at " << spike;
    }
  }
}

TEST(CurveDecimator, LongPartsKeepEverySpike) {
  // Peaks and dips alternate, of many sizes, in 60 parts of 5000 epochs each: one of them in a part's first third, one
  // in its last.
  std::mt19937 random(11);
  std::vector<CurvePoint> spikes;
  for (int part = 0; part < 60; ++part) {
    const auto draw = static_cast<std::uint32_t>(random());
    spikes.push_back({part * 5000.0 + 700 + draw % 1000, 2.0 + draw % 7});
    spikes.push_back({part * 5000.0 + 3200 + draw % 1000, -2.0 - draw % 5});
  }
  std::size_t next = 0;
  const History history = history_of(300000, [&](std::uint32_t epoch) {
    return next < spikes.size() && spikes[next].x == epoch ? spikes[next++].y : std::sin(epoch);
  });
  CurveDecimator decimator(history);
  const auto shown = decimator.visible(0, 300000, 61);
  EXPECT_LE(shown.size(), 122U);
  for (const CurvePoint& spike : spikes) {
    EXPECT_TRUE(std::find(shown.begin(), shown.end(), spike) != shown.end()) << "spike at " << spike.x;
  }
}

TEST(CurveDecimator, FewPointsAreAllShown) {
  const History history = history_of(500, [](std::uint32_t epoch) { return std::sin(epoch); });
  CurveDecimator decimator(history);
  EXPECT_EQ(decimator.visible(0, 1000, 1001), all_visible(*history, 0, 1000, false));
}

TEST(CurveDecimator, SparseEpochsAreFoundByTheirNumber) {
  // --record-every 1000: epochs 1, 1000, 2000 … and the last.
  auto history = std::make_shared<LossHistory>();
  append(history, 1, 5);
  for (std::uint32_t epoch = 1000; epoch <= 3000000; epoch += 1000) {
    append(history, epoch, 1.0 + epoch % 7000);
  }
  append(history, 3000321, 0.5);
  CurveDecimator decimator(history);
  expect_promises(decimator, 0.5, 3000400.5, 64);
  expect_promises(decimator, 999.5, 1000.5, 64);
  expect_promises(decimator, 1000.5, 1999.5, 64);  // between two kept epochs
  expect_promises(decimator, 2999000.5, 4000000.5, 64);
  EXPECT_EQ(decimator.visible(1000, 2000, 64).size(), 2U);  // both limits are in the range
}

TEST(CurveDecimator, UnevenEpochsDoNotLeadTheSearchAstray) {
  std::mt19937 random(5);
  auto history = std::make_shared<LossHistory>();
  std::uint32_t epoch = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto draw = static_cast<std::uint32_t>(random());
    epoch += 1 + (draw % 4 == 0 ? draw / 4 % 1000000 : 0);  // long gaps among runs of neighbours
    append(history, epoch, static_cast<double>(random() % 1000));
  }
  CurveDecimator decimator(history);
  for (const std::size_t buckets : {2U, 7U, 50U, 999U}) {
    expect_promises(decimator, 0.3, epoch + 0.4, buckets);
    expect_promises(decimator, epoch / 3 + 0.3, epoch / 2 + 0.4, buckets);
  }
}

TEST(CurveDecimator, ARangeWithNothingInItIsEmpty) {
  const History history = history_of(300, [](std::uint32_t) { return 1.0; });
  CurveDecimator decimator(history);
  for (const auto& [from, to] : std::vector<std::pair<double, double>>{
           {301, 400}, {-5, 0}, {2.1, 2.9}, {10, 5}, {kNaN, 5}, {1, kNaN}, {kInfinity, kInfinity}}) {
    EXPECT_TRUE(decimator.visible(from, to, 10).empty()) << from << " " << to;
    EXPECT_FALSE(decimator.y_range(from, to).has_value());
  }
  EXPECT_TRUE(decimator.visible(1, 300, 0).empty());
}

TEST(CurveDecimator, AnEmptyHistoryIsEmpty) {
  for (const History& history : {std::make_shared<LossHistory>(), History()}) {
    CurveDecimator decimator(history);
    EXPECT_TRUE(decimator.visible(1, 100, 10).empty());
    EXPECT_FALSE(decimator.y_range(-kInfinity, kInfinity).has_value());
  }
}

TEST(CurveDecimator, InfiniteLimitsMeanAll) {
  const History history = history_of(1000, [](std::uint32_t epoch) { return 1.0 / epoch; });
  CurveDecimator decimator(history);
  EXPECT_EQ(decimator.visible(-kInfinity, kInfinity, 50), decimator.visible(1, 1000, 50));
  EXPECT_EQ(decimator.y_range(-kInfinity, kInfinity), std::pair(0.001, 1.0));
}

TEST(CurveDecimator, ARangeOfOneEpochShowsItOnce) {
  const History history = history_of(1000, [](std::uint32_t epoch) { return 1.0 * epoch; });
  CurveDecimator decimator(history);
  for (const std::size_t buckets : {1U, 2U, 100U}) {
    EXPECT_EQ(decimator.visible(500, 500, buckets), (std::vector<CurvePoint>{{500, 500}}));
  }
}

TEST(CurveDecimator, ADivergedRunEndsAtItsLastFiniteLoss) {
  const History history = history_of(10000, [](std::uint32_t epoch) { return epoch <= 1234 ? 1.0 * epoch : kNaN; });
  CurveDecimator decimator(history);
  expect_promises(decimator, 0.5, 10000.5, 100);
  EXPECT_EQ(decimator.visible(1, 10000, 100).back(), (CurvePoint{1234, 1234}));
  EXPECT_TRUE(decimator.visible(1235, 10000, 100).empty());
}

TEST(CurveDecimator, NothingFiniteIsNothingToDraw) {
  const History history = history_of(1000, [](std::uint32_t epoch) { return epoch % 2 == 0 ? kNaN : kInfinity; });
  CurveDecimator decimator(history);
  EXPECT_TRUE(decimator.visible(1, 1000, 100).empty());
  EXPECT_FALSE(decimator.y_range(1, 1000).has_value());
}

TEST(CurveDecimator, ALogarithmicAxisGetsPositiveLossesOnly) {
  const History history = history_of(2000, [](std::uint32_t epoch) { return epoch <= 1000 ? -1.0 : epoch / 1000.0; });
  CurveDecimator decimator(history);
  EXPECT_EQ(decimator.y_range(1, 2000), std::pair(-1.0, 2.0));
  decimator.set_drop_non_positive(true);
  EXPECT_EQ(decimator.y_range(1, 2000), std::pair(1.001, 2.0));
  EXPECT_EQ(decimator.visible(1, 2000, 100).front(), (CurvePoint{1001, 1.001}));
  EXPECT_TRUE(decimator.visible(1, 1000, 100).empty());
  decimator.set_drop_non_positive(false);
  EXPECT_EQ(decimator.visible(1, 2000, 100).front(), (CurvePoint{1, -1}));
}

TEST(CurveDecimator, GrowingByAnyStepGivesWhatAFreshOneGives) {
  auto history = std::make_shared<LossHistory>();
  CurveDecimator growing(history);
  std::mt19937 random(3);
  std::uint32_t epoch = 0;
  for (const int step : {1, 1, 126, 1, 127, 128, 129, 1000, 3, 5000, 0, 255, 257}) {
    for (int i = 0; i < step; ++i) {
      append(history, ++epoch, static_cast<double>(random() % 10007));
    }
    CurveDecimator fresh(history);
    EXPECT_EQ(growing.visible(1, epoch, 37), fresh.visible(1, epoch, 37)) << "at " << epoch;
    EXPECT_EQ(growing.y_range(1, epoch), fresh.y_range(1, epoch));
    expect_promises(growing, 0.5, epoch + 0.5, 37);
  }
}

TEST(CurveDecimator, ReadsWhileAnotherThreadAppends) {
  constexpr std::uint32_t kEpochs = 40000;
  auto history = std::make_shared<LossHistory>();
  CurveDecimator decimator(history);
  std::thread writer([&] {
    for (std::uint32_t epoch = 1; epoch <= kEpochs; ++epoch) {
      append(history, epoch, epoch);
    }
  });
  std::size_t before = 0;
  while (before < kEpochs) {
    const std::size_t known = history->size();
    const auto shown = decimator.visible(1, kEpochs, 50);
    // The loss is the epoch, so whatever was there must read so, and nothing that was there may be missing.
    EXPECT_TRUE(std::all_of(shown.begin(), shown.end(), [](const CurvePoint& point) { return point.x == point.y; }));
    if (known > 0) {
      ASSERT_FALSE(shown.empty());
      EXPECT_GE(shown.back().x, known);
    }
    before = known;
  }
  writer.join();
  CurveDecimator fresh(history);
  EXPECT_EQ(decimator.visible(1, kEpochs, 200), fresh.visible(1, kEpochs, 200));
}

TEST(CurveDecimator, TheFurthestEpochIsReadable) {
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  auto history = std::make_shared<LossHistory>();
  append(history, 1, 3);
  append(history, kLast, 1);
  CurveDecimator decimator(history);
  EXPECT_EQ(decimator.visible(1, kLast, 10), (std::vector<CurvePoint>{{1, 3}, {static_cast<double>(kLast), 1}}));
}

}  // namespace
}  // namespace lossline
