// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lossline {

/// Where a run or a sweep is, as told while it goes on.
struct ProgressState {
  std::uint64_t epoch = 0;  ///< epochs (runs, of a sweep) done
  std::uint64_t total = 0;
  std::optional<double> loss;  ///< the newest one known
  double seconds = 0;          ///< training seconds so far
  std::uint64_t before = 0;    ///< of those done, the ones that took none of these seconds
  std::string counted = "epoch";
};

/// "epoch 14200/20000 [##########....] loss 0.0712  11300 epochs/s  0.5 s left", in at most `columns` bytes, so never
/// wider. What has no room is left out: first the bar, then the speed, the time left, the loss.
[[nodiscard]] std::string bar_line(const ProgressState& state, std::size_t columns);

/// "epoch 2000/20000 (10 %)  loss 0.3712  11300 epochs/s  1.4 s left"
[[nodiscard]] std::string plain_line(const ProgressState& state);

/// The epochs at which a run of `total` has done 10 %, 20 % … 100 %: ten, or each one when there are fewer.
[[nodiscard]] std::vector<std::uint64_t> tenths(std::uint64_t total);

}  // namespace lossline
