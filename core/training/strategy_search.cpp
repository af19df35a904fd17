// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/strategy_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace lossline {
namespace {

constexpr int kRounds = 3;
// The first round's part of the budget; and what is more than this much slower than the best there needs no second
// look.
constexpr double kFirstPart = 0.4;
constexpr double kWorthALook = 2;
constexpr double kTie = 1.03;

double best_of(const std::vector<double>& times_us) {
  return times_us.empty() ? std::numeric_limits<double>::infinity()
                          : *std::min_element(times_us.begin(), times_us.end());
}

std::size_t choose(const std::vector<Trial>& trials, const std::vector<double>& times_us) {
  const double good_us = best_of(times_us) * kTie;
  std::size_t chosen = 0;
  bool any = false;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!std::isfinite(times_us[i]) || times_us[i] > good_us) {
      continue;
    }
    const bool fewer = any && trials[i].threads < trials[chosen].threads;
    const bool faster = any && trials[i].threads == trials[chosen].threads && times_us[i] < times_us[chosen];
    if (!any || fewer || faster) {
      chosen = i;
    }
    any = true;
  }
  return chosen;
}

}  // namespace

std::vector<int> thread_counts(int usable) {
  std::vector<int> counts;
  for (int count = 1; count < usable; count *= 2) {
    counts.push_back(count);
  }
  counts.push_back(std::max(1, usable));
  return counts;
}

std::vector<Trial> trials_of(const std::vector<Strategy>& strategies, const std::vector<int>& counts) {
  std::vector<Trial> trials;
  for (const Strategy strategy : strategies) {
    for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
      trials.push_back({strategy, *count});
    }
  }
  return trials;
}

StrategyChoice search_strategies(const std::vector<Trial>& trials, double epochs, const MeasureTrial& measure) {
  StrategyChoice choice;
  if (trials.size() < 2) {
    choice.chosen = trials.empty() ? Trial{} : trials.front();
    return choice;
  }
  const auto count = static_cast<double>(trials.size());
  std::vector<double> times_us;
  for (const Trial& trial : trials) {
    times_us.push_back(measure(trial, kFirstPart * search_budget_s(0) / count));
  }
  const double worth_us = kWorthALook * best_of(times_us);
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (std::isfinite(times_us[i]) && times_us[i] <= worth_us) {
      close.push_back(i);
    }
  }
  if (close.size() > 1) {
    const double run_s = best_of(times_us) * 1e-6 * epochs;
    const double left_s = search_budget_s(run_s) - kFirstPart * search_budget_s(0);
    for (int round = 0; round < kRounds; ++round) {
      for (const std::size_t i : close) {
        times_us[i] = std::min(times_us[i], measure(trials[i], left_s / kRounds / static_cast<double>(close.size())));
      }
    }
  }
  choice.chosen = trials[choose(trials, times_us)];
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (std::isfinite(times_us[i])) {
      choice.candidates.push_back({std::string(to_text(trials[i].strategy)), trials[i].threads, times_us[i]});
    }
  }
  return choice;
}

double search_budget_s(double run_s) {
  return std::max(0.05, 0.02 * run_s);
}

}  // namespace lossline
