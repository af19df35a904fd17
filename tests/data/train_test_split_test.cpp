// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/train_test_split.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/reference.h"

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(TrainTestSplit, IrisRowsAreTheReferenceRows) {
  const auto reference = reference_file("iris_split42.json");
  const auto split = train_test_split(150, 0.2, 42);
  ASSERT_TRUE(split.ok());
  EXPECT_EQ(split.value().train, reference["train_idx"].get<std::vector<std::size_t>>());
  EXPECT_EQ(split.value().test, reference["test_idx"].get<std::vector<std::size_t>>());
}

TEST(TrainTestSplit, SizesSharesAndSeedsAreScikitLearns) {
  int faults = 0;
  for (const auto& item : reference_part("numpy_reference.json", "splits")) {
    SCOPED_TRACE(item.dump());
    const auto split = train_test_split(item["n"].get<std::size_t>(), item["test_size"].get<double>(),
                                        item["seed"].get<std::uint64_t>());
    if (item["train"].is_null()) {  // scikit-learn refuses it
      ++faults;
      EXPECT_FALSE(split.ok());
      continue;
    }
    ASSERT_TRUE(split.ok());
    EXPECT_EQ(split.value().train.size(), item["train"].get<std::size_t>());
    EXPECT_EQ(split.value().test.size(), item["test"].get<std::size_t>());
    EXPECT_EQ(sha256_of_rows(split.value().train), item["train_sha256"].get<std::string>());
    EXPECT_EQ(sha256_of_rows(split.value().test), item["test_sha256"].get<std::string>());
  }
  EXPECT_GT(faults, 0);
}

TEST(TrainTestSplit, RefusesASplitWithoutTrainingRows) {
  for (const auto& [rows, share] : {std::pair<std::size_t, double>{2, 0.51}, {3, 0.9}, {10, 0.95}, {1, 0.5}}) {
    const auto split = train_test_split(rows, share, 0);
    ASSERT_FALSE(split.ok());
    EXPECT_EQ(split.error().code, ErrorCode::InvalidConfig);
    EXPECT_THAT(split.error().message, AllOf(HasSubstr("test-size"), HasSubstr("leaves none for training")));
  }
  EXPECT_FALSE(train_test_split(0, 0.5, 0).ok());
}

TEST(TrainTestSplit, RefusesSharesOutsideZeroToOne) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double share : {0.0, 1.0, -0.2, 1.5, kNaN, kInfinity, -kInfinity}) {
    const auto split = train_test_split(150, share, 0);
    ASSERT_FALSE(split.ok()) << share;
    EXPECT_EQ(split.error().code, ErrorCode::InvalidConfig);
    EXPECT_THAT(split.error().message, AllOf(HasSubstr("test-size"), HasSubstr("got " + shortest(share))));
  }
}

TEST(TrainTestSplit, TheSmallestShareStillGivesOneTestRow) {
  const auto split = train_test_split(5, std::numeric_limits<double>::denorm_min(), 0);
  ASSERT_TRUE(split.ok());
  EXPECT_EQ(split.value().test.size(), 1U);
  EXPECT_EQ(split.value().train.size(), 4U);
}

TEST(TrainTestSplit, RefusesASeedNumpyDoesNotHave) {
  const auto split = train_test_split(150, 0.2, 4294967296U);
  ASSERT_FALSE(split.ok());
  EXPECT_EQ(split.error().code, ErrorCode::InvalidConfig);
  EXPECT_THAT(split.error().message, AllOf(HasSubstr("split-seed"), HasSubstr("got 4294967296")));
}

}  // namespace
}  // namespace lossline
