// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_control.h"

#include <chrono>

namespace lossline {

void RunControl::request_stop() {
  {
    const std::lock_guard lock(mutex_);  // so that a waiter can't miss it between its test and its sleep
    stop_.store(true, std::memory_order_relaxed);
  }
  changed_.notify_all();
}

void RunControl::pause() {
  const std::lock_guard lock(mutex_);
  steps_ = 0;
  held_.store(true, std::memory_order_relaxed);
}

void RunControl::resume() {
  {
    const std::lock_guard lock(mutex_);
    steps_ = 0;
    held_.store(false, std::memory_order_relaxed);
  }
  changed_.notify_all();
}

void RunControl::step() {
  {
    const std::lock_guard lock(mutex_);
    ++steps_;
    held_.store(true, std::memory_order_relaxed);
  }
  changed_.notify_all();
}

bool RunControl::wait_if_held() {
  if (!held_.load(std::memory_order_relaxed)) {
    return false;
  }
  // A stop from a signal handler can't notify; look for it now and then.
  constexpr auto kLook = std::chrono::milliseconds(50);
  std::unique_lock lock(mutex_);
  bool waited = false;
  while (held_.load(std::memory_order_relaxed) && !stop_requested()) {
    if (steps_ > 0) {
      --steps_;
      break;
    }
    waited = true;
    waiting_.store(true, std::memory_order_release);
    changed_.wait_for(lock, kLook);
  }
  waiting_.store(false, std::memory_order_release);
  return waited;
}

}  // namespace lossline
