// SPDX-License-Identifier: GPL-3.0-or-later
// A library that happens to have the name.
extern "C" int lossline_test_something_else() {
  return 0;
}
