// SPDX-License-Identifier: GPL-3.0-or-later
// An engine's library that needs what no library has.
extern "C" int lossline_test_nowhere_defined();

extern "C" void* lossline_create_engine(int abi_version) {
  static int needed = 0;
  needed = lossline_test_nowhere_defined() + abi_version;
  return &needed;
}
