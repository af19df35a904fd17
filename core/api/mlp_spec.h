// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/api/train_config.h"

namespace lossline {

/// One layer as the report lists it.
struct LayerInfo {
  std::string name;  ///< "fc1"; activations "relu", or "relu1", "relu2" when there are several
  std::string type;  ///< "linear", or the activation's name
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t parameters = 0;

  friend bool operator==(const LayerInfo& a, const LayerInfo& b) {
    return a.name == b.name && a.type == b.type && a.in == b.in && a.out == b.out && a.parameters == b.parameters;
  }
};

/// A multilayer perceptron: inputs → hidden… → outputs, an activation after every hidden layer, none after the last.
struct MlpSpec {
  std::int64_t inputs = 0;
  std::vector<std::int64_t> hidden;
  std::int64_t outputs = 0;
  Activation activation = Activation::Relu;

  /// Layers in the order data flows.
  [[nodiscard]] std::vector<LayerInfo> layers() const;
  /// Weights and biases. Saturates instead of overflowing.
  [[nodiscard]] std::int64_t parameters() const;
  /// Floating-point operations to train on one row: per weight 2 for the forward product, 2 for the weight gradient and
  /// 2 for the input gradient, the last not at the first layer. Bias and activation are left out, as is usual.
  [[nodiscard]] std::int64_t flops_per_sample() const;
};

}  // namespace lossline
