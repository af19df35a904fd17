// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/run_control.h"

namespace lossline {

/// From construction on, Ctrl+C, SIGTERM and a closed terminal ask the run to stop; the second such signal ends the
/// program at once, with the exit code of the signal; one that follows within 80 ms is the same stop told twice, as
/// timeout(1) does. One object at a time; it puts back what was before.
class StopSignals {
 public:
  explicit StopSignals(RunControl& control);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The first signal that came, 0 when none did.
  [[nodiscard]] int received() const;
};

}  // namespace lossline
