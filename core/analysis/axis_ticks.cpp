// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/axis_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/progress_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr double kSlack = 1e-9;         // of a step: keeps a mark that rounding pushed just outside
constexpr double kFullyGrouped = 1e15;  // above, a double's whole numbers get gaps and are written with an exponent

std::string tick_text(double value, int decimals) {
  if (decimals == 0 && std::abs(value) < kFullyGrouped) {
    const std::string digits = count_text(static_cast<std::uint64_t>(std::llround(std::abs(value))));
    return value < -0.5 ? "−" + digits : digits;
  }
  return decimals > 9 || std::abs(value) >= kFullyGrouped ? significant(value, 3) : fixed(value, decimals);
}

/// The step of 1, 2 or 5 times a power of ten that gives at most `most` marks.
double round_step(double span, int most) {
  const double rough = span / std::max(1, most - 1);
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= rough * (1 - kSlack)) {
      return factor * decade;
    }
  }
  return 10.0 * decade;
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int most) {
  std::vector<Tick> ticks;
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high)) {
    return ticks;
  }
  const double step = round_step(high - low, most);
  if (!(step > 0) || !std::isfinite(step)) {
    return ticks;
  }
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + kSlack)));
  const double first = std::ceil(low / step - kSlack);
  const double last = std::floor(high / step + kSlack);
  for (double i = first; i <= last && static_cast<int>(ticks.size()) < std::max(2, most); ++i) {
    const double at = i == 0 ? 0.0 : i * step;  // never "-0.0"
    ticks.push_back({at, tick_text(at, decimals)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int most) {
  std::vector<Tick> ticks;
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high)) {
    return ticks;
  }
  constexpr double kFewDecades = 1.5;
  const bool fine = high - low < kFewDecades;
  const double decades = std::floor(high) - std::ceil(low) + 1;
  const double stride = fine ? 1 : std::max(1.0, std::ceil(decades / std::max(1, most)));
  for (double decade = std::floor(low); decade <= high; decade += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = decade + std::log10(factor);
      if (at >= low - kSlack && at <= high + kSlack && (fine || factor == 1.0)) {
        ticks.push_back({at, significant(std::pow(10.0, decade) * factor, 1)});
      }
    }
  }
  return ticks;
}

double round_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) {
    return 1;
  }
  constexpr std::array kSteps = {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : kSteps) {
    if (step * decade >= value * (1 - kSlack)) {
      return step * decade;
    }
  }
  return 10.0 * decade;
}

}  // namespace lossline
