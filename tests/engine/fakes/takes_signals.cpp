// SPDX-License-Identifier: GPL-3.0-or-later
// An engine's library that takes signals to itself as soon as it is opened, as some that come with LibTorch do.
#include <csignal>
#include <initializer_list>

namespace {

extern "C" void ignore_signal(int /*number*/) {}

struct TakesSignals {
  TakesSignals() {
    for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGSEGV}) {
      std::signal(number, ignore_signal);
    }
  }
} taken;

}  // namespace

extern "C" void* lossline_create_engine(int /*abi_version*/) {
  return nullptr;
}
