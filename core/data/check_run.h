// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/api/dataset.h"
#include "core/api/train_config.h"

namespace lossline {

/// Everything that keeps this config from being run, all at once: what validate() finds, more threads than a machine
/// that runs `machine_threads` at once has use for, and, when there is a `dataset` (else null), a loss its target does
/// not take or a split that leaves no row for training. A fault each, by field. Any thread.
[[nodiscard]] std::vector<Fault> faults_of(const TrainConfig& config, const Dataset* dataset, int machine_threads);

}  // namespace lossline
