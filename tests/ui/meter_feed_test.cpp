// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/meter_feed.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

#include <QTest>
#include <gtest/gtest.h>

#include "tests/ui/session_support.h"

namespace lossline {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick(5);

/// A source that counts, and how many of its calls ran at once.
struct Counted {
  std::atomic<int> calls{0}, running{0}, most_running{0};
  std::atomic<bool> on_owner{false};
  std::thread::id owner = std::this_thread::get_id();

  LiveReadings read() {
    const int now = ++running;
    most_running = std::max(most_running.load(), now);
    on_owner = on_owner || std::this_thread::get_id() == owner;
    LiveReadings readings;
    readings.memory_total_bytes = static_cast<std::uint64_t>(++calls);
    --running;
    return readings;
  }
};

bool wait_for(const std::function<bool()>& condition) {
  return QTest::qWaitFor(condition, 20000);
}

TEST(MeterFeed, ReadsOnlyWhileWatched) {
  Counted source;
  MeterFeed feed([&] { return source.read(); }, kTick);
  int told = 0;
  QObject::connect(&feed, &MeterFeed::readings, &feed, [&] { ++told; });
  QTest::qWait(0);  // lets the loop turn: nothing may come of it
  EXPECT_EQ(source.calls, 0);
  EXPECT_FALSE(feed.watched());

  feed.set_watched(true);
  ASSERT_TRUE(wait_for([&] { return told >= 3; }));
  feed.set_watched(false);
  // A reading under way may end; after that none begins. A second feed shows that time passes.
  const int then = source.calls;
  Counted clock;
  MeterFeed other([&] { return clock.read(); }, kTick);
  other.set_watched(true);
  ASSERT_TRUE(wait_for([&] { return clock.calls >= 10; }));
  EXPECT_LE(source.calls, then + 1);
  const int told_then = told;
  ASSERT_TRUE(wait_for([&] { return clock.calls >= 20; }));
  EXPECT_EQ(told, told_then);

  feed.set_watched(true);
  EXPECT_TRUE(wait_for([&] { return told > told_then; }));
}

std::ptrdiff_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

// Making one later would wait for whoever opens a library just then.
TEST(MeterFeed, HasItsThreadFromTheStart) {
  const std::ptrdiff_t before = threads_of_this_process();
  Counted source;
  MeterFeed feed([&] { return source.read(); }, kTick);
  EXPECT_EQ(threads_of_this_process(), before + 1);
  feed.set_watched(true);
  ASSERT_TRUE(wait_for([&] { return source.calls >= 2; }));
  EXPECT_EQ(threads_of_this_process(), before + 1);
}

TEST(MeterFeed, ReadsOnItsOwnThreadAndTellsOnTheOwners) {
  Counted source;
  MeterFeed feed([&] { return source.read(); }, kTick);
  bool elsewhere = false;
  std::uint64_t newest = 0;
  QObject::connect(&feed, &MeterFeed::readings, [&](const LiveReadings& readings) {
    elsewhere = elsewhere || std::this_thread::get_id() != source.owner;
    newest = readings.memory_total_bytes.value_or(0);
  });
  feed.set_watched(true);
  ASSERT_TRUE(wait_for([&] { return newest >= 3; }));
  EXPECT_FALSE(elsewhere);
  EXPECT_FALSE(source.on_owner);
}

TEST(MeterFeed, ASlowSourceIsNeverAskedTwiceAtOnce) {
  Counted source;
  test::Door gate;
  MeterFeed feed(
      [&] {
        LiveReadings readings = source.read();
        if (source.calls == 1) {
          gate.pass();
        }
        return readings;
      },
      kTick);
  feed.set_watched(true);
  gate.wait_until_reached();
  Counted clock;
  MeterFeed other([&] { return clock.read(); }, kTick);
  other.set_watched(true);
  ASSERT_TRUE(wait_for([&] { return clock.calls >= 10; }));  // ten ticks, and the first reading is still under way
  EXPECT_EQ(source.calls, 1);
  gate.open();
  EXPECT_TRUE(wait_for([&] { return source.calls >= 3; }));
  EXPECT_EQ(source.most_running, 1);
}

TEST(MeterFeed, ASourceThatThrowsIsAskedAgain) {
  std::atomic<int> calls{0};
  MeterFeed feed(
      [&]() -> LiveReadings {
        ++calls;
        throw std::runtime_error("no");
      },
      kTick);
  int told = 0;
  QObject::connect(&feed, &MeterFeed::readings, &feed, [&] { ++told; });
  feed.set_watched(true);
  EXPECT_TRUE(wait_for([&] { return calls >= 3 && told >= 2; }));
}

TEST(MeterFeed, GoesWhileAReadingIsUnderWay) {
  test::Door gate;
  std::atomic<bool> ended{false};
  auto feed = std::make_unique<MeterFeed>(
      [&] {
        gate.pass();
        ended = true;
        return LiveReadings();
      },
      kTick);
  int told = 0;
  QObject::connect(feed.get(), &MeterFeed::readings, [&] { ++told; });
  feed->set_watched(true);
  gate.wait_until_reached();
  std::thread opener([&] { gate.open(); });
  feed.reset();
  EXPECT_TRUE(ended);
  opener.join();
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace lossline
