// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/live/live_meters.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/hardware_probe.h"
#include "core/hardware/live/cpu_load.h"
#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;

TEST(CpuLoad, IsTheShareBetweenTwoLooks) {
  CpuLoad load;
  EXPECT_THAT(load.since_last("cpu  9 9 9 9\ncpu0 100 0 100 800 0 0 0 0 0 0\ncpu1 0 0 0 1000 0 0 0 0 0 0\nintr 5 6\n"),
              IsEmpty());
  // 50 busy of 100; of the other 25 of 100, where waiting for a disk is not busy and a guest's time is user's already.
  EXPECT_THAT(load.since_last("cpu  9 9 9 9\ncpu0 130 0 120 850 0 0 0 0 0 0\ncpu1 20 0 0 1050 25 0 5 0 20 0\nintr 5\n"),
              ElementsAre(50, 25));
  EXPECT_THAT(load.since_last("cpu0 130 0 120 850 0 0 0 0 0 0\ncpu1 20 0 0 1050 25 0 5 0 20 0\n"), ElementsAre(0, 0));
}

TEST(CpuLoad, KnowsNothingWhereCountersGoBackOrCpusChange) {
  CpuLoad load;
  EXPECT_THAT(load.since_last("cpu0 100 0 0 100 0 0 0 0\ncpu1 100 0 0 100 0 0 0 0\n"), IsEmpty());
  EXPECT_THAT(load.since_last("cpu0 90 0 0 100 0 0 0 0\ncpu1 110 0 0 110 0 0 0 0\n"), IsEmpty());
  EXPECT_THAT(load.since_last("cpu0 100 0 0 110 0 0 0 0\n"), IsEmpty()) << "one went";
  EXPECT_THAT(load.since_last("cpu1 200 0 0 200 0 0 0 0\n"), IsEmpty()) << "another came";
  EXPECT_THAT(load.since_last("cpu1 210 0 0 210 0 0 0 0\n"), ElementsAre(50));
  EXPECT_THAT(load.since_last("nothing of the kind \xff\n"), IsEmpty());
  EXPECT_THAT(load.since_last(""), IsEmpty());
}

TEST(LiveMeters, ReadThisMachine) {
  const auto meters = make_live_meters("/", make_hardware_probe("/")->read(), {});
  const LiveReadings first = meters->read();
  EXPECT_THAT(first.cpu_busy_percent, IsEmpty()) << "a share needs two looks";
  EXPECT_TRUE(first.memory_total_bytes.has_value());
  const LiveReadings next = meters->read();
  EXPECT_THAT(next.cpu_busy_percent, Each(AllOf(Ge(0), Le(100))));
}

TEST(LiveMeters, OfARecordedMachineAskNoDriver) {
  test::RecordedRoot root;
  root.memory("2000000", "1500000").file("proc/stat", "cpu0 1 2 3 4\n");
  HardwareFacts facts;
  facts.gpus.resize(1);
  facts.gpus[0].vendor = "NVIDIA";
  int asked = 0;
  const auto meters = make_live_meters(root.path(), facts, [&asked](const HardwareFacts&) {
    ++asked;
    return std::vector<GpuReading>();
  });
  const LiveReadings readings = meters->read();
  EXPECT_EQ(readings.memory_available_bytes, 1500000ULL * 1024);
  EXPECT_THAT(readings.cpu_busy_percent, IsEmpty());
  EXPECT_THAT(meters->read().cpu_busy_percent, IsEmpty());
  EXPECT_EQ(asked, 0);
}

TEST(LiveMeters, PassOnWhatNvidiaTells) {
  HardwareFacts facts;
  facts.gpus.resize(2);
  facts.gpus[1].vendor = "NVIDIA";
  facts.gpus[1].index = 1;
  const auto meters = make_live_meters("/", facts, [](const HardwareFacts&) {
    GpuReading reading, nothing;
    reading.index = 1;
    reading.temperature_c = 40;
    return std::vector<GpuReading>{nothing, reading};
  });
  const LiveReadings readings = meters->read();
  ASSERT_EQ(readings.gpus.size(), 1U) << "one that tells nothing is left out";
  EXPECT_EQ(readings.gpus[0].temperature_c, 40);
}

}  // namespace
}  // namespace lossline
