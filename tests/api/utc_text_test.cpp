// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/utc_text.h"

#include <gtest/gtest.h>

namespace lossline {
namespace {

std::string text_at(long long milliseconds_since_1970) {
  return utc_text(std::chrono::system_clock::time_point(std::chrono::milliseconds(milliseconds_since_1970)));
}

// The expected texts are `date --utc --date=@SECONDS`'s.
TEST(UtcText, EveryPartHasItsWidth) {
  EXPECT_EQ(text_at(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(text_at(7), "1970-01-01T00:00:00.007Z");
  EXPECT_EQ(text_at(1'767'225'600'000), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(text_at(951'782'399'999), "2000-02-28T23:59:59.999Z");
  EXPECT_EQ(text_at(951'782'400'010), "2000-02-29T00:00:00.010Z");
}

TEST(UtcText, TimesBefore1970CountUp) {
  EXPECT_EQ(text_at(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(text_at(-1000), "1969-12-31T23:59:59.000Z");
}

TEST(UtcText, LessThanAMillisecondIsLeftOut) {
  using std::chrono::microseconds;
  EXPECT_EQ(utc_text(std::chrono::system_clock::time_point(microseconds(1999))), "1970-01-01T00:00:00.001Z");
}

}  // namespace
}  // namespace lossline
