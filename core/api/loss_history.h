// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace lossline {

/// One kept loss. Trivial on purpose: a block of them costs no memory until it is written.
struct LossPoint {
  double loss;          ///< of this epoch, computed before its update
  std::uint32_t epoch;  ///< counts from 1
  float elapsed_s;      ///< training seconds since the first epoch began, at this epoch's end
};

/// The extremes of some points. Losses that are not finite are left out; where none is left, min and min_positive are
/// +∞ and max is −∞.
struct LossExtremes {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double min_positive = std::numeric_limits<double>::infinity();
  std::uint32_t min_epoch = 0, max_epoch = 0, min_positive_epoch = 0;  ///< the first of each

  void add(const LossPoint& point) noexcept;
  /// Of points that come after all that were added so far.
  void add(const LossExtremes& later) noexcept;
};

/// Every recorded loss of a run, append-only: one writer, any number of readers, no lock and no copy. A reader sees a
/// prefix: whatever size() returned stays readable and never changes. Points live in blocks that double in size, so
/// appending never moves one. The extremes of every 128 points are kept beside them, taken while the points are still
/// in the writer's cache, so that a reader need not go through millions.
class LossHistory {
 public:
  LossHistory();
  ~LossHistory();
  LossHistory(const LossHistory&) = delete;
  LossHistory& operator=(const LossHistory&) = delete;

  /// Writer's thread only. May throw std::bad_alloc.
  void append(const LossPoint& point);

  /// Writer's thread, before the first point: has memory ready for that many, its pages touched, so that appending them
  /// meets no page fault. May throw std::bad_alloc.
  void reserve(std::size_t points);

  /// Any thread: how many points can be read.
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_acquire); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  /// Any thread, index < a size() seen before.
  [[nodiscard]] const LossPoint& operator[](std::size_t index) const noexcept;
  /// Only when not empty.
  [[nodiscard]] const LossPoint& back() const noexcept { return (*this)[size() - 1]; }

  /// How many points one summary stands for.
  static constexpr std::size_t kSummarised = 128;
  /// Any thread: the extremes of points [index · kSummarised, (index + 1) · kSummarised), all below a size() seen
  /// before.
  [[nodiscard]] const LossExtremes& summary(std::size_t index) const noexcept;

  /// Calls f(const LossPoint* points, std::size_t count) for each contiguous run of [from, to), in order.
  template <typename F>
  void for_each_span(std::size_t from, std::size_t to, F&& f) const;

 private:
  static constexpr std::size_t kFirstBlock = 1024;
  static constexpr std::size_t kBlocks = 32;  // 1024 · 2³¹ points: more than epochs can be asked for
  static_assert(kFirstBlock % kSummarised == 0, "a summary's points lie in one block");
  struct Place {
    std::size_t block, offset;
  };
  [[nodiscard]] static Place place_of(std::size_t index) noexcept;
  [[nodiscard]] static std::size_t block_size(std::size_t block) noexcept { return kFirstBlock << block; }

  void make_block(std::size_t block);
  void open_block(std::size_t block);
  void summarise();

  std::array<std::unique_ptr<LossPoint[]>, kBlocks> blocks_;
  std::array<std::unique_ptr<LossExtremes[]>, kBlocks> summaries_;
  std::atomic<std::size_t> size_{0};
  // The writer's place: where the next point goes, and what its block still takes.
  LossPoint* next_ = nullptr;
  std::size_t left_ = 0, open_ = 0;
};

template <typename F>
void LossHistory::for_each_span(std::size_t from, std::size_t to, F&& f) const {
  while (from < to) {
    const Place place = place_of(from);
    const std::size_t left = block_size(place.block) - place.offset;
    const std::size_t count = left < to - from ? left : to - from;
    f(blocks_[place.block].get() + place.offset, count);
    from += count;
  }
}

}  // namespace lossline
