// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"
#include "core/hardware/live/live_meters.h"
#include "core/hardware/nvml/nvml_helper.h"

namespace lossline {

/// What the window's meters read: the machine below a root, whose GPUs are those of the newest facts.
class MeterSource {
 public:
  /// `nvml` must outlive this.
  MeterSource(std::filesystem::path root, NvmlHelper& nvml) : root_(std::move(root)), nvml_(nvml) {}

  /// Any thread. The next reading is of these GPUs.
  void set_facts(HardwareFacts facts);
  /// One thread; see LiveMeters::read(). Empty readings until there are facts.
  [[nodiscard]] LiveReadings read();

 private:
  const std::filesystem::path root_;
  NvmlHelper& nvml_;
  std::mutex mutex_;
  std::optional<HardwareFacts> news_;   // guarded by mutex_: facts not yet read with
  std::unique_ptr<LiveMeters> meters_;  // the reading thread's
};

}  // namespace lossline
