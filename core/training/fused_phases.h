// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/run_record.h"
#include "core/kernels/fused_net.h"
#include "core/training/phase_clock.h"

namespace lossline {

/// Seconds by phase of a fused run. `clock` has the drawing of batch orders as Gather, whole steps as Forward, and
/// Recording; `times`, of some of the steps, divides the steps' time in proportion. With several threads what handing
/// the work out and waiting for them takes is dispatch; with one it is the loop itself: unattributed.
/// There is no loss_readback: the loss is computed where it is read.
[[nodiscard]] Phases fused_phases_of(const PhaseClock& clock, const StepTimes& times, int threads);

}  // namespace lossline
