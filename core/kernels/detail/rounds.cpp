// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/detail/rounds.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <system_error>
#include <thread>

#include "core/api/number_text.h"

namespace lossline::detail {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// Lets nobody on before all are there. Waits by looking again and again, since waking a sleeping thread takes longer
/// than a start together may differ by.
class Gate {
 public:
  explicit Gate(int count) : count_(count) {}

  void pass() {
    const unsigned turn = turn_.load(std::memory_order_acquire);
    if (waiting_.fetch_add(1, std::memory_order_acq_rel) + 1 == count_) {
      waiting_.store(0, std::memory_order_relaxed);
      turn_.store(turn + 1, std::memory_order_release);
      return;
    }
    for (int looks = 0; turn_.load(std::memory_order_acquire) == turn; ++looks) {
      if (looks > kLooks) {
        std::this_thread::yield();  // more threads than processors that are free
      }
    }
  }

 private:
  static constexpr int kLooks = 2000;
  int count_;
  std::atomic<int> waiting_{0};
  std::atomic<unsigned> turn_{0};
};

struct alignas(64) Stint {  // a cache line of its own
  Clock::time_point begin, end;
};

class Crew {
 public:
  Crew(int threads, double seconds, const RoundWork& work)
      : seconds_(seconds), work_(work), gate_(threads), stints_(static_cast<std::size_t>(threads)) {}

  void run(int thread) {
    while (admitted_.load(std::memory_order_acquire) == Admitted::Wait) {
      std::this_thread::yield();
    }
    if (admitted_.load(std::memory_order_acquire) == Admitted::No) {
      return;
    }
    if (!work_.prepare(thread)) {
      unprepared_.store(true, std::memory_order_relaxed);
    }
    gate_.pass();
    if (unprepared_.load(std::memory_order_relaxed)) {
      return;
    }
    const Clock::time_point start = Clock::now();
    Stint& stint = stints_[static_cast<std::size_t>(thread)];
    while (!over_.load(std::memory_order_relaxed)) {
      gate_.pass();
      stint.begin = Clock::now();
      work_.round(thread);
      stint.end = Clock::now();
      gate_.pass();
      if (thread == 0) {
        note(start);
      }
      gate_.pass();
    }
  }

  void admit(bool all_there) { admitted_.store(all_there ? Admitted::Yes : Admitted::No, std::memory_order_release); }
  [[nodiscard]] bool prepared() const { return !unprepared_.load(std::memory_order_relaxed); }
  [[nodiscard]] const std::vector<double>& times() const { return times_; }

 private:
  enum class Admitted { Wait, Yes, No };

  void note(Clock::time_point start) {
    constexpr std::size_t kLeast = 3;
    Stint whole = stints_.front();
    for (const Stint& stint : stints_) {
      whole.begin = std::min(whole.begin, stint.begin);
      whole.end = std::max(whole.end, stint.end);
    }
    times_.push_back(seconds_between(whole.begin, whole.end));
    over_.store(times_.size() >= kLeast && seconds_between(start, Clock::now()) >= seconds_, std::memory_order_relaxed);
  }

  double seconds_;
  const RoundWork& work_;
  Gate gate_;
  std::vector<Stint> stints_;
  std::atomic<Admitted> admitted_{Admitted::Wait};
  std::atomic<bool> unprepared_{false}, over_{false};
  std::vector<double> times_;
};

}  // namespace

Result<std::vector<double>> time_rounds(int threads, double seconds, const RoundWork& work) {
  Crew crew(threads, seconds, work);
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  try {
    for (int i = 1; i < threads; ++i) {
      others.emplace_back([&crew, i] { crew.run(i); });
    }
  } catch (const std::system_error&) {  // a limit of the system; those that began must be let go
  }
  const bool all_there = others.size() + 1 == static_cast<std::size_t>(threads);
  crew.admit(all_there);
  crew.run(0);
  for (std::thread& other : others) {
    other.join();
  }
  if (!all_there) {
    return Error{ErrorCode::DeviceUnavailable, "only " + integer_text(static_cast<std::int64_t>(others.size() + 1)) +
                                                   " of " + integer_text(std::int64_t{threads}) +
                                                   " threads could be started; see ulimit -u"};
  }
  if (!crew.prepared()) {
    return Error{ErrorCode::DeviceUnavailable, "no memory could be had for measuring; close other programs"};
  }
  return crew.times();
}

}  // namespace lossline::detail
