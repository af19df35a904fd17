// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/detail/layout.h"

#include <algorithm>

namespace lossline::detail {
namespace {

// Activations and their gradients of a panel stay in the second-level cache of any machine of the last ten years.
constexpr std::size_t kPanelFloats = std::size_t{64} * 1024;
constexpr std::size_t kMostPanelRows = 512;

}  // namespace

Layout::Layout(const FusedPlan& plan, std::size_t lanes) {
  std::size_t in = static_cast<std::size_t>(plan.spec.inputs);
  std::size_t widths = in;
  const auto add = [&](std::size_t out) {
    LayerPlace place;
    place.in = in;
    place.out = out;
    place.by_rows = in >= lanes;
    place.stride = place.by_rows ? padded(in, lanes) : in;
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
  const std::size_t fitting = std::max(4 * lanes, kPanelFloats / widths / lanes * lanes);
  panel_rows = std::min({share_rows, fitting, kMostPanelRows});
  stride = odd_lines(panel_rows);
}

}  // namespace lossline::detail
