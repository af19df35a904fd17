// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/api/run_record.h"

namespace lossline {

/// Keeps an even sample of epoch times in bounded memory: every k-th one, k doubling whenever the store is full.
class EpochSampler {
 public:
  /// How long epoch `epoch` (from 1) took.
  void add(std::uint64_t epoch, double microseconds) {
    if (epoch >= next_) {
      keep(epoch, microseconds);
    }
  }
  /// Of the epochs after the first tenth, at most ten, which warm caches and pools up.
  [[nodiscard]] Spread spread() const;

 private:
  struct Sample {
    std::uint64_t epoch;
    double microseconds;
  };
  static constexpr std::size_t kMost = 4096;

  void keep(std::uint64_t epoch, double microseconds);

  std::vector<Sample> samples_;
  std::uint64_t stride_ = 1;
  std::uint64_t next_ = 1;
};

}  // namespace lossline
