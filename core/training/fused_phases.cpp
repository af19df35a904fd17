// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/fused_phases.h"

#include <algorithm>
#include <cstdint>

namespace lossline {

Phases fused_phases_of(const PhaseClock& clock, const StepTimes& times, int threads) {
  const auto seconds = [&](Phase phase) { return static_cast<double>(clock.spent_ns(phase)) * 1e-9; };
  const std::int64_t waiting = std::max<std::int64_t>(0, times.waiting);
  const auto timed = static_cast<double>(times.gather + times.forward + times.backward + times.update + waiting);
  const double scale = timed > 0 ? seconds(Phase::Forward) / timed : 0;
  const auto share = [&](std::int64_t part) { return scale * static_cast<double>(part); };
  Phases phases;
  phases.gather = seconds(Phase::Gather) + share(times.gather);
  phases.forward = share(times.forward);
  phases.backward = share(times.backward);
  phases.optimizer = share(times.update);
  phases.recording = seconds(Phase::Recording);
  double told = *phases.gather + *phases.forward + *phases.backward + *phases.optimizer + *phases.recording;
  if (threads > 1) {
    phases.dispatch = share(waiting);
    told += *phases.dispatch;
  }
  phases.unattributed = std::max(0.0, clock.total_s() - told);  // rounding may take it a hair below
  return phases;
}

}  // namespace lossline
