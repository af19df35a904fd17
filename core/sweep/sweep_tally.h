// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sweep/sweep_row.h"

namespace lossline {

/// Rows counted by how their runs ended, and the best of them. A plain value.
class SweepTally {
 public:
  /// `most` is how many of the best are kept.
  explicit SweepTally(std::size_t most = 5) : most_(most) {}

  void add(const SweepRow& row);

  [[nodiscard]] std::uint64_t rows() const { return finished_ + diverged_ + failed_; }
  [[nodiscard]] std::uint64_t finished() const { return finished_; }
  [[nodiscard]] std::uint64_t diverged() const { return diverged_; }
  [[nodiscard]] std::uint64_t failed() const { return failed_; }

  /// Finished runs, best first: by test accuracy, then by test loss, then by index. Without classes by test loss.
  [[nodiscard]] const std::vector<SweepRow>& best() const { return best_; }

 private:
  std::size_t most_;
  std::uint64_t finished_ = 0, diverged_ = 0, failed_ = 0;
  std::vector<SweepRow> best_;
};

}  // namespace lossline
