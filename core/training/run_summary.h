// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/loss_history.h"
#include "core/api/result.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"

namespace lossline {

/// The figures that follow from the history and the clock. First, last and best loss are of the recorded epochs, the
/// best one the earliest of equals; losses that are not finite are never best.
[[nodiscard]] Summary summary_of(const LossHistory& history, std::uint64_t epochs_done, double train_seconds,
                                 std::uint64_t train_rows);

/// Why a run diverged: "the loss became nan at epoch 17; try a smaller learning rate".
[[nodiscard]] Error diverged_loss(double loss, std::uint64_t epoch);
/// The same where the last update broke the weights and no loss came after it.
[[nodiscard]] Error diverged_weights(double weight, std::uint64_t epoch);

/// The first value that is not finite.
[[nodiscard]] std::optional<double> first_not_finite(const std::vector<float>& values);

/// All faults in one line: "lr: must be …; epochs: must be …".
[[nodiscard]] std::string faults_text(const std::vector<Fault>& faults);

}  // namespace lossline
