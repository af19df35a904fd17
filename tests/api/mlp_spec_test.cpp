// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/mlp_spec.h"

#include <limits>

#include <gtest/gtest.h>

namespace lossline {
namespace {

MlpSpec spec(std::int64_t inputs, std::vector<std::int64_t> hidden, std::int64_t outputs) {
  return {inputs, std::move(hidden), outputs, Activation::Relu};
}

TEST(MlpSpec, CountsTheIrisNetwork) {
  const MlpSpec iris = spec(4, {10}, 3);
  EXPECT_EQ(iris.parameters(), 83);         // 4·10 + 10 + 10·3 + 3
  EXPECT_EQ(iris.flops_per_sample(), 340);  // 4·40 + 6·30
  const std::vector<LayerInfo> expected = {
      {"fc1", "linear", 4, 10, 50}, {"relu", "relu", 10, 10, 0}, {"fc2", "linear", 10, 3, 33}};
  EXPECT_EQ(iris.layers(), expected);
}

TEST(MlpSpec, CountsADeeperNetwork) {
  const MlpSpec deep = spec(32, {128, 64}, 10);
  EXPECT_EQ(deep.parameters(), 32 * 128 + 128 + 128 * 64 + 64 + 64 * 10 + 10);
  EXPECT_EQ(deep.flops_per_sample(), 69376);
  const auto layers = deep.layers();
  ASSERT_EQ(layers.size(), 5U);
  EXPECT_EQ(layers[1].name, "relu1");
  EXPECT_EQ(layers[3].name, "relu2");
  EXPECT_EQ(layers[4].name, "fc3");
}

TEST(MlpSpec, NoHiddenLayerIsOneLinearLayer) {
  const MlpSpec flat = spec(4, {}, 3);
  ASSERT_EQ(flat.layers().size(), 1U);
  EXPECT_EQ(flat.parameters(), 15);
  EXPECT_EQ(flat.flops_per_sample(), 48);
}

TEST(MlpSpec, NamesTheActivation) {
  MlpSpec leaky = spec(4, {10}, 3);
  leaky.activation = Activation::LeakyRelu;
  EXPECT_EQ(leaky.layers()[1].name, "leaky_relu");
  EXPECT_EQ(leaky.layers()[1].type, "leaky_relu");
}

TEST(MlpSpec, SaturatesInsteadOfOverflowing) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const MlpSpec huge = spec(std::int64_t{1} << 40, {std::int64_t{1} << 40, 3}, 1);
  EXPECT_EQ(huge.parameters(), kMost);
  EXPECT_EQ(huge.flops_per_sample(), kMost);
}

}  // namespace
}  // namespace lossline
