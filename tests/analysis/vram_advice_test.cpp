// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/vram_advice.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace lossline {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;
constexpr std::uint64_t kCards[] = {8 * kGiB, 12 * kGiB, 24 * kGiB};

struct Golden {
  const char* name;
  MlpSpec spec;
  std::uint64_t sgd[3], adam[3];  // rows on 8, 12 and 24 GiB; 0 = none
};

// Worked out apart from this program, in whole numbers, from the formula in the header.
const Golden kGolden[] = {
    {"iris", {4, {10}, 3, Activation::Relu}, {67108858, 102900252, 210274435}, {67108852, 102900247, 210274429}},
    {"tab", {32, {128, 64}, 10, Activation::Relu}, {4617522, 7080232, 14468364}, {4617461, 7080172, 14468304}},
    {"mnist", {784, {512, 256}, 10, Activation::Relu}, {859912, 1318776, 2695368}, {859454, 1318318, 2694910}},
    {"wide", {1000, {8192, 8192}, 1000, Activation::Relu}, {51617, 81636, 171695}, {46947, 76967, 167026}},
    {"deep",
     {64, {1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024}, 16, Activation::Relu},
     {121262, 186416, 381879},
     {120360, 185514, 380977}},
    {"huge", {4096, {20000, 20000}, 4096, Activation::Relu}, {9594, 21229, 56133}, {0, 9009, 43913}},
};

TEST(VramAdvice, GoldenTable) {
  for (const Golden& golden : kGolden) {
    for (int card = 0; card < 3; ++card) {
      EXPECT_EQ(vram_advice(golden.spec, OptimizerKind::Sgd, 0, kCards[card]).largest_batch.value_or(0),
                golden.sgd[card])
          << golden.name;
      for (const OptimizerKind optimizer : {OptimizerKind::Adam, OptimizerKind::AdamW}) {
        EXPECT_EQ(vram_advice(golden.spec, optimizer, 0, kCards[card]).largest_batch.value_or(0), golden.adam[card])
            << golden.name;
      }
      EXPECT_TRUE(vram_advice(golden.spec, OptimizerKind::Adam, 0, kCards[card]).fits_inference) << golden.name;
    }
  }
}

TEST(VramAdvice, MomentumIsOneSlot) {
  EXPECT_EQ(optimizer_slots(OptimizerKind::Sgd, 0), 0);
  EXPECT_EQ(optimizer_slots(OptimizerKind::Sgd, 0.9), 1);
  EXPECT_EQ(optimizer_slots(OptimizerKind::Adam, 0), 2);
  const MlpSpec spec{1, {}, 1, Activation::Relu};  // 2 parameters; 12 bytes a row
  const std::uint64_t room = kCudaContextBytes + 2 * 12 + 5 * 12;
  EXPECT_EQ(vram_advice(spec, OptimizerKind::Sgd, 0.9, room).largest_batch, std::uint64_t{5});
  EXPECT_EQ(vram_advice(spec, OptimizerKind::Sgd, 0.9, room - 1).largest_batch, std::uint64_t{4});
  EXPECT_EQ(vram_advice(spec, OptimizerKind::Sgd, 0, room).largest_batch, std::uint64_t{5});
  EXPECT_EQ(vram_advice(spec, OptimizerKind::Sgd, 0, room + 4).largest_batch, std::uint64_t{6});
}

TEST(VramAdvice, ParametersMayFitWhereTrainingDoesNot) {
  const MlpSpec spec{1000, {}, 1000, Activation::Relu};  // 1 001 000 parameters
  const std::uint64_t weights = kCudaContextBytes + 4 * (1001000 + 2000);
  const VramAdvice just = vram_advice(spec, OptimizerKind::Adam, 0, weights);
  EXPECT_FALSE(just.largest_batch);
  EXPECT_TRUE(just.fits_inference);
  EXPECT_FALSE(vram_advice(spec, OptimizerKind::Adam, 0, weights - 1).fits_inference);
}

TEST(VramAdvice, NothingFitsInNothingAndWidthsMayBeAbsurd) {
  const MlpSpec small{4, {10}, 3, Activation::Relu};
  for (const std::uint64_t none : {std::uint64_t{0}, std::uint64_t{1}, kCudaContextBytes}) {
    EXPECT_FALSE(vram_advice(small, OptimizerKind::Sgd, 0, none).largest_batch);
    EXPECT_FALSE(vram_advice(small, OptimizerKind::Sgd, 0, none).fits_inference);
  }
  constexpr std::int64_t kWidest = std::numeric_limits<std::int64_t>::max();
  const MlpSpec absurd{kWidest, {kWidest, kWidest}, kWidest, Activation::Relu};
  EXPECT_FALSE(vram_advice(absurd, OptimizerKind::Adam, 0, 24 * kGiB).largest_batch);
  EXPECT_FALSE(vram_advice(absurd, OptimizerKind::Adam, 0, 24 * kGiB).fits_inference);
  const auto most = vram_advice(small, OptimizerKind::Sgd, 0, std::numeric_limits<std::uint64_t>::max()).largest_batch;
  ASSERT_TRUE(most);
  EXPECT_LE(*most, std::uint64_t{1} << 53U);
}

}  // namespace
}  // namespace lossline
