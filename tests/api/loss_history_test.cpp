// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace lossline {
namespace {

LossPoint point(std::size_t index) {
  LossPoint made;
  made.loss = 1.0 / static_cast<double>(index + 1);
  made.epoch = static_cast<std::uint32_t>(index + 1);
  return made;
}

TEST(LossHistory, KeepsEveryPointAcrossItsBlocks) {
  constexpr std::size_t kCount = 300'000;
  LossHistory history;
  EXPECT_TRUE(history.empty());
  for (std::size_t i = 0; i < kCount; ++i) {
    history.append(point(i));
    ASSERT_EQ(history.size(), i + 1);
    ASSERT_EQ(history.back().epoch, i + 1);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(history[i].epoch, i + 1);
    ASSERT_EQ(history[i].loss, point(i).loss);
  }
}

TEST(LossHistory, ReservingChangesNothingThatIsSeen) {
  for (const std::size_t reserved : {std::size_t{1}, std::size_t{1024}, std::size_t{1025}, std::size_t{70'000}}) {
    LossHistory history;
    history.reserve(reserved);
    EXPECT_TRUE(history.empty());
    for (std::size_t i = 0; i < 80'000; ++i) {
      history.append(point(i));
    }
    ASSERT_EQ(history.size(), 80'000U);
    for (std::size_t i = 0; i < 80'000; ++i) {
      ASSERT_EQ(history[i].epoch, i + 1);
    }
    EXPECT_EQ(history.summary(600).max_epoch, 600 * LossHistory::kSummarised + 1);
  }
}

TEST(LossHistory, AppendingNeverMovesAPoint) {
  LossHistory history;
  std::vector<const LossPoint*> places;
  for (std::size_t i = 0; i < 5000; ++i) {
    history.append(point(i));
    places.push_back(&history[i]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    ASSERT_EQ(places[i], &history[i]);
  }
}

TEST(LossHistory, SpansCoverAnyRangeOnceInOrder) {
  LossHistory history;
  for (std::size_t i = 0; i < 10'000; ++i) {
    history.append(point(i));
  }
  for (const auto& [from, to] : {std::pair<std::size_t, std::size_t>{0, 10'000},
                                 {0, 0},
                                 {1023, 1025},
                                 {1024, 3072},
                                 {3071, 3073},
                                 {9'999, 10'000},
                                 {500, 9'000}}) {
    std::size_t next = from;
    history.for_each_span(from, to, [&next](const LossPoint* points, std::size_t count) {
      ASSERT_GT(count, 0U);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(points[i].epoch, ++next);
      }
    });
    EXPECT_EQ(next, to);
  }
}

TEST(LossHistory, SummariesAreTheExtremesOfTheirPoints) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::size_t kEach = LossHistory::kSummarised;
  std::mt19937 random(7);
  LossHistory history;
  for (std::size_t i = 0; i < 50 * kEach; ++i) {
    LossPoint made = point(i);
    const auto kind = random() % 8;
    made.loss = static_cast<double>(random() % 64) - 16;  // often equal, often not positive
    if (kind == 0) {
      made.loss = std::numeric_limits<double>::quiet_NaN();
    } else if (kind == 1) {
      made.loss = random() % 2 == 0 ? kInfinity : -kInfinity;
    }
    history.append(made);
  }
  for (std::size_t index = 0; index < history.size() / kEach; ++index) {
    std::vector<const LossPoint*> finite;
    for (std::size_t i = index * kEach; i < (index + 1) * kEach; ++i) {
      if (std::isfinite(history[i].loss)) {
        finite.push_back(&history[i]);
      }
    }
    const auto less = [](const LossPoint* a, const LossPoint* b) { return a->loss < b->loss; };
    const LossPoint& least = **std::min_element(finite.begin(), finite.end(), less);
    const LossPoint& most = **std::max_element(finite.begin(), finite.end(), less);
    finite.erase(std::remove_if(finite.begin(), finite.end(), [](const LossPoint* one) { return one->loss <= 0; }),
                 finite.end());
    const LossPoint& least_positive = **std::min_element(finite.begin(), finite.end(), less);
    const LossExtremes& summary = history.summary(index);
    ASSERT_EQ(summary.min, least.loss);
    ASSERT_EQ(summary.min_epoch, least.epoch);
    ASSERT_EQ(summary.max, most.loss);
    ASSERT_EQ(summary.max_epoch, most.epoch);
    ASSERT_EQ(summary.min_positive, least_positive.loss);
    ASSERT_EQ(summary.min_positive_epoch, least_positive.epoch);
  }
}

TEST(LossHistory, ASummaryOfNothingFiniteIsEmpty) {
  LossHistory history;
  for (std::size_t i = 0; i < LossHistory::kSummarised; ++i) {
    history.append({std::numeric_limits<double>::quiet_NaN(), static_cast<std::uint32_t>(i + 1), 0});
  }
  EXPECT_GT(history.summary(0).min, history.summary(0).max);
}

// One writes, two read: whatever size a reader saw, all points below it are there and right. ThreadSanitizer watches.
TEST(LossHistory, ReadersSeeAPrefixWhileItGrows) {
  constexpr std::size_t kCount = 200'000;
  LossHistory history;
  const auto read = [&history] {
    std::size_t seen = 0;
    std::size_t wrong = 0;
    while (seen < kCount) {
      const std::size_t size = history.size();
      wrong += size < seen ? 1U : 0U;
      if (const std::size_t full = size / LossHistory::kSummarised; full > 0) {
        wrong += history.summary(full - 1).min_epoch == full * LossHistory::kSummarised ? 0U : 1U;
      }
      history.for_each_span(seen, size, [&](const LossPoint* points, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
          wrong += points[i].epoch == ++seen && points[i].loss == point(seen - 1).loss ? 0U : 1U;
        }
      });
    }
    return wrong;
  };
  std::size_t wrong_a = 1, wrong_b = 1;
  std::thread a([&] { wrong_a = read(); });
  std::thread b([&] { wrong_b = read(); });
  for (std::size_t i = 0; i < kCount; ++i) {
    history.append(point(i));
  }
  a.join();
  b.join();
  EXPECT_EQ(wrong_a, 0U);
  EXPECT_EQ(wrong_b, 0U);
}

}  // namespace
}  // namespace lossline
