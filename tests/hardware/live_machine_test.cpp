// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <sched.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "core/hardware/hardware_probe.h"

namespace lossline {
namespace {

TEST(LiveMachine, AgreesWithTheKernelsOwnCalls) {
  const HardwareFacts facts = make_hardware_probe()->read();
  cpu_set_t mask;
  CPU_ZERO(&mask);
  ASSERT_EQ(::sched_getaffinity(0, sizeof mask, &mask), 0);
  ASSERT_TRUE(facts.cpu.usable_threads.has_value());
  EXPECT_GE(*facts.cpu.usable_threads, 1);
  EXPECT_LE(*facts.cpu.usable_threads, CPU_COUNT(&mask));
  EXPECT_EQ(facts.cpu.logical_threads, ::sysconf(_SC_NPROCESSORS_ONLN));
  ASSERT_TRUE(facts.memory_total_bytes.has_value());
  EXPECT_EQ(*facts.memory_total_bytes, static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

TEST(LiveMachine, NarrowsWithTheAffinityMask) {
  cpu_set_t before;
  CPU_ZERO(&before);
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  int first = 0;
  while (!CPU_ISSET(static_cast<std::size_t>(first), &before)) {
    ++first;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(first), &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  const HardwareFacts facts = make_hardware_probe()->read();
  ::sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(facts.cpu.usable_threads, 1);
}

/// Of this thread alone: other work on the machine must not decide the test.
std::int64_t cpu_microseconds() {
  timespec now{};
  EXPECT_EQ(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now), 0);
  return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

TEST(LiveMachine, IsReadQuickly) {
  const auto probe = make_hardware_probe();
  std::int64_t best = INT64_MAX;
  for (int i = 0; i < 5; ++i) {
    const std::int64_t start = cpu_microseconds();
    (void)probe->read();
    best = std::min(best, cpu_microseconds() - start);
  }
  EXPECT_LT(best, 20'000);
}

}  // namespace
}  // namespace lossline
