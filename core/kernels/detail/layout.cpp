// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/detail/layout.h"

#include <algorithm>

namespace lossline::detail {
namespace {

// Activations and their gradients of a panel stay in the second-level cache of any machine of the last ten years.
constexpr std::size_t kPanelFloats = std::size_t{64} * 1024;
constexpr std::size_t kMostPanelRows = 512;
// Vectors of rows that the widest tile of a product takes at once.
constexpr std::size_t kTilesVectors = 4;
// Rows of weights that are so long must not begin in the same few sets of the cache.
constexpr std::size_t kWide = 256;

}  // namespace

Layout::Layout(const FusedPlan& plan, std::size_t lanes) {
  std::size_t in = static_cast<std::size_t>(plan.spec.inputs);
  std::size_t widths = in;
  const auto add = [&](std::size_t out) {
    LayerPlace place;
    place.in = in;
    place.out = out;
    place.by_rows = in >= lanes;
    place.stride = !place.by_rows ? in : in < kWide ? padded(in, lanes) : odd_lines(in);
    place.w = parameters;
    parameters += padded(place.stride * out, lanes);
    place.b = parameters;
    parameters += padded(out, lanes);
    layers.push_back(place);
    in = out;
    widths += 2 * out;
  };
  for (const std::int64_t width : plan.spec.hidden) {
    add(static_cast<std::size_t>(width));
  }
  add(static_cast<std::size_t>(plan.spec.outputs));

  const auto rows = static_cast<std::size_t>(std::max<std::int64_t>(1, plan.batch_rows));
  threads = std::min(static_cast<std::size_t>(std::max(1, plan.threads)), padded(rows, lanes) / lanes);
  share_rows = padded((rows + threads - 1) / threads, lanes);
  const std::size_t step = kTilesVectors * lanes;  // whole tiles: what they leave over is slower
  const std::size_t fitting = std::max(step, kPanelFloats / widths / step * step);
  panel_rows = std::min({share_rows, fitting, kMostPanelRows});
  stride = odd_lines(panel_rows);
}

}  // namespace lossline::detail

namespace lossline {

double fused_memory_bytes(const FusedPlan& plan, std::int64_t data_rows) {
  constexpr std::size_t kWidestVector = 16;
  const detail::Layout layout(plan, kWidestVector);
  const auto number = [](std::size_t count) { return static_cast<double>(count); };
  const double rows = static_cast<double>(data_rows);
  const double inputs = number(detail::padded(static_cast<std::size_t>(plan.spec.inputs), kWidestVector));
  double panel = 2 * inputs;  // a panel's rows, and the same transposed
  for (const detail::LayerPlace& layer : layout.layers) {
    panel += 4.0 * number(detail::padded(layer.out, kWidestVector));
  }
  const bool full = plan.batch_rows >= data_rows;
  const double data = rows * (inputs + 1) * (full ? 2 : 1);
  const double members = number(layout.threads) * (number(layout.parameters) + panel * number(layout.stride));
  return sizeof(float) * (3 * number(layout.parameters) + data + members);
}

}  // namespace lossline
