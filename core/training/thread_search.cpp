// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/thread_search.h"

#include <algorithm>

namespace lossline {

std::vector<int> thread_counts(int usable) {
  std::vector<int> counts;
  for (int count = 1; count < usable; count *= 2) {
    counts.push_back(count);
  }
  counts.push_back(std::max(1, usable));
  return counts;
}

ThreadChoice search_threads(int usable, double budget_s, const MeasureEpoch& measure) {
  constexpr double kTie = 1.03;
  std::vector<int> counts = thread_counts(usable);
  ThreadChoice choice;
  if (counts.size() < 2) {
    return choice;
  }
  const double share_s = budget_s / static_cast<double>(counts.size());
  // Most threads first: the pool is made once, and threads that are then left over have gone to sleep by the end.
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
    choice.candidates.push_back({"eager", *count, measure(*count, share_s)});
  }
  std::reverse(choice.candidates.begin(), choice.candidates.end());
  const auto faster = [](const Candidate& a, const Candidate& b) { return a.epoch_us < b.epoch_us; };
  const double best = std::min_element(choice.candidates.begin(), choice.candidates.end(), faster)->epoch_us;
  const auto good = [&](const Candidate& candidate) { return candidate.epoch_us <= best * kTie; };
  choice.threads = std::find_if(choice.candidates.begin(), choice.candidates.end(), good)->threads;
  return choice;
}

double search_budget_s(double run_s) {
  return std::max(0.05, 0.02 * run_s);
}

}  // namespace lossline
