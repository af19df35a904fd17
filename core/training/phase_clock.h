// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "core/api/run_record.h"

namespace lossline {

/// What the training thread's time can go to.
enum class Phase : std::size_t {
  Gather,        ///< choosing a batch's rows and copying them together
  Dispatch,      ///< host time of issuing work to a device that runs behind
  Forward,       ///< network and loss
  Backward,      ///< gradients
  Optimizer,     ///< update, and letting the gradients go
  LossReadback,  ///< getting losses to the host, the wait for the device included
  Recording,     ///< history, progress, observers
  Other,         ///< the loop itself
};
inline constexpr std::size_t kPhaseCount = 8;

/// Divides the time of a run's epochs among phases: every nanosecond between start() and the last lap() lands in
/// exactly one, so their sum is the training time. Paused time is in none. One thread only.
/// `Clock` needs a static now() with the arithmetic of std::chrono clocks.
template <typename Clock>
class BasicPhaseClock {
 public:
  /// Begins at zero.
  void start() {
    spent_.fill(0);
    total_ = 0;
    skipped_ = 0;
    reads_ = 1;
    mark_ = Clock::now();
  }
  /// What passed since the last mark belongs to `phase`.
  void lap(Phase phase) {
    const auto now = Clock::now();
    const std::int64_t passed = std::chrono::duration_cast<std::chrono::nanoseconds>(now - mark_).count();
    spent_[static_cast<std::size_t>(phase)] += passed;
    total_ += passed;
    mark_ = now;
    ++reads_;
  }
  /// What passed since the last mark is no training time (a pause).
  void skip() {
    const auto now = Clock::now();
    skipped_ += std::chrono::duration_cast<std::chrono::nanoseconds>(now - mark_).count();
    mark_ = now;
    ++reads_;
  }
  /// Training time up to the last lap.
  [[nodiscard]] std::int64_t total_ns() const { return total_; }
  [[nodiscard]] double total_s() const { return static_cast<double>(total_) * 1e-9; }
  /// Time left out by skip().
  [[nodiscard]] double skipped_s() const { return static_cast<double>(skipped_) * 1e-9; }
  [[nodiscard]] std::int64_t spent_ns(Phase phase) const { return spent_[static_cast<std::size_t>(phase)]; }
  /// How often the clock was read.
  [[nodiscard]] std::uint64_t reads() const { return reads_; }

 private:
  std::array<std::int64_t, kPhaseCount> spent_{};
  std::int64_t total_ = 0;
  std::int64_t skipped_ = 0;
  std::uint64_t reads_ = 0;
  typename Clock::time_point mark_{};
};

using PhaseClock = BasicPhaseClock<std::chrono::steady_clock>;

/// What one reading of the clock costs, in seconds.
[[nodiscard]] inline double clock_read_s() {
  constexpr int kReads = 256;
  PhaseClock clock;
  clock.start();
  for (int i = 0; i < kReads; ++i) {
    clock.lap(Phase::Other);
  }
  return clock.total_s() / kReads;
}

/// Seconds by phase as the report has them. A phase that this kind of device can't tell apart stays empty: with
/// `runs_behind` (CUDA) forward, backward and optimizer, whose issuing is in dispatch; without it dispatch.
/// unattributed is train_seconds less the others, so that they add up.
template <typename Clock>
[[nodiscard]] Phases phases_of(const BasicPhaseClock<Clock>& clock, bool runs_behind) {
  const auto seconds = [&](Phase phase) { return static_cast<double>(clock.spent_ns(phase)) * 1e-9; };
  Phases phases;
  phases.gather = seconds(Phase::Gather);
  if (runs_behind) {
    phases.dispatch = seconds(Phase::Dispatch);
  } else {
    phases.forward = seconds(Phase::Forward);
    phases.backward = seconds(Phase::Backward);
    phases.optimizer = seconds(Phase::Optimizer);
  }
  phases.loss_readback = seconds(Phase::LossReadback);
  phases.recording = seconds(Phase::Recording);
  double told = 0;
  for (const auto& part : {phases.gather, phases.dispatch, phases.forward, phases.backward, phases.optimizer,
                           phases.loss_readback, phases.recording}) {
    told += part.value_or(0);
  }
  const double rest = clock.total_s() - told;
  phases.unattributed = rest > 0 ? rest : 0;  // rounding may take it a hair below
  return phases;
}

}  // namespace lossline
