// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/meter_feed.h"

#include <string>
#include <utility>

namespace lossline {

MeterFeed::MeterFeed(Source source, std::chrono::milliseconds interval, QObject* parent)
    : QObject(parent), source_(std::move(source)), timer_(this), thread_([this] { doorbell_.ring(); }) {
  timer_.setTimerType(Qt::CoarseTimer);  // so that its wake-ups fall together with others
  timer_.setInterval(interval);
  connect(&timer_, &QTimer::timeout, this, &MeterFeed::read);
  connect(&doorbell_, &Doorbell::rung, this, &MeterFeed::take_answers);
  // The thread is made now. While a worker opens the engine's library, the loader has whoever makes a thread wait for
  // it: half a second in which the window would answer to nothing.
  thread_.post([] {}, [](const std::string&) {});
}

MeterFeed::~MeterFeed() {
  thread_.finish({});
}

void MeterFeed::set_watched(bool watched) {
  if (watched == timer_.isActive()) {
    return;
  }
  if (watched) {
    timer_.start();
    read();
  } else {
    timer_.stop();
  }
}

void MeterFeed::read() {
  if (std::exchange(reading_, true)) {
    return;
  }
  const auto show = [this](const LiveReadings& told) {
    thread_.answer([this, told] {
      reading_ = false;
      if (timer_.isActive()) {
        Q_EMIT readings(told);
      }
    });
  };
  thread_.post([this, show] { show(source_()); }, [show](const std::string&) { show({}); });
}

void MeterFeed::take_answers() {
  while (const auto answer = thread_.take()) {
    (*answer)();
  }
}

}  // namespace lossline
