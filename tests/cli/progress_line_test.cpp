// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/api/comma_locale.h"

namespace lossline {
namespace {

using Epochs = std::vector<std::uint64_t>;

TEST(ProgressLine, TheBarShowsEpochLossSpeedAndTimeLeft) {
  const ProgressState state{14200, 20000, 0.07123, 1.25};
  EXPECT_EQ(bar_line(state, 200),
            "epoch 14200/20000 [#####################.........] loss 0.0712  11400 epochs/s  0.5 s left");
  EXPECT_EQ(bar_line(state, 80), "epoch 14200/20000 [#############......] loss 0.0712  11400 epochs/s  0.5 s left");
}

TEST(ProgressLine, NeverWiderThanTheTerminal) {
  for (const ProgressState& state :
       {ProgressState{14200, 20000, 0.0712, 1.25}, ProgressState{0, 20000, std::nullopt, 0},
        ProgressState{4294967295U, 4294967295U, 1e300, 1e6}, ProgressState{1, 4294967295U, 1e-300, 1e-9},
        ProgressState{7, 9, std::numeric_limits<double>::quiet_NaN(), 1}}) {
    for (std::size_t columns = 0; columns <= 200; ++columns) {
      EXPECT_LE(bar_line(state, columns).size(), columns);
    }
  }
}

TEST(ProgressLine, WhatHasNoRoomGoesInOrder) {
  const ProgressState state{14200, 20000, 0.0712, 1.25};
  EXPECT_EQ(bar_line(state, 60), "epoch 14200/20000  loss 0.0712  11400 epochs/s  0.5 s left");
  EXPECT_EQ(bar_line(state, 50), "epoch 14200/20000  loss 0.0712  0.5 s left");
  EXPECT_EQ(bar_line(state, 35), "epoch 14200/20000  loss 0.0712");
  EXPECT_EQ(bar_line(state, 20), "epoch 14200/20000");
  EXPECT_EQ(bar_line(state, 5), "epoch");
}

TEST(ProgressLine, TheBarStandsStillWhileTheFiguresChange) {
  for (const ProgressState& state : {ProgressState{0, 20000, std::nullopt, 0}, ProgressState{789, 20000, 1.0, 0.1},
                                     ProgressState{20000, 20000, 0.0619, 1.9}}) {
    EXPECT_EQ(bar_line(state, 80).find('['), 18U);
    EXPECT_EQ(bar_line(state, 80).find(']'), 38U);
  }
}

TEST(ProgressLine, ABarIsEmptyAtFirstAndFullOnlyAtTheEnd) {
  EXPECT_EQ(bar_line({0, 100, std::nullopt, 0}, 80), "epoch 0/100   [.......................] ");
  EXPECT_NE(bar_line({99, 100, 0.5, 1}, 80).find('.'), std::string::npos);
  const std::string full = bar_line({100, 100, 0.5, 2}, 80);
  EXPECT_EQ(full, "epoch 100/100 [#######################] loss 0.5000  50.0 epochs/s");
}

TEST(ProgressLine, ThePlainLineTellsThePercentage) {
  EXPECT_EQ(plain_line({2000, 20000, 0.3712, 0.1754}),
            "epoch 2000/20000 (10 %)  loss 0.3712  11400 epochs/s  1.6 s left");
  EXPECT_EQ(plain_line({1, 3, std::nullopt, 0}), "epoch 1/3 (33 %)");
  EXPECT_EQ(plain_line({3, 3, 0.5, 1}), "epoch 3/3 (100 %)  loss 0.5000  3.00 epochs/s");
}

TEST(ProgressLine, ACommaLocaleChangesNothing) {
  const test::CommaLocale german;
  EXPECT_EQ(plain_line({2000, 20000, 0.3712, 0.1754}),
            "epoch 2000/20000 (10 %)  loss 0.3712  11400 epochs/s  1.6 s left");
}

TEST(Tenths, AreTenEpochsOrEachOne) {
  EXPECT_EQ(tenths(20000), (Epochs{2000, 4000, 6000, 8000, 10000, 12000, 14000, 16000, 18000, 20000}));
  EXPECT_EQ(tenths(10), (Epochs{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(tenths(3), (Epochs{1, 2, 3}));
  EXPECT_EQ(tenths(1), Epochs{1});
  EXPECT_EQ(tenths(0), Epochs{});
  EXPECT_EQ(tenths(25), (Epochs{3, 5, 8, 10, 13, 15, 18, 20, 23, 25}));
}

TEST(Tenths, EndAtTheLastEpochHoweverMany) {
  for (const std::uint64_t total : {11ULL, 19ULL, 101ULL, 4294967295ULL, 18446744073709551615ULL}) {
    const Epochs epochs = tenths(total);
    EXPECT_EQ(epochs.size(), 10U);
    EXPECT_EQ(epochs.back(), total);
    for (std::size_t i = 1; i < epochs.size(); ++i) {
      EXPECT_GT(epochs[i], epochs[i - 1]);
    }
  }
}

}  // namespace
}  // namespace lossline
