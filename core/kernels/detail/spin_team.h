// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lossline::detail {

/// Threads that do the same small job again and again, some microseconds each: between two jobs they spin for a while,
/// then sleep. The owner is member 0.
class SpinTeam {
 public:
  /// `job(member)` must not throw. `members` ≥ 1; with one there are no threads.
  SpinTeam(int members, std::function<void(int)> job);
  ~SpinTeam();
  SpinTeam(const SpinTeam&) = delete;
  SpinTeam& operator=(const SpinTeam&) = delete;

  /// job(0) here and job(1), job(2) … on the others; returns when all are done. What was written before is seen by all,
  /// and what they wrote is seen after.
  void run();

 private:
  void end();
  void body(int member);
  [[nodiscard]] std::uint64_t wait_for_round(std::uint64_t last);

  std::function<void(int)> job_;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<int> busy_{0};
  std::atomic<int> asleep_{0};
  std::atomic<bool> ending_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace lossline::detail
