// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/epoch_sampler.h"

#include <algorithm>
#include <utility>

#include "core/api/quantiles.h"

namespace lossline {

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
  return spread_of(std::move(values));
}

}  // namespace lossline
