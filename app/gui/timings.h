// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <QObject>
#include <QTimer>

namespace lossline {

/// Milliseconds since this process was started, by the kernel's book (/proc/self/stat against the boot clock). The
/// kernel keeps the start in hundredths of a second and rounds down: the answer is up to 10 ms too long, never too
/// short. Started means forked: a shell that exec's the program started with it. Empty when the kernel does not tell.
[[nodiscard]] std::optional<double> milliseconds_since_process_start();

/// How smooth the window was: what `--timings` prints.
///
/// A gap of the event loop is measured in two ways, and the longer one counts: a timer that is due every 5 ms says how
/// late the loop came round to it (the time from one tick to the next, so a loop that is never held shows about 5 ms),
/// and the dispatcher says how long it worked between waking and waiting.
class Timings : public QObject {
  Q_OBJECT

 public:
  explicit Timings(QObject* parent = nullptr);

  /// The window's first paint event is done: gaps count from now.
  void first_painted();
  /// Gaps count no longer.
  void run_ended();
  void chart_drawn(double seconds);

  /// Four lines. "-" for what did not happen.
  [[nodiscard]] std::string text() const;

 private:
  using Clock = std::chrono::steady_clock;
  void beat();
  void woke();
  void waits();
  void take_gap(Clock::time_point from);

  QTimer heart_;
  std::optional<Clock::time_point> last_beat_, awake_since_;
  std::optional<double> first_paint_ms_, longest_gap_ms_, slowest_refresh_ms_;
  std::uint64_t refreshes_ = 0;
};

}  // namespace lossline
