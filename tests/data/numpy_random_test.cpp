// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/numpy_random.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/data/reference.h"

namespace lossline {
namespace {

TEST(NumpyRandom, DrawsTheReferenceStreamOfMt19937) {
  // First outputs of the authors' mt19937ar.c seeded with its default 5489, and the 10 000th, which the C++ standard
  // names.
  NumpyRandomState random(5489);
  for (const std::uint32_t expected : {3499211612U, 581869302U, 3890346734U, 3586334585U, 545404204U}) {
    EXPECT_EQ(random.next_u32(), expected);
  }
  for (int i = 5; i < 9999; ++i) {
    (void)random.next_u32();
  }
  EXPECT_EQ(random.next_u32(), 4123659995U);
}

TEST(NumpyRandom, FirstOutputsOfEachSeedAreNumpys) {
  for (const auto& item : reference_part("numpy_reference.json", "first_outputs")) {
    NumpyRandomState random(item["seed"].get<std::uint32_t>());
    for (const auto& value : item["values"]) {
      EXPECT_EQ(random.next_u32(), value.get<std::uint32_t>()) << "seed " << item["seed"];
    }
  }
}

TEST(NumpyRandom, PermutationsAreNumpys) {
  const auto table = reference_part("numpy_reference.json", "permutations");
  ASSERT_EQ(table.size(), 40U);
  for (const auto& item : table) {
    SCOPED_TRACE(item.dump());
    const auto n = item["n"].get<std::size_t>();
    const auto order = NumpyRandomState(item["seed"].get<std::uint32_t>()).permutation(n);
    const auto first = item["first"].get<std::vector<std::size_t>>();
    const auto last = item["last"].get<std::vector<std::size_t>>();
    ASSERT_EQ(order.size(), n);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), order.begin()));
    EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), order.rbegin()));
    EXPECT_EQ(sha256_of_rows(order), item["sha256"].get<std::string>());
  }
}

TEST(NumpyRandom, IntervalsAbove32BitsTakeTheHighHalfFirst) {
  for (const auto& item : reference_part("numpy_reference.json", "wide_intervals")) {
    NumpyRandomState random(item["seed"].get<std::uint32_t>());
    for (const auto& value : item["values"]) {
      EXPECT_EQ(random.interval(item["max"].get<std::uint64_t>()), value.get<std::uint64_t>()) << item.dump();
    }
  }
}

TEST(NumpyRandom, EmptyIntervalDrawsNothing) {
  NumpyRandomState random(1);
  EXPECT_EQ(random.interval(0), 0U);
  EXPECT_EQ(random.next_u32(), NumpyRandomState(1).next_u32());
}

TEST(NumpyRandom, IntervalReachesBothEndsAndNothingBeyond) {
  NumpyRandomState random(7);
  std::vector<int> seen(6, 0);
  for (int i = 0; i < 600; ++i) {
    const std::uint64_t value = random.interval(5);
    ASSERT_LE(value, 5U);
    ++seen[static_cast<std::size_t>(value)];
  }
  EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 50);
}

TEST(NumpyRandom, PermutationOfNothingIsNothing) {
  EXPECT_TRUE(NumpyRandomState(0).permutation(0).empty());
}

}  // namespace
}  // namespace lossline
