// SPDX-License-Identifier: GPL-3.0-or-later
// An engine's library that knows no version asked of it.
extern "C" void* lossline_create_engine(int /*abi_version*/) {
  return nullptr;
}
