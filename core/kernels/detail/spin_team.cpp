// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/detail/spin_team.h"

#include <cstddef>
#include <utility>

#include <hwy/base.h>

#include "core/kernels/flush_denormals.h"

namespace lossline::detail {
namespace {

// About 100 µs: longer than what lies between two steps, shorter than what anyone would miss of a core.
constexpr int kSpins = 20000;

void pause_briefly() {
#if HWY_ARCH_X86
  __builtin_ia32_pause();
#elif HWY_ARCH_ARM
  asm volatile("yield");
#endif
}

}  // namespace

SpinTeam::SpinTeam(int members, std::function<void(int)> job) : job_(std::move(job)) {
  try {
    for (int member = 1; member < members; ++member) {
      threads_.emplace_back([this, member] { body(member); });
    }
  } catch (...) {  // no more threads to be had: those that are there must end before the exception goes on
    end();
    throw;
  }
}

SpinTeam::~SpinTeam() {
  end();
}

void SpinTeam::end() {
  ending_.store(true);
  {
    const std::lock_guard lock(mutex_);
    round_.fetch_add(1);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void SpinTeam::run() {
  busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1);  // sequentially consistent with asleep_: a sleeper sees the round, or is seen sleeping
  if (asleep_.load() > 0) {
    { const std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  job_(0);
  for (int spins = 0; busy_.load(std::memory_order_acquire) > 0; ++spins) {
    if (spins < kSpins) {
      pause_briefly();
    } else {
      std::this_thread::yield();  // there are fewer processors than members
    }
  }
}

std::uint64_t SpinTeam::wait_for_round(std::uint64_t last) {
  for (int spins = 0; spins < kSpins; ++spins) {
    const std::uint64_t now = round_.load(std::memory_order_acquire);
    if (now != last) {
      return now;
    }
    pause_briefly();
  }
  std::unique_lock lock(mutex_);
  asleep_.fetch_add(1);
  wake_.wait(lock, [&] { return round_.load() != last; });
  asleep_.fetch_sub(1);
  return round_.load();
}

void SpinTeam::body(int member) {
  const FlushDenormals flush;
  std::uint64_t round = 0;
  while (true) {
    round = wait_for_round(round);
    if (ending_.load()) {
      return;
    }
    job_(member);
    busy_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace lossline::detail
