// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cpu_set.h"

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(CpuList, ReadsTheKernelsForm) {
  EXPECT_EQ(parse_cpu_list(""), CpuSet{});
  EXPECT_EQ(parse_cpu_list("\n"), CpuSet{});
  EXPECT_EQ(parse_cpu_list("0\n"), CpuSet{0});
  EXPECT_EQ(parse_cpu_list("0-3,8"), (CpuSet{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_cpu_list("8,0-1,1-2"), (CpuSet{0, 1, 2, 8})) << "sorted, each once";
}

TEST(CpuList, RefusesAnythingElse) {
  for (const char* text : {"a", "-", "1-", "-1", "3-1", "0-65536", "99999999999999999999", "0,,1", "0-1-2", "0x3",
                           "1 2", "0-65535,0-65535,0-65535,0-65535"}) {
    EXPECT_EQ(parse_cpu_list(text), std::nullopt) << text;
  }
}

TEST(CpuSets, ShareWhatIsInBoth) {
  EXPECT_EQ(common({0, 1, 2}, {1, 2, 3}), (CpuSet{1, 2}));
  EXPECT_EQ(common({0}, {1}), CpuSet{});
  EXPECT_TRUE(has_cpu({1, 5}, 5));
  EXPECT_FALSE(has_cpu({1, 5}, 2));
}

}  // namespace
}  // namespace lossline
