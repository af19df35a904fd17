// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/dataset.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"

namespace lossline::detail {

/// TrainingEngine::run, all but the names of the libraries. Never throws: the engine's door is in here.
[[nodiscard]] RunRecord run_training(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                                     RunObserver& observer);

}  // namespace lossline::detail
