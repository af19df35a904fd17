// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/strategy_advice.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr double kMicro = 1e-6;

bool is_time(double value) {
  return std::isfinite(value) && value > 0;
}

std::string with_threads(int threads) {
  return integer_text(std::int64_t{threads}) + (threads == 1 ? " thread" : " threads");
}

/// 123 → "120", 12.3 → "12", 1.234 → "1.2": a forecast is not known to more digits.
std::string times_text(double times) {
  constexpr double kTen = 9.95;
  if (times < kTen) {
    return fixed(times, 1);
  }
  double unit = 1;
  constexpr double kTwoDigits = 99.5;
  while (times / unit >= kTwoDigits) {
    unit *= 10;
  }
  return fixed(std::round(times / unit) * unit, 0);
}

/// The one that runs, as it was measured; null when it is not among them.
const Candidate* chosen_of(const Resolved& resolved) {
  const auto runs = [&](const Candidate& one) {
    return one.strategy == resolved.strategy && one.threads == resolved.threads && is_time(one.epoch_us);
  };
  const auto found = std::find_if(resolved.candidates.begin(), resolved.candidates.end(), runs);
  return found == resolved.candidates.end() ? nullptr : &*found;
}

const Candidate* quickest_fused(const Resolved& resolved) {
  const Candidate* best = nullptr;
  for (const Candidate& one : resolved.candidates) {
    const bool usable = one.strategy == to_text(Strategy::Fused) && is_time(one.epoch_us) && one.threads > 0;
    if (usable && (best == nullptr || one.epoch_us < best->epoch_us)) {
      best = &one;
    }
  }
  return best;
}

std::string entry(const Candidate& one) {
  return one.strategy + " with " + with_threads(one.threads);
}

}  // namespace

bool FusedAdvice::faster() const {
  constexpr double kNoise = 1.05;
  return times >= kNoise;
}

std::optional<FusedAdvice> fused_advice(const Resolved& resolved, std::uint64_t epochs, std::uint64_t epochs_done,
                                        double train_seconds) {
  const Candidate* fused = quickest_fused(resolved);
  if (fused == nullptr || resolved.strategy != to_text(Strategy::Eager) || epochs == 0) {
    return std::nullopt;
  }
  double eager_us = 0;
  if (epochs_done > 0) {
    eager_us = train_seconds / static_cast<double>(epochs_done) / kMicro;
  } else if (const Candidate* eager = chosen_of(resolved)) {
    eager_us = eager->epoch_us;
  }
  if (!is_time(eager_us)) {
    return std::nullopt;
  }
  FusedAdvice advice;
  advice.epochs = epochs;
  advice.threads = fused->threads;
  advice.epoch_us = fused->epoch_us;
  advice.seconds = fused->epoch_us * kMicro * static_cast<double>(epochs);
  advice.times = eager_us / fused->epoch_us;
  if (!std::isfinite(advice.seconds) || !std::isfinite(advice.times)) {
    return std::nullopt;
  }
  return advice;
}

std::string fused_advice_text(const FusedAdvice& advice, Grouping grouping) {
  if (!advice.faster()) {
    return "would not be faster here";
  }
  const std::string epochs =
      advice.epochs == 1 ? "this epoch" : "these " + count_text(advice.epochs, grouping) + " epochs";
  return "would take " + duration_text(advice.seconds) + " for " + epochs + " (" + epoch_time_text(advice.epoch_us) +
         " each, measured on " + with_threads(advice.threads) + "): " + times_text(advice.times) + " times as fast";
}

std::string strategy_choice_text(const RunRecord& record) {
  const Resolved& resolved = record.resolved;
  const Candidate* chosen = chosen_of(resolved);
  if (chosen == nullptr) {
    return {};
  }
  std::vector<const Candidate*> others;
  for (const Candidate& one : resolved.candidates) {
    // Of a run by eager, fused may have been measured to tell of it: that was not up for choice.
    const bool could_be = record.config.strategy == Strategy::Auto || one.strategy == chosen->strategy;
    if (&one != chosen && could_be && is_time(one.epoch_us)) {
      others.push_back(&one);
    }
  }
  if (others.empty()) {
    return {};
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const Candidate* a, const Candidate* b) { return a->epoch_us < b->epoch_us; });
  constexpr std::size_t kOthers = 3;
  others.resize(std::min(others.size(), kOthers));
  std::string text = entry(*chosen) + ": " + epoch_time_text(chosen->epoch_us) + " an epoch";
  for (const Candidate* one : others) {
    text += "; " + entry(*one) + " " + epoch_time_text(one->epoch_us);
    if (one->epoch_us < chosen->epoch_us && one->threads > chosen->threads) {
      text += " (too near to be worth more threads)";
    }
  }
  return text;
}

std::string epoch_time_text(double microseconds) {
  constexpr double kOneDigit = 9.95;  // from here on duration_text() has two digits
  if (!is_time(microseconds)) {
    return "–";
  }
  return microseconds < kOneDigit ? significant(microseconds, 2) + " µs" : duration_text(microseconds * kMicro);
}

}  // namespace lossline
