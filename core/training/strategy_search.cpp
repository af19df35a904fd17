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

constexpr double kNever = std::numeric_limits<double>::infinity();

double best_of(const std::vector<double>& times_us) {
  return times_us.empty() ? kNever : *std::min_element(times_us.begin(), times_us.end());
}

/// Trials that may be chosen, and what they took: infinite where it can't be done.
struct Field {
  const std::vector<Trial>& trials;
  std::vector<bool> eligible;
  std::vector<double> times_us;

  [[nodiscard]] std::vector<double> eligible_us() const {
    std::vector<double> times = times_us;
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] = eligible[i] ? times[i] : kNever;
    }
    return times;
  }
};

std::size_t choose(const Field& field) {
  const std::vector<Trial>& trials = field.trials;
  const std::vector<double> times_us = field.eligible_us();
  const double good_us = best_of(times_us) * kTie;
  const auto first = std::find(field.eligible.begin(), field.eligible.end(), true);
  std::size_t chosen = first == field.eligible.end() ? 0 : static_cast<std::size_t>(first - field.eligible.begin());
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

/// Measures what came close to the best at greater length.
void look_again(Field& field, double epochs, const MeasureTrial& measure) {
  const std::vector<double> times_us = field.eligible_us();
  const double best_us = best_of(times_us);
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < times_us.size(); ++i) {
    if (std::isfinite(times_us[i]) && times_us[i] <= kWorthALook * best_us) {
      close.push_back(i);
    }
  }
  if (close.size() < 2) {
    return;
  }
  const double left_s = search_budget_s(best_us * 1e-6 * epochs) - kFirstPart * search_budget_s(0);
  for (int round = 0; round < kRounds; ++round) {
    for (const std::size_t i : close) {
      field.times_us[i] =
          std::min(field.times_us[i], measure(field.trials[i], left_s / kRounds / static_cast<double>(close.size())));
    }
  }
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

StrategyChoice search_strategies(const std::vector<Trial>& trials, double epochs, const MeasureTrial& measure,
                                 const std::function<bool(const Trial&)>& eligible) {
  StrategyChoice choice;
  if (trials.size() < 2) {
    choice.chosen = trials.empty() ? Trial{} : trials.front();
    return choice;
  }
  const auto count = static_cast<double>(trials.size());
  Field field{trials, {}, {}};
  for (const Trial& trial : trials) {
    field.eligible.push_back(eligible(trial));
    field.times_us.push_back(measure(trial, kFirstPart * search_budget_s(0) / count));
  }
  look_again(field, epochs, measure);
  choice.chosen = trials[choose(field)];
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (std::isfinite(field.times_us[i])) {
      choice.candidates.push_back({std::string(to_text(trials[i].strategy)), trials[i].threads, field.times_us[i]});
    }
  }
  return choice;
}

double search_budget_s(double run_s) {
  return std::max(0.05, 0.02 * run_s);
}

}  // namespace lossline
