// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/kernels/fused_net.h"

namespace lossline::detail {

/// Where a layer's weights lie in the padded parameter store.
struct LayerPlace {
  std::size_t in = 0, out = 0;
  bool by_rows = false;    ///< many inputs: the gradient is formed row by row of weights, which are whole vectors then
  std::size_t stride = 0;  ///< floats from one output's weights to the next: `in`, or at least that and a multiple of
                           ///< the vector when by_rows
  std::size_t w = 0, b = 0;
};

/// Sizes of everything a fused net holds, for vectors of `lanes` floats.
struct Layout {
  Layout(const FusedPlan& plan, std::size_t lanes);

  std::vector<LayerPlace> layers;
  std::size_t parameters = 0;  ///< floats in the store, a multiple of the vector
  std::size_t panel_rows = 0;  ///< rows worked on together, a multiple of the vector
  std::size_t stride = 0;      ///< floats from one feature's row to the next
  std::size_t threads = 1;
  std::size_t share_rows = 0;  ///< of a full batch, of each thread; a multiple of the vector
};

/// `count` up to the next multiple of `step`.
[[nodiscard]] constexpr std::size_t padded(std::size_t count, std::size_t step) {
  return (count + step - 1) / step * step;
}

/// A distance between rows of `floats` that is an odd number of cache lines, so that the same column of many rows does
/// not fall into a few sets of the cache.
[[nodiscard]] constexpr std::size_t odd_lines(std::size_t floats) {
  constexpr std::size_t kLine = 16;
  const std::size_t lines = (floats + kLine - 1) / kLine;
  return (lines % 2 == 0 ? lines + 1 : lines) * kLine;
}

}  // namespace lossline::detail
