// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/list_text.h"

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(ListText, PutsTheLastWordApart) {
  EXPECT_EQ(listed({}, " or "), "");
  EXPECT_EQ(listed({"Fermi"}, " or "), "Fermi");
  EXPECT_EQ(listed({"Fermi", "Kepler"}, " or "), "Fermi or Kepler");
  EXPECT_EQ(listed({"A", "B", "C"}, " and "), "A, B and C");
}

TEST(ListText, CountsWhatIsThereMoreThanOnce) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(counted({}), Texts{});
  EXPECT_EQ(counted({"1g.10gb", "3g.40gb"}), (Texts{"1g.10gb", "3g.40gb"}));
  EXPECT_EQ(counted({"b", "a", "b"}), (Texts{"2 \u00d7 b", "a"}));
  EXPECT_EQ(counted(Texts(64, "unknown slice")), Texts{"64 \u00d7 unknown slice"});
}

}  // namespace
}  // namespace lossline
