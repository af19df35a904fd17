// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_choice.h"

#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(LossChoice, AutoIsTheTargetsOwn) {
  EXPECT_EQ(resolve_loss(LossKind::Auto, TargetKind::Classes), LossKind::CrossEntropy);
  EXPECT_EQ(resolve_loss(LossKind::Auto, TargetKind::Numeric), LossKind::Mse);
  EXPECT_EQ(resolve_loss(LossKind::Huber, TargetKind::Classes), LossKind::Huber);
}

TEST(LossChoice, ClassesTakeEveryLoss) {
  for (const LossKind loss : {LossKind::Auto, LossKind::CrossEntropy, LossKind::Bce, LossKind::Mse, LossKind::Huber}) {
    EXPECT_FALSE(check_loss_fits(loss, TargetKind::Classes).has_value()) << to_text(loss);
  }
}

TEST(LossChoice, NumbersTakeMseAndHuber) {
  for (const LossKind loss : {LossKind::Auto, LossKind::Mse, LossKind::Huber}) {
    EXPECT_FALSE(check_loss_fits(loss, TargetKind::Numeric).has_value()) << to_text(loss);
  }
  for (const LossKind loss : {LossKind::CrossEntropy, LossKind::Bce}) {
    const auto fault = check_loss_fits(loss, TargetKind::Numeric);
    ASSERT_TRUE(fault.has_value()) << to_text(loss);
    EXPECT_EQ(fault->field, "loss");
    EXPECT_NE(fault->message.find(to_text(loss)), std::string::npos);
  }
}

}  // namespace
}  // namespace lossline
