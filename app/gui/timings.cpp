// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timings.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include <QAbstractEventDispatcher>

#include "core/api/number_text.h"

namespace lossline {
namespace {

using namespace std::chrono_literals;

constexpr auto kBeat = 5ms;

std::string milliseconds(const std::optional<double>& value, int decimals) {
  return value ? fixed(*value, decimals) + " ms" : "-";
}

}  // namespace

std::optional<double> milliseconds_since_process_start() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  // proc(5): field 2 is the name in brackets and may hold anything; field 22 is the start in clock ticks since boot.
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream fields(line.substr(name_end + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) {
    fields >> field;
  }
  const auto ticks = parse_uint64(field);
  const long ticks_per_second = ::sysconf(_SC_CLK_TCK);
  timespec now{};
  if (!fields || !ticks || ticks_per_second <= 0 || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
    return std::nullopt;
  }
  const double now_ms = static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  return now_ms - static_cast<double>(*ticks) * 1e3 / static_cast<double>(ticks_per_second);
}

Timings::Timings(QObject* parent) : QObject(parent) {
  heart_.setTimerType(Qt::PreciseTimer);
  heart_.setInterval(kBeat);
  connect(&heart_, &QTimer::timeout, this, &Timings::beat);
  const QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance();
  connect(dispatcher, &QAbstractEventDispatcher::awake, this, &Timings::woke);
  connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &Timings::waits);
}

void Timings::first_painted() {
  if (!first_paint_ms_) {
    first_paint_ms_ = milliseconds_since_process_start();
    last_beat_ = Clock::now();
    awake_since_ = last_beat_;  // what came before the paint is its own figure
    longest_gap_ms_ = 0;
    heart_.start();
  }
}

void Timings::run_ended() {
  if (heart_.isActive()) {
    beat();
    heart_.stop();
  }
}

void Timings::chart_drawn(double seconds) {
  ++refreshes_;
  slowest_refresh_ms_ = std::max(slowest_refresh_ms_.value_or(0), seconds * 1e3);
}

void Timings::take_gap(Clock::time_point from) {
  const double gap = std::chrono::duration<double, std::milli>(Clock::now() - from).count();
  longest_gap_ms_ = std::max(longest_gap_ms_.value_or(0), gap);
}

void Timings::beat() {
  take_gap(*last_beat_);
  last_beat_ = Clock::now();
}

void Timings::woke() {
  awake_since_ = Clock::now();
}

void Timings::waits() {
  if (heart_.isActive() && awake_since_) {
    take_gap(*awake_since_);
  }
  awake_since_.reset();
}

std::string Timings::text() const {
  return "first paint " + milliseconds(first_paint_ms_, 0) + "\nlongest event-loop gap " +
         milliseconds(longest_gap_ms_, 1) + "\nslowest chart refresh " + milliseconds(slowest_refresh_ms_, 1) +
         "\nchart refreshes " + integer_text(refreshes_) + "\n";
}

}  // namespace lossline
