// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/api/run_record.h"
#include "ui/session/training_session.h"

namespace lossline {

/// How a run ended, in one sentence: "Finished: loss 1.1229 → 0.0619, test accuracy 96.7 %, 1.1 s on 1 thread"; in a
/// second why it did not run by the strategy that was asked for. Without the last full stop.
[[nodiscard]] QString outcome_text(const RunRecord& record);

/// What goes on, for the status bar: "Iris · CPU · eager · 1 thread · running".
[[nodiscard]] QString phase_text(const TrainingSession& session);

/// A loss by the name people read: "cross_entropy" → "Cross-entropy loss".
[[nodiscard]] QString loss_title(const std::string& loss);

}  // namespace lossline
