// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/api/result.h"

namespace lossline::detail {

/// What one thread of several does. `thread` counts from 0.
struct RoundWork {
  std::function<bool(int thread)> prepare;  ///< once, before the first round; false ends it all
  std::function<void(int thread)> round;
};

/// How long each round took, from the first thread's start to the last one's end, in seconds: rounds that all threads
/// start together, until `seconds` have gone by, and at least three. Fails when threads can't be had or one was not
/// prepared. Neither function may throw.
[[nodiscard]] Result<std::vector<double>> time_rounds(int threads, double seconds, const RoundWork& work);

}  // namespace lossline::detail
