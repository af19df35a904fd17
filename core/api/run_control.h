// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace lossline {

/// How the outside steers a run: stop, pause, go on, one epoch. Shared between the asking thread and the engine's.
class RunControl {
 public:
  RunControl() = default;
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  /// Any thread: end within one batch, also while paused. Can't be taken back.
  void request_stop();
  /// A signal handler may call this: only an atomic store. It does not wake a paused run.
  void request_stop_from_signal() noexcept { stop_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool stop_requested() const noexcept { return stop_.load(std::memory_order_relaxed); }

  /// Any thread: hold before the next epoch.
  void pause();
  void resume();
  /// Any thread: run one more epoch, then hold.
  void step();
  /// True from the asking on, also while the current epoch still runs.
  [[nodiscard]] bool pause_requested() const noexcept { return held_.load(std::memory_order_relaxed); }
  /// True while the engine really waits.
  [[nodiscard]] bool waiting() const noexcept { return waiting_.load(std::memory_order_acquire); }

  /// Engine's thread, before each epoch. Returns at once unless held; otherwise waits for resume(), step() or a stop.
  /// Returns true if it waited: the caller then restarts its clock, since paused time belongs to no figure.
  bool wait_if_held();

 private:
  std::atomic<bool> stop_{false};
  std::atomic<bool> held_{false};
  std::atomic<bool> waiting_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t steps_ = 0;  // epochs allowed while held; guarded by mutex_
};

}  // namespace lossline
