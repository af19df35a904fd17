// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/epoch_sampler.h"

#include <algorithm>
#include <cmath>

namespace lossline {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

}  // namespace

Spread spread_of_times(std::vector<double> values) {
  if (values.empty()) {
    return {};
  }
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75), values.size()};
}

void EpochSampler::keep(std::uint64_t epoch, double microseconds) {
  if (samples_.size() == kMost) {
    stride_ *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples_.size(); i += 2) {
      samples_[kept++] = samples_[i];
    }
    samples_.resize(kept);
  }
  samples_.push_back({epoch, microseconds});
  next_ = epoch + stride_;
}

Spread EpochSampler::spread() const {
  if (samples_.empty()) {
    return {};
  }
  const std::uint64_t first_ones = std::min<std::uint64_t>(10, samples_.back().epoch / 10);
  std::vector<double> values;
  for (const Sample& sample : samples_) {
    if (sample.epoch > first_ones) {
      values.push_back(sample.microseconds);
    }
  }
  return spread_of_times(std::move(values));
}

}  // namespace lossline
