// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_history.h"

#include <algorithm>
#include <cmath>

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
  const Place place = place_of(index);
  if (blocks_[place.block] == nullptr) {
    // Not value-initialised: pages are touched only when points arrive, so a doubled block costs no memory before.
    blocks_[place.block].reset(new LossPoint[block_size(place.block)]);
  }
  blocks_[place.block][place.offset] = point;
  if ((place.offset + 1) % kSummarised == 0) {
    summarise(place);
  }
  size_.store(index + 1, std::memory_order_release);
}

void LossHistory::summarise(const Place& last) {
  auto& summaries = summaries_[last.block];
  if (summaries == nullptr) {
    summaries = std::make_unique<LossExtremes[]>(block_size(last.block) / kSummarised);
  }
  LossExtremes extremes;
  const LossPoint* end = blocks_[last.block].get() + last.offset + 1;
  std::for_each(end - kSummarised, end, [&](const LossPoint& one) { extremes.add(one); });
  summaries[last.offset / kSummarised] = extremes;
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
