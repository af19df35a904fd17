// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lossline {

/// A mark on an axis: where, and what stands beside it.
struct Tick {
  double at = 0;
  std::string text;
};

/// Marks at round steps (1, 2 or 5 times a power of ten) inside [low, high], at most `most` of them and at least two
/// where the range allows. Texts share their number of decimals; whole numbers are grouped in threes. Empty unless
/// low < high and both are finite.
[[nodiscard]] std::vector<Tick> linear_ticks(double low, double high, int most);

/// For an axis that shows log10 of a value, [low, high] already being logarithms: marks at whole decades ("0.01", "10",
/// "1e-06"), thinned to at most `most`; in a range under one and a half decades at 1, 2 and 5 times a decade too.
/// `at` is a logarithm.
[[nodiscard]] std::vector<Tick> log_ticks(double low, double high, int most);

/// The smallest "round" number that is not below `value` (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten), for
/// the upper end of an axis that begins at 0. 1 for values that are not positive.
[[nodiscard]] double round_up(double value);

}  // namespace lossline
