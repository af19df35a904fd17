// SPDX-License-Identifier: GPL-3.0-or-later
// epochs N: trains the smallest Iris-like network by the fused step for N epochs, for a tool that counts instructions.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/kernels/fused_net.h"

int main(int argc, char** argv) {
  using namespace lossline;
  const long epochs = argc > 1 ? std::atol(argv[1]) : 0;
  constexpr std::int64_t kRows = 120, kInputs = 4;
  FusedPlan plan;
  plan.spec = {kInputs, {10}, 3, Activation::Relu};
  plan.batch_rows = kRows;
  std::vector<float> x;
  std::vector<std::int32_t> labels;
  for (std::int32_t row = 0; row < kRows; ++row) {
    labels.push_back(row % 3);
    for (std::int32_t k = 0; k < kInputs; ++k) {
      x.push_back(static_cast<float>((row * 7 + k * 13) % 29) / 29.0F);
    }
  }
  std::vector<float> weights;
  for (std::int32_t i = 0; i < plan.spec.parameters(); ++i) {
    weights.push_back(static_cast<float>(i * 5 % 17) / 17.0F - 0.5F);
  }
  FusedRows data;
  data.x = x.data();
  data.labels = labels.data();
  data.rows = kRows;
  const auto net = make_fused_net(plan, data);
  net->set_parameters(weights);
  double loss = 0;
  for (long epoch = 0; epoch < epochs; ++epoch) {
    loss = net->step_all();
  }
  std::printf("%s %.9g\n", net->target().c_str(), loss);
  return loss < 10 ? 0 : 1;
}
