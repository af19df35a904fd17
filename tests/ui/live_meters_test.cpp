// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/live_meters.h"

#include <cmath>
#include <limits>

#include <QCoreApplication>
#include <QImage>
#include <QLabel>
#include <QProgressBar>
#include <gtest/gtest.h>

namespace lossline {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

MeterBar* bar(const QWidget& meters, const char* name) {
  return meters.findChild<MeterBar*>(QString::fromLatin1(name));
}

int value(const QWidget& meters, const char* name) {
  return bar(meters, name)->findChild<QProgressBar*>()->value();
}

LiveReadings with_cpus(std::size_t count, double percent) {
  LiveReadings readings;
  readings.cpu_busy_percent.assign(count, percent);
  return readings;
}

TEST(MeterBar, UnknownIsADashAndAnEmptyBar) {
  MeterBar meter(QStringLiteral("Load"), QStringLiteral("load"));
  EXPECT_EQ(meter.text(), QStringLiteral("–"));
  meter.set(62.4);
  EXPECT_EQ(meter.text(), QStringLiteral("62 %"));
  EXPECT_EQ(meter.findChild<QProgressBar*>()->value(), 62);
  meter.set(62.4, QStringLiteral("5 of 8"));
  EXPECT_EQ(meter.text(), QStringLiteral("5 of 8"));
  for (const double none : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    meter.set(none, QStringLiteral("5 of 8"));
    EXPECT_EQ(meter.text(), QStringLiteral("–"));
    EXPECT_EQ(meter.findChild<QProgressBar*>()->value(), 0);
  }
  meter.set(1e9);
  EXPECT_EQ(meter.findChild<QProgressBar*>()->value(), 100);
}

TEST(CpuMeters, TakeNoRoomBeforeThereIsALoad) {
  CpuMeters meters;
  EXPECT_TRUE(meters.isHidden());
  meters.show_readings({});
  EXPECT_TRUE(meters.isHidden());
  LiveReadings readings;
  readings.cpu_busy_percent = {0, 50, 100, 50};
  meters.show_readings(readings);
  EXPECT_FALSE(meters.isHidden());
  EXPECT_EQ(bar(meters, "cpuLoad")->text(), QStringLiteral("50 %"));
  EXPECT_EQ(meters.findChild<CoreBars*>()->bars(), 4U);
  EXPECT_EQ(meters.findChild<CoreBars*>()->accessibleName(), QStringLiteral("CPU load: 50 % over 4 threads"));
}

TEST(CpuMeters, ManyCpusShareBars) {
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{256}, std::size_t{1000}}) {
    CpuMeters meters;
    meters.show_readings(with_cpus(count, 40));
    const auto* bars = meters.findChild<CoreBars*>();
    EXPECT_GE(bars->bars(), 1U);
    EXPECT_LE(bars->bars(), 64U);
    EXPECT_EQ(bar(meters, "cpuLoad")->text(), QStringLiteral("40 %"));
    EXPECT_LE(bars->sizeHint().height(), 60);
    EXPECT_EQ(bars->toolTip().contains(QStringLiteral("mean of several")), count > 64);
  }
}

/// Counts how often it is painted.
class PaintCounter : public CoreBars {
 public:
  using CoreBars::CoreBars;
  int painted = 0;

 protected:
  void paintEvent(QPaintEvent* event) override {
    ++painted;
    CoreBars::paintEvent(event);
  }
};

TEST(CoreBars, ArePaintedOnlyWhenABarMoved) {
  PaintCounter bars;
  bars.resize(200, 20);
  bars.set({10, 20});
  static_cast<void>(bars.grab());
  bars.show();
  QCoreApplication::processEvents();
  const int first = bars.painted;
  bars.set({10.1, 20.1});  // less than a pixel
  QCoreApplication::processEvents();
  EXPECT_EQ(bars.painted, first);
  bars.set({90, 20});
  QCoreApplication::processEvents();
  EXPECT_GT(bars.painted, first);
}

TEST(CoreBars, FillFromBelow) {
  CoreBars bars;
  bars.resize(48, 18);
  bars.set({0, 100});
  const QImage image = bars.grab().toImage();
  EXPECT_NE(image.pixelColor(5, 9), image.pixelColor(30, 9));
  EXPECT_EQ(image.pixelColor(5, 2), image.pixelColor(5, 15));
}

TEST(MemoryMeter, ShowsWhatIsInUseAndNoNonsense) {
  MemoryMeter meter;
  LiveReadings readings;
  readings.memory_total_bytes = 8 * kGiB;
  meter.show_readings(readings);
  EXPECT_TRUE(meter.isHidden());
  readings.memory_available_bytes = 9 * kGiB;
  meter.show_readings(readings);
  EXPECT_TRUE(meter.isHidden());
  readings.memory_available_bytes = 6 * kGiB;
  meter.show_readings(readings);
  EXPECT_FALSE(meter.isHidden());
  EXPECT_EQ(bar(meter, "memoryUsed")->text(), QStringLiteral("2.0 GiB of 8.0 GiB"));
  EXPECT_EQ(value(meter, "memoryUsed"), 25);
}

TEST(GpuMeters, ShowWhatTheirGpuTellsAndNoMore) {
  GpuMeters meters(1);
  LiveReadings readings;
  GpuReading other;
  other.busy_percent = 99;
  readings.gpus = {other};
  meters.show_readings(readings);
  EXPECT_TRUE(meters.isHidden());

  GpuReading own;
  own.index = 1;
  own.busy_percent = 12;
  readings.gpus = {other, own};
  meters.show_readings(readings);
  EXPECT_FALSE(meters.isHidden());
  EXPECT_EQ(bar(meters, "gpuBusy")->text(), QStringLiteral("12 %"));
  EXPECT_TRUE(bar(meters, "gpuMemory")->isHidden());
  EXPECT_TRUE(meters.findChild<QLabel*>(QStringLiteral("gpuClimate"))->isHidden());

  readings.gpus[1].memory_used_bytes = kGiB;
  readings.gpus[1].memory_total_bytes = 4 * kGiB;
  readings.gpus[1].temperature_c = 61;
  readings.gpus[1].power_w = 212.4;
  readings.gpus[1].power_limit_w = 450;
  readings.gpus[1].core_clock_mhz = 2520;
  meters.show_readings(readings);
  EXPECT_EQ(bar(meters, "gpuMemory")->text(), QStringLiteral("1.0 GiB of 4.0 GiB"));
  EXPECT_EQ(value(meters, "gpuMemory"), 25);
  EXPECT_EQ(meters.findChild<QLabel*>(QStringLiteral("gpuClimate"))->text(),
            QStringLiteral("61 °C · 212 of 450 W · 2520 MHz"));

  readings.gpus = {other};  // it tells nothing any more
  meters.show_readings(readings);
  EXPECT_TRUE(meters.isHidden());
}

TEST(GpuMeters, WhatIsNoNumberIsNotShown) {
  const double nan = std::nan("");
  LiveReadings readings;
  readings.cpu_busy_percent = {nan, nan};
  CpuMeters cpu;
  cpu.show_readings(readings);
  EXPECT_EQ(cpu.findChild<CoreBars*>()->accessibleName(), QStringLiteral("CPU load: – over 2 threads"));
  GpuReading gpu;
  gpu.busy_percent = gpu.temperature_c = gpu.power_w = gpu.core_clock_mhz = nan;
  readings.gpus = {gpu};
  GpuMeters meters(0);
  meters.show_readings(readings);
  EXPECT_TRUE(meters.isHidden());
}

}  // namespace
}  // namespace lossline
