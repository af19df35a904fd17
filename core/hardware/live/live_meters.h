// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"

namespace lossline {

/// Reads what moves. One thread at a time; a call may block for as long as a driver's helper is waited for.
class LiveMeters {
 public:
  virtual ~LiveMeters() = default;
  /// CPU shares are those since the call before.
  [[nodiscard]] virtual LiveReadings read() = 0;
};

/// NVIDIA's part: readings of all its GPUs, each with the index of the facts' GPU it belongs to. Empty when it does not
/// answer (any more).
using NvidiaReadings = std::function<std::vector<GpuReading>(const HardwareFacts&)>;

/// Meters of the machine below `root`, whose GPUs are those of `facts`. A recorded machine has memory figures, but no
/// CPU shares: its files do not move.
[[nodiscard]] std::unique_ptr<LiveMeters> make_live_meters(const std::filesystem::path& root, HardwareFacts facts,
                                                           NvidiaReadings nvidia);

}  // namespace lossline
