// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

#include "core/kernels/fused_net.h"

namespace lossline::detail {

/// Reads the clock only where somebody wants the times: steps of some hundred nanoseconds would be slowed by it.
class Stopwatch {
 public:
  explicit Stopwatch(StepTimes* times) : times_(times) {
    if (times_ != nullptr) {
      mark_ = Clock::now();
      ++times_->clock_reads;
    }
  }
  /// Adds what passed since the last mark. Only where there are times.
  void lap(std::int64_t& part) {
    const Clock::time_point now = Clock::now();
    part += std::chrono::duration_cast<std::chrono::nanoseconds>(now - mark_).count();
    mark_ = now;
    ++times_->clock_reads;
  }

 private:
  using Clock = std::chrono::steady_clock;
  StepTimes* times_;
  Clock::time_point mark_{};
};

}  // namespace lossline::detail
