// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/result.h"

#include <memory>

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(good.value(), 7);
  const Result<int> bad = Error{ErrorCode::Io, "the disk is full"};
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().code, ErrorCode::Io);
  EXPECT_EQ(bad.error().message, "the disk is full");
}

TEST(Result, MovesOutWhatCanNotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 3);
}

TEST(Result, OfNothingIsSuccessUnlessItIsAnError) {
  EXPECT_TRUE(Result<void>().ok());
  const Result<void> bad = Error{ErrorCode::Internal, "x"};
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "x");
}

}  // namespace
}  // namespace lossline
