// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/mlp_spec.h"

#include <limits>

#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMost : product;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kMost : sum;
}

}  // namespace

std::vector<LayerInfo> MlpSpec::layers() const {
  std::vector<LayerInfo> result;
  const std::string activation_name(to_text(activation));
  std::int64_t in = inputs;
  std::int64_t number = 0;
  const auto add_linear = [&](std::int64_t out) {
    ++number;
    result.push_back({"fc" + integer_text(number), "linear", in, out, plus(times(in, out), out)});
    in = out;
  };
  for (const std::int64_t width : hidden) {
    add_linear(width);
    const std::string suffix = hidden.size() > 1 ? integer_text(number) : std::string();
    result.push_back({activation_name + suffix, activation_name, width, width, 0});
  }
  add_linear(outputs);
  return result;
}

std::int64_t MlpSpec::parameters() const {
  std::int64_t sum = 0;
  for (const LayerInfo& layer : layers()) {
    sum = plus(sum, layer.parameters);
  }
  return sum;
}

std::int64_t MlpSpec::flops_per_sample() const {
  std::int64_t sum = 0;
  bool first = true;
  for (const LayerInfo& layer : layers()) {
    if (layer.type == "linear") {
      sum = plus(sum, times(times(layer.in, layer.out), first ? 4 : 6));
      first = false;
    }
  }
  return sum;
}

}  // namespace lossline
