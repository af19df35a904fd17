// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/check_run.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/data/datasets.h"

namespace lossline {
namespace {

using Fields = std::vector<std::string>;

Fields fields_of(const std::vector<Fault>& faults) {
  Fields fields;
  for (const Fault& fault : faults) {
    fields.push_back(fault.field);
  }
  return fields;
}

class CheckRun : public testing::Test {
 protected:
  Dataset iris_ = load_dataset("iris").value();
  TrainConfig config_;
};

TEST_F(CheckRun, TheDefaultsRun) {
  EXPECT_EQ(fields_of(faults_of(config_, &iris_, 1)), Fields{});
  EXPECT_EQ(fields_of(faults_of(config_, nullptr, 1)), Fields{});
}

TEST_F(CheckRun, TellsTheFaultsOfEveryKindAtOnce) {
  config_.lr = -1;
  config_.weight_decay = 1e39;
  config_.threads = 1000;
  config_.test_size = 0.999;
  Dataset numbers = iris_;
  numbers.target_kind = TargetKind::Numeric;
  config_.loss = LossKind::CrossEntropy;
  EXPECT_EQ(fields_of(faults_of(config_, &numbers, 2)), (Fields{"lr", "weight-decay", "threads", "loss", "test-size"}));
  EXPECT_EQ(fields_of(faults_of(config_, nullptr, 2)), (Fields{"lr", "weight-decay", "threads"}));
}

TEST_F(CheckRun, AShareThatIsNoneIsOneFault) {
  config_.test_size = 1.5;
  EXPECT_EQ(fields_of(faults_of(config_, &iris_, 2)), Fields{"test-size"});
}

TEST_F(CheckRun, ASplitNeedsARowForTraining) {
  config_.test_size = 0.99;  // ceil(148.5) = 149 of 150
  EXPECT_EQ(fields_of(faults_of(config_, &iris_, 2)), Fields{});
  config_.test_size = 0.9934;  // ceil(149.01) = 150
  const std::vector<Fault> faults = faults_of(config_, &iris_, 2);
  ASSERT_EQ(fields_of(faults), Fields{"test-size"});
  EXPECT_EQ(faults[0].message, "0.9934 of 150 rows leaves none for training: use a smaller share");
}

}  // namespace
}  // namespace lossline
