// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_choice.h"

#include <string>

namespace lossline {

LossKind resolve_loss(LossKind asked, TargetKind target) {
  if (asked != LossKind::Auto) {
    return asked;
  }
  return target == TargetKind::Classes ? LossKind::CrossEntropy : LossKind::Mse;
}

std::optional<Fault> check_loss_fits(LossKind asked, TargetKind target) {
  const LossKind loss = resolve_loss(asked, target);
  if (target == TargetKind::Classes || loss == LossKind::Mse || loss == LossKind::Huber) {
    return std::nullopt;
  }
  return Fault{"loss", "must be auto, mse or huber for a numeric target, got " + std::string(to_text(loss))};
}

}  // namespace lossline
