// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/clean_text.h"

#include <string>

#include <gtest/gtest.h>

namespace lossline {
namespace {

struct Case {
  const char* what;
  std::string raw, clean;
};

TEST(CleanText, MakesAnyBytesOneLineOfValidUtf8) {
  const std::string bad = "\xEF\xBF\xBD";
  const Case cases[] = {
      {"plain", "AMD EPYC 9654", "AMD EPYC 9654"},
      {"empty", "", ""},
      {"only blanks", " \t\r\n ", ""},
      {"runs of blanks", "  Intel(R) Xeon(R) CPU           E5345  @ 2.33GHz \n",
       "Intel(R) Xeon(R) CPU E5345 @ 2.33GHz"},
      {"two lines", "one\ntwo", "one two"},
      {"no-break space",
       "GTX\xC2\xA0"
       "980",
       "GTX 980"},
      {"terminal escape", "\x1B[31mred\x1B[0m", "[31mred[0m"},
      {"NUL inside", std::string("a\0b", 3), "ab"},
      {"C1 control",
       "a\xC2\x9B"
       "31mb",
       "a31mb"},
      {"reading direction",
       "RTX \xE2\x80\xAE"
       "0904",
       "RTX 0904"},
      {"line separator",
       "a\xE2\x80\xA8"
       "b",
       "ab"},
      {"two, three and four bytes", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"},
      {"lone continuation",
       "a\x80"
       "b",
       "a" + bad + "b"},
      {"byte that never occurs",
       "a\xFF"
       "b",
       "a" + bad + "b"},
      {"cut at the end", "a\xE2\x82", "a" + bad + bad},
      {"cut by another",
       "\xE2\x82"
       "b",
       bad + bad + "b"},
      {"overlong slash", "\xC0\xAF", bad + bad},
      {"overlong in three", "\xE0\x80\xAF", bad + bad + bad},
      {"surrogate", "\xED\xA0\x80", bad + bad + bad},
      {"above U+10FFFF", "\xF4\x90\x80\x80", bad + bad + bad + bad},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(clean_text(c.raw), c.clean) << c.what;
  }
}

TEST(CleanText, KeepsAtMost256Characters) {
  EXPECT_EQ(clean_text(std::string(10000, 'x')), std::string(256, 'x'));
  std::string euros;
  for (int i = 0; i < 300; ++i) {
    euros += "\xE2\x82\xAC";
  }
  EXPECT_EQ(clean_text(euros), euros.substr(0, 256 * 3));
  EXPECT_EQ(clean_text(std::string(255, 'x') + " y"), std::string(255, 'x')) << "no blank left hanging";
}

TEST(Words, SplitsAtBlanks) {
  EXPECT_TRUE(words(" \t\n").empty());
  const auto found = words("  MemTotal:\t 12 kB\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], "MemTotal:");
  EXPECT_EQ(found[2], "kB");
}

TEST(NextLine, TakesTheLastLineWithoutAnEndToo) {
  std::string_view rest = "a\n\nb";
  EXPECT_EQ(next_line(rest), "a");
  EXPECT_EQ(next_line(rest), "");
  EXPECT_EQ(next_line(rest), "b");
  EXPECT_TRUE(rest.empty());
}

TEST(TerminalText, KeepsWhatCanBeShownAndMarksTheRest) {
  EXPECT_EQ(terminal_text("a  path/with \xC3\xA4"), "a  path/with \xC3\xA4");
  EXPECT_EQ(terminal_text(std::string("\x1b[31m\n\t\x7f\0", 9)), "?[31m????");
  EXPECT_EQ(terminal_text("\x9b"
                          "31m"),
            "?31m")
      << "a control character of terminals with 8 bits, and no UTF-8";
  EXPECT_EQ(terminal_text("\xC2\x9B"
                          "31m"),
            "?31m");
  EXPECT_EQ(terminal_text("\xE2\x80\xAE"
                          "fdp.exe"),
            "?fdp.exe")
      << "turns the reading direction";
  EXPECT_EQ(terminal_text(std::string(1000, 'x')).size(), 1000U);
}

}  // namespace
}  // namespace lossline
