// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/live/live_meters.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "core/hardware/gpu_sysfs.h"
#include "core/hardware/live/cpu_load.h"
#include "core/hardware/memory.h"
#include "core/hardware/root_files.h"

namespace lossline {
namespace {

constexpr std::size_t kStatLimit =
    std::size_t{512} * 1024;  // a line of some 100 bytes for each CPU, and they come first

bool is_nvidia(const GpuFacts& gpu) {
  return gpu.vendor == "NVIDIA";
}

bool tells_anything(const GpuReading& reading) {
  return reading.busy_percent || reading.memory_used_bytes || reading.memory_free_bytes || reading.memory_total_bytes ||
         reading.temperature_c || reading.power_w || reading.power_limit_w || reading.core_clock_mhz ||
         reading.memory_clock_mhz;
}

class Meters final : public LiveMeters {
 public:
  Meters(const std::filesystem::path& root, HardwareFacts facts, NvidiaReadings nvidia)
      : files_(root), facts_(std::move(facts)), nvidia_(std::move(nvidia)) {}

  LiveReadings read() override {
    LiveReadings readings;
    if (files_.live()) {
      readings.cpu_busy_percent = load_.since_last(files_.text("proc/stat", kStatLimit).value_or(std::string()));
    }
    HardwareFacts memory;
    add_memory(files_, memory);
    readings.memory_total_bytes = memory.memory_total_bytes;
    readings.memory_available_bytes = memory.memory_available_bytes;
    add_gpus(readings.gpus);
    return readings;
  }

 private:
  void add_gpus(std::vector<GpuReading>& gpus) {
    for (const GpuFacts& gpu : facts_.gpus) {
      if (is_nvidia(gpu)) {
        continue;
      }
      GpuReading reading = read_gpu_sysfs(files_, gpu);
      reading.index = gpu.index;
      if (tells_anything(reading)) {
        gpus.push_back(reading);
      }
    }
    const bool ask = nvidia_ && files_.live() && std::any_of(facts_.gpus.begin(), facts_.gpus.end(), is_nvidia);
    if (!ask) {
      return;
    }
    std::vector<GpuReading> told = nvidia_(facts_);
    std::copy_if(told.begin(), told.end(), std::back_inserter(gpus), tells_anything);
    std::sort(gpus.begin(), gpus.end(), [](const GpuReading& a, const GpuReading& b) { return a.index < b.index; });
  }

  RootFiles files_;
  HardwareFacts facts_;
  NvidiaReadings nvidia_;
  CpuLoad load_;
};

}  // namespace

std::unique_ptr<LiveMeters> make_live_meters(const std::filesystem::path& root, HardwareFacts facts,
                                             NvidiaReadings nvidia) {
  return std::make_unique<Meters>(root, std::move(facts), std::move(nvidia));
}

}  // namespace lossline
