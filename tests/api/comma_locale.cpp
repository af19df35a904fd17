// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/api/comma_locale.h"

#include <clocale>
#include <cstdlib>

#include <gtest/gtest.h>

namespace lossline::test {
namespace {

class German : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

CommaLocale::CommaLocale() : c_before_(std::setlocale(LC_ALL, nullptr)) {
  cpp_before_ = std::locale::global(std::locale(std::locale::classic(), new German));
#ifdef LOSSLINE_LOCPATH
  ::setenv("LOCPATH", LOSSLINE_LOCPATH, 1);
  EXPECT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr) << "no German locale in " LOSSLINE_LOCPATH;
  EXPECT_STREQ(std::localeconv()->decimal_point, ",");
#endif
}

CommaLocale::~CommaLocale() {
  std::locale::global(cpp_before_);
  std::setlocale(LC_ALL, c_before_.c_str());
}

}  // namespace lossline::test
