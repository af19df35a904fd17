// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stop_signals.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <limits>
#include <unistd.h>

#include "app/console/exit_code.h"

namespace lossline {
namespace {

// timeout(1) and terminals signal a program and then its whole group: it gets one stop twice, within a moment. No
// finger is that fast.
constexpr std::int64_t kSameStopMs = 80;

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// A handler reaches only what has static storage. Lock-free atomics are safe there.
std::atomic<RunControl*> asked_run{nullptr};
std::atomic<int> first_signal{0};
std::atomic<std::int64_t> first_at_ms{0};
std::array<struct sigaction, kSignals.size()> before{};

// Among the few clocks that a handler may ask.
std::int64_t now_ms() {
  struct timespec now {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

extern "C" void on_stop_signal(int number) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, number)) {
    if (now_ms() - first_at_ms.load() >= kSameStopMs) {
      ::_exit(kSignalBase + number);
    }
    return;
  }
  first_at_ms.store(now_ms());
  if (RunControl* run = asked_run.load()) {
    run->request_stop_from_signal();
  }
}

}  // namespace

StopSignals::StopSignals(RunControl& control) {
  static_assert(std::atomic<RunControl*>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                std::atomic<std::int64_t>::is_always_lock_free);
  first_signal.store(0);
  first_at_ms.store(std::numeric_limits<std::int64_t>::max() / 2);  // between the two stores of the handler
  asked_run.store(&control);
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before[i]);
    // nohup asks that a closed terminal be ignored. Ctrl+C is never left ignored, not even in a shell script's
    // background job, where the shell ignores it: a script that sends it means it.
    if (kSignals[i] != SIGHUP || before[i].sa_handler != SIG_IGN) {
      ::sigaction(kSignals[i], &action, nullptr);
    }
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &before[i], nullptr);
  }
  asked_run.store(nullptr);
}

int StopSignals::received() const {
  return first_signal.load();
}

}  // namespace lossline
