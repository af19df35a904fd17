// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/vram_advice.h"

#include <algorithm>
#include <cmath>

namespace lossline {
namespace {

constexpr double kFloat = 4;

// In double: widths come from whoever types them, and their products leave every integer. Up to 2⁵³ it is exact.
struct Sizes {
  double parameters = 0, inputs = 0, outputs = 0;
};

Sizes sizes_of(const MlpSpec& spec) {
  Sizes sizes;
  sizes.inputs = static_cast<double>(spec.inputs);
  double in = sizes.inputs;
  const auto add = [&](std::int64_t width) {
    const auto out = static_cast<double>(width);
    sizes.parameters += (in + 1) * out;
    sizes.outputs += out;
    in = out;
  };
  for (const std::int64_t width : spec.hidden) {
    add(width);
  }
  add(spec.outputs);
  return sizes;
}

}  // namespace

int optimizer_slots(OptimizerKind optimizer, double momentum) {
  if (optimizer == OptimizerKind::Sgd) {
    return momentum > 0 ? 1 : 0;
  }
  return 2;
}

VramAdvice vram_advice(const MlpSpec& spec, OptimizerKind optimizer, double momentum, std::uint64_t free_bytes) {
  const Sizes sizes = sizes_of(spec);
  const double room = static_cast<double>(free_bytes) - static_cast<double>(kCudaContextBytes);
  VramAdvice advice;
  advice.fits_inference = room >= kFloat * (sizes.parameters + sizes.inputs + sizes.outputs);
  const double each = kFloat + kFloat + kFloat * optimizer_slots(optimizer, momentum);
  const double rows = std::floor((room - sizes.parameters * each) / (kFloat * (sizes.inputs + 2 * sizes.outputs)));
  if (rows >= 1) {
    constexpr double kMost = 9007199254740992.0;  // 2⁵³
    advice.largest_batch = static_cast<std::uint64_t>(std::min(rows, kMost));
  }
  return advice;
}

}  // namespace lossline
