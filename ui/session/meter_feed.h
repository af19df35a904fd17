// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

#include <QObject>
#include <QTimer>

#include "core/api/live_readings.h"
#include "ui/session/doorbell.h"
#include "ui/session/job_thread.h"

namespace lossline {

/// Reads the machine's meters once a second while somebody watches, on a thread of its own: a driver may take its time.
/// While it does, ticks are left out, so that no two readings overlap. Lives on the GUI thread, as its functions and
/// signals do.
class MeterFeed : public QObject {
  Q_OBJECT

 public:
  using Source = std::function<LiveReadings()>;

  /// `source` is called on the thread, never by two at once. Nothing is read before set_watched(true).
  explicit MeterFeed(Source source, std::chrono::milliseconds interval = std::chrono::seconds(1),
                     QObject* parent = nullptr);
  /// Waits for a reading under way, without signals.
  ~MeterFeed() override;

  /// Begins with a reading at once; with false nothing is read any more.
  void set_watched(bool watched);
  [[nodiscard]] bool watched() const { return timer_.isActive(); }

 Q_SIGNALS:
  void readings(const lossline::LiveReadings& readings);

 private:
  void read();
  void take_answers();

  Source source_;
  QTimer timer_;
  bool reading_ = false;
  Doorbell doorbell_;  // outlives the thread, which rings it
  JobThread thread_;   // last: joined before anything it touches is gone
};

}  // namespace lossline
