// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/live/live_meters.h"

#include <utility>

namespace lossline {
namespace {

class Meters final : public LiveMeters {
 public:
  Meters(HardwareFacts facts, NvidiaReadings nvidia) : facts_(std::move(facts)), nvidia_(std::move(nvidia)) {}
  LiveReadings read() override {
    LiveReadings readings;
    readings.memory_total_bytes = facts_.memory_total_bytes;
    readings.memory_available_bytes = facts_.memory_available_bytes;
    return readings;
  }

 private:
  HardwareFacts facts_;
  NvidiaReadings nvidia_;
};

}  // namespace

std::unique_ptr<LiveMeters> make_live_meters(const std::filesystem::path& /*root*/, HardwareFacts facts,
                                             NvidiaReadings nvidia) {
  return std::make_unique<Meters>(std::move(facts), std::move(nvidia));
}

}  // namespace lossline
