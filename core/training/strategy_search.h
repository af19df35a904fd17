// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/api/run_record.h"
#include "core/api/train_config.h"

namespace lossline {

/// A way a run could be done.
struct Trial {
  Strategy strategy = Strategy::Eager;
  int threads = 1;

  friend bool operator==(const Trial& a, const Trial& b) { return a.strategy == b.strategy && a.threads == b.threads; }
};

/// What a search found.
struct StrategyChoice {
  Trial chosen;
  std::vector<Candidate> candidates;  ///< as they were tried, what each took; empty when there was nothing to compare
};

/// Thread counts worth trying where `usable` threads can run: 1, 2, 4, … and `usable` itself.
[[nodiscard]] std::vector<int> thread_counts(int usable);

/// Each strategy with each of the counts. Of each strategy most threads first: a pool is made once, and threads that
/// are then left over have gone to sleep by the end.
[[nodiscard]] std::vector<Trial> trials_of(const std::vector<Strategy>& strategies, const std::vector<int>& counts);

/// Microseconds of one epoch done that way, measured within about `budget_s` seconds; infinite where it can't be done.
using MeasureTrial = std::function<double(const Trial& trial, double budget_s)>;

/// Measures every trial shortly, then those that came within twice the best at greater length, one after the other in
/// three rounds, and chooses the fastest; of each trial its best round counts, since what else the machine does can
/// only slow it down. One that is within 3 % of the best and needs fewer threads wins: the difference is noise, the
/// threads aren't. The whole takes about search_budget_s() of the run that the first round foretells. With a single
/// trial nothing is measured. One that is infinite is neither chosen nor among the candidates; when all are, the first
/// trial is chosen.
/// Trials that `eligible` says no to are measured in the first round only, to be told of, and never chosen.
[[nodiscard]] StrategyChoice search_strategies(
    const std::vector<Trial>& trials, double epochs, const MeasureTrial& measure,
    const std::function<bool(const Trial&)>& eligible = [](const Trial&) { return true; });

/// Seconds a search may take: 50 ms, or 2 % of a run that needs at least `run_s` seconds where that is more.
[[nodiscard]] double search_budget_s(double run_s);

}  // namespace lossline
