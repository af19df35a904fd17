// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/loss_history.h"

namespace lossline {

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
  size_.store(index + 1, std::memory_order_release);
}

const LossPoint& LossHistory::operator[](std::size_t index) const noexcept {
  const Place place = place_of(index);
  return blocks_[place.block][place.offset];
}

}  // namespace lossline
