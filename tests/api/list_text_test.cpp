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

}  // namespace
}  // namespace lossline
