// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <locale>
#include <string>

namespace lossline::test {

/// While it lives, C++ streams write "1.234,5", and so do the C functions where the German locale could be built.
class CommaLocale {
 public:
  CommaLocale();
  ~CommaLocale();
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  std::locale cpp_before_;
  std::string c_before_;
};

}  // namespace lossline::test
