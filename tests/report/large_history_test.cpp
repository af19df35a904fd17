// SPDX-License-Identifier: GPL-3.0-or-later
// A million epochs: what reading and writing them takes in memory. Counted, so in a program of its own.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <optional>

#include <gtest/gtest.h>

#include "core/report/report_file.h"
#include "tests/report/samples.h"

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> most{0};

void count(void* block) {
  const std::size_t now = held += ::malloc_usable_size(block);
  std::size_t before = most;
  while (now > before && !most.compare_exchange_weak(before, now)) {
  }
}

}  // namespace

void* operator new(std::size_t size) {
  void* block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  count(block);
  return block;
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void operator delete(void* block) noexcept {
  if (block != nullptr) {
    held -= ::malloc_usable_size(block);
    std::free(block);
  }
}
void operator delete[](void* block) noexcept {
  operator delete(block);
}
void operator delete(void* block, std::size_t) noexcept {
  operator delete(block);
}
void operator delete[](void* block, std::size_t) noexcept {
  operator delete(block);
}

namespace lossline::test {
namespace {

constexpr std::uint32_t kEpochs = 1'000'000;
constexpr std::size_t kMiB = std::size_t{1024} * 1024;

double loss_of(std::uint32_t epoch) {
  return 1.1013824939727783 / (1 + 1e-3 * epoch);
}

std::shared_ptr<LossHistory> million() {
  auto history = std::make_shared<LossHistory>();
  for (std::uint32_t epoch = 1; epoch <= kEpochs; ++epoch) {
    history->append({loss_of(epoch), epoch, 0});
  }
  return history;
}

/// Bytes that `work` held at its peak beyond what was held before.
template <typename F>
std::size_t peak_of(F&& work) {
  const std::size_t before = held;
  most = before;
  work();
  return most - before;
}

TEST(LargeHistory, AMillionEpochsPassInLittleMemory) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "large.json";
  RunReport report{full_record(), "", {}};
  report.record.history = million();
  const std::size_t writing = peak_of([&] { ASSERT_TRUE(write_report(path, report).ok()); });
  EXPECT_LT(writing, 2 * kMiB);

  std::optional<Result<RunReport>> read;
  const std::size_t reading = peak_of([&] { read = read_report(path); });
  ASSERT_TRUE(read->ok()) << read->error().message;
  EXPECT_LT(reading, 64 * kMiB);  // the text and the history itself
  const LossHistory& history = *read->value().record.history;
  ASSERT_EQ(history.size(), kEpochs);
  for (std::uint32_t epoch = 1; epoch <= kEpochs; ++epoch) {
    ASSERT_EQ(history[epoch - 1].epoch, epoch);
    ASSERT_EQ(history[epoch - 1].loss, loss_of(epoch));
  }
}

}  // namespace
}  // namespace lossline::test
