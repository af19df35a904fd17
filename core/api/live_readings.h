// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lossline {

// What the machine does just now. A figure that no source told is empty.

struct GpuReading {
  int index = 0;  ///< of HardwareFacts::gpus
  std::optional<double> busy_percent;
  std::optional<std::uint64_t> memory_used_bytes, memory_free_bytes, memory_total_bytes;
  std::optional<double> temperature_c;
  std::optional<double> power_w, power_limit_w;
  std::optional<double> core_clock_mhz, memory_clock_mhz;
};

struct LiveReadings {
  std::vector<double> cpu_busy_percent;  ///< of each online logical CPU since the last reading; empty at the first one
  std::optional<std::uint64_t> memory_total_bytes, memory_available_bytes;
  std::vector<GpuReading> gpus;  ///< those that tell anything
};

}  // namespace lossline
