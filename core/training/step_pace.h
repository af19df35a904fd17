// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace lossline {

/// How many steps to take between two readings of the clock, so that reading it costs little however short a step is:
/// as many as fill about 50 µs, found by doubling.
class StepPace {
 public:
  static constexpr double kStretchS = 50e-6;

  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  /// `steps` (1 or more) steps took `seconds`. A clock that stood still counts as a stretch too short.
  void took(std::uint64_t steps, double seconds) {
    const double fitting = seconds > 0 ? kStretchS * static_cast<double>(steps) / seconds : kMost;
    const double most = std::min(kMost, 2 * static_cast<double>(steps_));
    steps_ = static_cast<std::uint64_t>(std::clamp(fitting, 1.0, most));
  }

 private:
  static constexpr double kMost = 1 << 16;
  std::uint64_t steps_ = 1;
};

}  // namespace lossline
