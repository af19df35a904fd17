// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/numpy_random.h"

#include <numeric>
#include <utility>

namespace lossline {

std::uint64_t NumpyRandomState::interval(std::uint64_t max) {
  if (max == 0) {
    return 0;
  }
  std::uint64_t mask = max;
  for (const unsigned shift : {1U, 2U, 4U, 8U, 16U, 32U}) {
    mask |= mask >> shift;
  }
  constexpr std::uint64_t kMost32 = 0xffffffff;
  for (;;) {
    std::uint64_t value = next_u32();
    if (max > kMost32) {
      value = value << 32U | next_u32();  // the high half is drawn first
    }
    value &= mask;
    if (value <= max) {
      return value;
    }
  }
}

std::vector<std::size_t> NumpyRandomState::permutation(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i-- > 1;) {
    std::swap(order[i], order[static_cast<std::size_t>(interval(i))]);
  }
  return order;
}

}  // namespace lossline
