// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "core/data/prepare.h"
#include "tests/engine/support/plain_mlp.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

void expect_same_training(const TrainConfig& config, const Dataset& dataset, double tolerance = 1e-5) {
  const PreparedData data = prepare(dataset, config.test_size, config.split_seed, config.scale).value();
  PlainMlp plain(config, data);
  const RunRecord record = run(config, dataset);
  ASSERT_EQ(record.state, RunState::Finished) << (record.error ? record.error->message : "");
  ASSERT_EQ(record.history->size(), config.epochs);
  for (const LossPoint& point : points_of(record)) {
    const double expected = plain.epoch();
    EXPECT_NEAR(point.loss, expected, tolerance * std::fabs(expected)) << "epoch " << point.epoch;
  }
  ASSERT_EQ(record.weights.size(), plain.weights().size());
  for (std::size_t i = 0; i < record.weights.size(); ++i) {
    EXPECT_NEAR(record.weights[i], plain.weights()[i], 1e-4 + 1e-4 * std::fabs(plain.weights()[i])) << "weight " << i;
  }
  ASSERT_TRUE(record.summary.test_loss);
  EXPECT_NEAR(*record.summary.test_loss, plain.test_loss(), 10 * tolerance * plain.test_loss());
  if (dataset.target_kind == TargetKind::Classes) {
    EXPECT_DOUBLE_EQ(*record.summary.test_accuracy, plain.test_accuracy());
  } else {
    EXPECT_FALSE(record.summary.test_accuracy);
    EXPECT_FALSE(record.summary.train_accuracy);
  }
}

using Choice = std::tuple<OptimizerKind, LossKind, Activation>;

class EveryChoice : public testing::TestWithParam<Choice> {};

TEST_P(EveryChoice, EqualsPlainLoops) {
  TrainConfig config = small_run(3);
  std::tie(config.optimizer, config.loss, config.activation) = GetParam();
  config.hidden = {7, 5};
  config.batch_size = 32;  // 120 rows: three batches and a rest of 24
  config.weight_decay = 0.01;
  config.lr = config.optimizer == OptimizerKind::Sgd ? 0.1 : 0.01;
  config.momentum = config.optimizer == OptimizerKind::Sgd ? 0.9 : 0;
  config.seed = 3;
  expect_same_training(config, iris());
  if (config.loss == LossKind::Mse || config.loss == LossKind::Huber) {
    config.batch_size = 7;
    expect_same_training(config, waves());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, EveryChoice,
    testing::Combine(testing::Values(OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW),
                     testing::Values(LossKind::CrossEntropy, LossKind::Bce, LossKind::Mse, LossKind::Huber),
                     testing::Values(Activation::Relu, Activation::LeakyRelu, Activation::Tanh, Activation::Sigmoid,
                                     Activation::Gelu, Activation::Silu)),
    [](const testing::TestParamInfo<Choice>& choice) {
      return std::string(to_text(std::get<0>(choice.param))) + "_" + std::string(to_text(std::get<1>(choice.param))) +
             "_" + std::string(to_text(std::get<2>(choice.param)));
    });

TEST(Arithmetic, FullBatchTakesTheRowsAsSplit) {
  TrainConfig config = small_run(5);
  for (const std::uint64_t batch : {0u, 120u, 100000u}) {
    config.batch_size = batch;
    expect_same_training(config, iris());
  }
}

TEST(Arithmetic, OneRowBatches) {
  TrainConfig config = small_run(2);
  config.batch_size = 1;
  expect_same_training(config, iris());
}

TEST(Arithmetic, NoHiddenLayer) {
  TrainConfig config = small_run(5);
  config.hidden = {};
  expect_same_training(config, iris());
}

TEST(Arithmetic, WidthOneAndManyLayers) {
  TrainConfig config = small_run(5);
  config.hidden = {1, 3, 1, 2, 9, 1};
  expect_same_training(config, iris());
}

TEST(Arithmetic, AVeryWideLayer) {
  TrainConfig config = small_run(2);
  config.hidden = {8192};
  expect_same_training(config, iris());
}

TEST(Arithmetic, AnotherSeedIsAnotherStart) {
  TrainConfig config = small_run(2);
  const RunRecord zero = run(config);
  config.seed = 4294967295;
  expect_same_training(config, iris());
  EXPECT_NE(run(config).initial_weights_hash, zero.initial_weights_hash);
}

}  // namespace
}  // namespace lossline::test
