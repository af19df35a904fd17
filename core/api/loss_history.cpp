// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_history.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lossline {

void LossExtremes::add(const LossPoint& point) noexcept {
  if (!std::isfinite(point.loss)) {
    return;
  }
  if (point.loss < min) {
    min = point.loss;
    min_epoch = point.epoch;
  }
  if (point.loss > max) {
    max = point.loss;
    max_epoch = point.epoch;
  }
  if (point.loss > 0 && point.loss < min_positive) {
    min_positive = point.loss;
    min_positive_epoch = point.epoch;
  }
}

void LossExtremes::add(const LossExtremes& later) noexcept {
  if (later.min < min) {
    min = later.min;
    min_epoch = later.min_epoch;
  }
  if (later.max > max) {
    max = later.max;
    max_epoch = later.max_epoch;
  }
  if (later.min_positive < min_positive) {
    min_positive = later.min_positive;
    min_positive_epoch = later.min_positive_epoch;
  }
}

LossHistory::LossHistory() = default;
LossHistory::~LossHistory() = default;

LossHistory::Place LossHistory::place_of(std::size_t index) noexcept {
  // Block b holds kFirstBlock·2ᵇ points, so the blocks before it hold kFirstBlock·(2ᵇ − 1).
  std::size_t block = 0;
  std::size_t scaled = index / kFirstBlock + 1;
  while (scaled > 1) {
    scaled >>= 1U;
    ++block;
  }
  return {block, index - kFirstBlock * ((std::size_t{1} << block) - 1)};
}

void LossHistory::append(const LossPoint& point) {
  const std::size_t index = size_.load(std::memory_order_relaxed);
  if (left_ == 0) {
    open_block(place_of(index).block);
  }
  *next_ = point;
  ++next_;
  --left_;
  if (left_ % kSummarised == 0) {
    summarise();
  }
  size_.store(index + 1, std::memory_order_release);
}

void LossHistory::reserve(std::size_t points) {
  std::size_t reserved = 0;
  for (std::size_t block = 0; reserved < points && block < kBlocks; ++block) {
    make_block(block);
    const std::size_t touched = std::min(points - reserved, block_size(block));
    std::memset(static_cast<void*>(blocks_[block].get()), 0, touched * sizeof(LossPoint));
    reserved += touched;
  }
}

void LossHistory::make_block(std::size_t block) {
  if (blocks_[block] == nullptr) {
    const std::size_t points = block_size(block);
    // Not value-initialised: pages are touched only when points arrive, so a doubled block costs no memory before.
    blocks_[block].reset(new LossPoint[points]);
    summaries_[block] = std::make_unique<LossExtremes[]>(points / kSummarised);
  }
}

void LossHistory::open_block(std::size_t block) {
  make_block(block);
  next_ = blocks_[block].get();
  left_ = block_size(block);
  open_ = block;
}

// Of the kSummarised points that end where the next one goes.
void LossHistory::summarise() {
  LossExtremes extremes;
  std::for_each(next_ - kSummarised, next_, [&](const LossPoint& one) { extremes.add(one); });
  summaries_[open_][(block_size(open_) - left_) / kSummarised - 1] = extremes;
}

const LossExtremes& LossHistory::summary(std::size_t index) const noexcept {
  const Place place = place_of(index * kSummarised);
  return summaries_[place.block][place.offset / kSummarised];
}

const LossPoint& LossHistory::operator[](std::size_t index) const noexcept {
  const Place place = place_of(index);
  return blocks_[place.block][place.offset];
}

}  // namespace lossline
