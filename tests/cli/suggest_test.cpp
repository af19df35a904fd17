// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/suggest.h"

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(EditDistance, CountsTheFewestChanges) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("epoch", "epochs"), 1U);
  EXPECT_EQ(edit_distance("trian", "train"), 1U);  // a swap of neighbours is one
  EXPECT_EQ(edit_distance("LR", "lr"), 0U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // optimal string alignment: no change inside a swapped pair
}

TEST(Closest, NamesWhatWasProbablyMeant) {
  const std::vector<std::string> known = {"epochs", "lr", "batch-size", "read-loss", "loss", "seed", "split-seed"};
  EXPECT_EQ(closest("epoch", known), "epochs");
  EXPECT_EQ(closest("batch_size", known), "batch-size");
  EXPECT_EQ(closest("batch", known), "batch-size");  // by its beginning
  EXPECT_EQ(closest("los", known), "loss");
  EXPECT_EQ(closest("LR", known), "lr");
  EXPECT_EQ(closest("se", known), "seed");
}

TEST(Closest, SaysNothingWhenNothingIsClose) {
  const std::vector<std::string> known = {"epochs", "lr", "report", "read-loss"};
  EXPECT_EQ(closest("zebra", known), std::nullopt);
  EXPECT_EQ(closest("", known), std::nullopt);
  EXPECT_EQ(closest("x", known), std::nullopt);
  EXPECT_EQ(closest("re", known), std::nullopt) << "two begin so";
  EXPECT_EQ(closest("epochs", {}), std::nullopt);
  EXPECT_EQ(closest(std::string(100'000, 'e'), known), std::nullopt);
}

}  // namespace
}  // namespace lossline
