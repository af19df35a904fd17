// SPDX-License-Identifier: GPL-3.0-or-later
// A locale with a comma in its numbers changes nothing in a file, written or read.
#include <clocale>
#include <locale>
#include <stdlib.h>
#include <string>

#include <gtest/gtest.h>

#include "core/report/complete_record.h"
#include "core/report/report_file.h"
#include "tests/report/samples.h"

namespace lossline::test {
namespace {

struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Commas in C++ streams always, and in C's functions where the build could make the locale.
class CommaLocale {
 public:
  CommaLocale() : streams_(std::locale::global(std::locale(std::locale::classic(), new CommaNumbers))) {
#ifdef LOSSLINE_COMMA_LOCALE
    ::setenv("LOCPATH", LOSSLINE_COMMA_LOCALE, 1);
    EXPECT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr);
    EXPECT_STREQ(std::localeconv()->decimal_point, ",") << "the locale is not what this test needs";
#endif
  }
  ~CommaLocale() {
    std::setlocale(LC_ALL, "C");
    std::locale::global(streams_);
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  std::locale streams_;
};

TEST(CommaLocale, ChangesNothingWrittenOrRead) {
  const RunReport report{full_record(), "", {}};
  const TemporaryFolder folder;
  const std::string text = report_text(report);
  const std::string hash = config_hash(report.record.config);
  ASSERT_TRUE(write_curve_csv(folder.path() / "plain", report.record).ok());

  const CommaLocale commas;
  EXPECT_EQ(report_text(report), text);
  EXPECT_EQ(config_hash(report.record.config), hash);
  ASSERT_TRUE(write_curve_csv(folder.path() / "commas", report.record).ok());
  EXPECT_EQ(file_text(folder.path() / "commas"), file_text(folder.path() / "plain"));
  const auto read = parse_report(text);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().record.config.lr, 0.0001);
  EXPECT_EQ(report_text(read.value()), text);
  const auto newer = parse_report(replaced(text, "\"schema_version\": 1", "\"schema_version\": 20000"));
  ASSERT_FALSE(newer.ok());
  EXPECT_NE(newer.error().message.find("version 20000,"), std::string::npos) << newer.error().message;
}

}  // namespace
}  // namespace lossline::test
