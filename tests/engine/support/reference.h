// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace lossline::test {

/// What PyTorch gives for the Iris run with seed 0 (tests/engine/reference/iris_seed0.txt says how it was made).
struct IrisReference {
  std::vector<float> initial, final_weights;  // fc1.weight, fc1.bias, fc2.weight, fc2.bias
  std::vector<float> losses;                  // 20 000
  double test_accuracy = 0;
};
[[nodiscard]] const IrisReference& iris_reference();

}  // namespace lossline::test
