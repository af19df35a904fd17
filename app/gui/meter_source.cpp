// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/meter_source.h"

#include <utility>
#include <vector>

namespace lossline {

void MeterSource::set_facts(HardwareFacts facts) {
  const std::lock_guard lock(mutex_);
  news_ = std::move(facts);
}

LiveReadings MeterSource::read() {
  std::optional<HardwareFacts> news;
  {
    const std::lock_guard lock(mutex_);
    news.swap(news_);
  }
  if (news) {
    // Only a driver that has answered is asked again and again.
    const bool ask = news->nvml.state == NvmlFacts::State::Answered && !news->recorded;
    NvidiaReadings nvidia;
    if (ask) {
      nvidia = [this](const HardwareFacts& facts) { return nvml_.readings(facts); };
    }
    meters_ = make_live_meters(root_, std::move(*news), std::move(nvidia));
  }
  return meters_ ? meters_->read() : LiveReadings();
}

}  // namespace lossline
