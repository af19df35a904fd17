// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/api/run_record.h"

namespace lossline {

/// What a search for the best thread count found.
struct ThreadChoice {
  int threads = 1;
  std::vector<Candidate> candidates;  ///< fewest threads first; empty when there was nothing to compare
};

/// Thread counts worth trying where `usable` threads can run: 1, 2, 4, … and `usable` itself.
[[nodiscard]] std::vector<int> thread_counts(int usable);

/// Microseconds of one epoch with that many threads, measured within about `budget_s` seconds.
using MeasureEpoch = std::function<double(int threads, double budget_s)>;

/// Measures each of thread_counts(usable) with an equal share of `budget_s`, most threads first, and chooses the
/// fastest. A count that is within 3 % of it and needs fewer threads wins: the difference is noise, the threads aren't.
[[nodiscard]] ThreadChoice search_threads(int usable, double budget_s, const MeasureEpoch& measure);

/// Seconds a search may take: 50 ms, or 2 % of a run that needs at least `run_s` seconds where that is more.
[[nodiscard]] double search_budget_s(double run_s);

}  // namespace lossline
