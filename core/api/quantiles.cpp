// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/quantiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lossline {

double quantile_of_sorted(const std::vector<double>& ascending, double q) {
  const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(ascending.size() - 1);
  const double below = std::floor(rank);
  const auto index = static_cast<std::size_t>(below);
  const double low = ascending[index];
  const double high = ascending[std::min(index + 1, ascending.size() - 1)];
  const double part = rank - below;
  // From the nearer end, as NumPy does: exact at both.
  return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
}

Spread spread_of(std::vector<double> sample) {
  sample.erase(std::remove_if(sample.begin(), sample.end(), [](double value) { return !std::isfinite(value); }),
               sample.end());
  if (sample.empty()) {
    return {};
  }
  std::sort(sample.begin(), sample.end());
  Spread spread;
  spread.q1 = quantile_of_sorted(sample, 0.25);
  spread.median = quantile_of_sorted(sample, 0.5);
  spread.q3 = quantile_of_sorted(sample, 0.75);
  spread.n = sample.size();
  return spread;
}

}  // namespace lossline
