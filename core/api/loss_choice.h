// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/api/dataset.h"
#include "core/api/train_config.h"

namespace lossline {

/// The loss a run uses: what was asked, or with Auto the target's own (classes: cross entropy, numbers: mse).
[[nodiscard]] LossKind resolve_loss(LossKind asked, TargetKind target);

/// Class targets take every loss, numeric ones mse or huber; anything else is a fault of field "loss".
[[nodiscard]] std::optional<Fault> check_loss_fits(LossKind asked, TargetKind target);

}  // namespace lossline
