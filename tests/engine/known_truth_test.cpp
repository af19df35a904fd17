// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iostream>

#include <gtest/gtest.h>

#include "core/api/number_text.h"
#include "core/api/sha256.h"
#include "core/data/prepare.h"
#include "tests/engine/support/plain_mlp.h"
#include "tests/engine/support/reference.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

// The brief's run, once for all tests that look at it.
const RunRecord& whole_run() {
  static const RunRecord record = [] {
    TrainConfig config = small_run(20000);
    config.strategy = Strategy::Eager;
    return run(config);
  }();
  return record;
}

TEST(KnownTruth, TheReferenceIsWhole) {
  EXPECT_EQ(iris_reference().initial.size(), 83u);
  EXPECT_EQ(iris_reference().final_weights.size(), 83u);
  EXPECT_EQ(iris_reference().losses.size(), 20000u);
}

TEST(KnownTruth, TheRunFinishes) {
  const RunRecord& record = whole_run();
  ASSERT_EQ(record.state, RunState::Finished) << (record.error ? record.error->message : "");
  EXPECT_FALSE(record.error);
  EXPECT_EQ(record.summary.epochs_done, 20000u);
  EXPECT_EQ(record.history->size(), 20000u);
  EXPECT_FALSE(record.summary.first_nonfinite_epoch);
}

TEST(KnownTruth, EveryLossIsPyTorchs) {
  const RunRecord& record = whole_run();
  ASSERT_EQ(record.history->size(), iris_reference().losses.size());
  double worst = 0;
  for (std::size_t i = 0; i < record.history->size(); ++i) {
    const LossPoint& point = (*record.history)[i];
    ASSERT_EQ(point.epoch, i + 1);
    worst = std::max(worst, std::fabs(point.loss - static_cast<double>(iris_reference().losses[i])));
  }
  EXPECT_LE(worst, 1e-5);
  RecordProperty("largest_difference", shortest(worst));
  std::cout << "largest difference of a loss: " << shortest(worst) << '\n';
}

TEST(KnownTruth, TheStartIsPyTorchsToTheBit) {
  Sha256 hash;
  update_le(hash, iris_reference().initial.data(), iris_reference().initial.size());
  EXPECT_EQ(whole_run().initial_weights_hash, hash.hex());
}

TEST(KnownTruth, TheEndIsPyTorchs) {
  const RunRecord& record = whole_run();
  ASSERT_EQ(record.weights.size(), iris_reference().final_weights.size());
  for (std::size_t i = 0; i < record.weights.size(); ++i) {
    EXPECT_NEAR(record.weights[i], iris_reference().final_weights[i], 1e-4) << i;
  }
  ASSERT_TRUE(record.summary.test_accuracy);
  EXPECT_DOUBLE_EQ(*record.summary.test_accuracy, 29.0 / 30.0);
  EXPECT_DOUBLE_EQ(*record.summary.test_accuracy, iris_reference().test_accuracy);
}

TEST(KnownTruth, TheSummaryFollowsFromTheCurve) {
  const Summary& summary = whole_run().summary;
  EXPECT_NEAR(*summary.first_loss, 1.122905, 1e-5);
  EXPECT_NEAR(*summary.last_loss, 0.061922, 1e-5);
  EXPECT_LE(*summary.best_loss, *summary.last_loss);
  EXPECT_GE(*summary.best_epoch, 19000u);
  EXPECT_GT(*summary.train_accuracy, 0.9);
  EXPECT_NEAR(*summary.epochs_per_s * summary.train_seconds, 20000, 1e-6);
  EXPECT_NEAR(*summary.samples_per_s, *summary.epochs_per_s * 120, 1e-6 * *summary.samples_per_s);
}

TEST(KnownTruth, TheRecordSaysWhatWasDone) {
  const RunRecord& record = whole_run();
  EXPECT_EQ(record.resolved.device, "cpu");
  EXPECT_EQ(record.resolved.strategy, "eager");
  EXPECT_EQ(record.resolved.loss, "cross_entropy");
  EXPECT_EQ(record.data.rows, 150u);
  EXPECT_EQ(record.data.train_rows, 120u);
  EXPECT_EQ(record.data.test_rows, 30u);
  EXPECT_EQ(record.data.sha256, dataset_sha256(iris()));
  EXPECT_EQ(record.model.parameters, 83);
  ASSERT_EQ(record.model.layers.size(), 3u);
  EXPECT_EQ(record.model.layers[0].name, "fc1");
  EXPECT_EQ(record.started_at.size(), std::string("2026-01-01T00:00:00.000Z").size());
  EXPECT_EQ(record.started_at.back(), 'Z');
  EXPECT_FALSE(record.environment.torch_version.empty());
  EXPECT_FALSE(record.environment.blas.empty());
}

// The stand-in used as truth for all other settings must itself agree with PyTorch.
TEST(KnownTruth, ThePlainLoopsAgreeWithPyTorch) {
  const TrainConfig config = small_run();
  const PreparedData data = prepare(iris(), config.test_size, config.split_seed, config.scale).value();
  PlainMlp plain(config, data);
  for (std::size_t i = 0; i < plain.weights().size(); ++i) {
    ASSERT_NEAR(plain.weights()[i], static_cast<double>(iris_reference().initial[i]), 1e-7) << i;
  }
  for (std::size_t epoch = 0; epoch < 300; ++epoch) {
    ASSERT_NEAR(plain.epoch(), static_cast<double>(iris_reference().losses[epoch]), 1e-6) << epoch;
  }
}

}  // namespace
}  // namespace lossline::test
