// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curve_decimator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lossline {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Equal parts of [low, high], numbered from 0.
class Parts {
 public:
  Parts(double low, double high, std::size_t count)
      : low_(low), per_epoch_(high > low ? static_cast<double>(count) / (high - low) : 0), last_(count - 1) {}
  [[nodiscard]] std::size_t part_of(double epoch) const {
    const double part = std::max(0.0, (epoch - low_) * per_epoch_);
    return part < static_cast<double>(last_) ? static_cast<std::size_t>(part) : last_;
  }

 private:
  double low_, per_epoch_;
  std::size_t last_;
};

}  // namespace

CurveDecimator::CurveDecimator(std::shared_ptr<const LossHistory> history)
    : history_(history != nullptr ? std::move(history) : std::make_shared<const LossHistory>()) {}

std::vector<CurvePoint> CurveDecimator::visible(double epoch_from, double epoch_to, std::size_t buckets) const {
  std::vector<CurvePoint> result;
  const std::size_t size = history_->size();
  const auto [begin, end] = index_range(epoch_from, epoch_to, size);
  const std::size_t first = first_drawable(begin, end);
  if (buckets == 0 || first == end) {
    return result;
  }
  const auto keep = [&](std::size_t index) {
    const LossPoint& point = (*history_)[index];
    result.push_back({static_cast<double>(point.epoch), point.loss});
  };
  const auto keep_extremes = [&](std::size_t from, std::size_t to) {
    const Drawn drawn = extremes_of(from, to);
    if (drawn.any()) {
      const bool falling = drawn.max.x < drawn.min.x;
      result.push_back(falling ? drawn.max : drawn.min);
      if (drawn.max.x != drawn.min.x) {
        result.push_back(falling ? drawn.min : drawn.max);
      }
    }
  };
  if (buckets == 1) {
    keep_extremes(first, end);
    return result;
  }
  const std::size_t last = last_drawable(first, end);
  result.reserve(std::min(2 * buckets, last - first + 1));
  keep(first);
  const Parts parts(std::isfinite(epoch_from) ? epoch_from : (*history_)[first].epoch,
                    std::isfinite(epoch_to) ? epoch_to : (*history_)[last].epoch, buckets - 1);
  std::size_t length = 1;
  for (std::size_t from = first + 1; from < last;) {
    const std::size_t part = parts.part_of((*history_)[from].epoch);
    // Epochs are mostly evenly spaced: the next bucket is about as long as this one.
    std::size_t to = end_of(from, last, from + length, [&](double epoch) { return parts.part_of(epoch) <= part; });
    length = to - from;
    if (length >= kLongBucket) {  // a whole number of blocks: no single point needs to be read
      to = std::min((to + kBlock - 1) / kBlock * kBlock, last);
    }
    keep_extremes(from, to);
    from = to;
  }
  if (last != first) {
    keep(last);
  }
  return result;
}

std::optional<std::pair<double, double>> CurveDecimator::y_range(double epoch_from, double epoch_to) const {
  const std::size_t size = history_->size();
  const auto [begin, end] = index_range(epoch_from, epoch_to, size);
  const Drawn drawn = extremes_of(begin, end);
  if (!drawn.any()) {
    return std::nullopt;
  }
  return std::pair(drawn.min.y, drawn.max.y);
}

bool CurveDecimator::drawable(double loss) const {
  return std::isfinite(loss) && (loss > 0 || !drop_non_positive_);
}

std::pair<std::size_t, std::size_t> CurveDecimator::index_range(double from, double to, std::size_t size) const {
  if (!(from <= to) || size == 0) {  // NaN too
    return {0, 0};
  }
  const std::size_t begin = end_of(0, size, 0, [&](double epoch) { return epoch < from; });
  const std::size_t end = end_of(begin, size, size - 1, [&](double epoch) { return epoch <= to; });
  return {begin, end};
}

template <typename F>
std::size_t CurveDecimator::end_of(std::size_t from, std::size_t to, std::size_t guess, F&& inside) const {
  const auto is_inside = [&](std::size_t index) { return inside(static_cast<double>((*history_)[index].epoch)); };
  std::size_t low = from;  // the answer stays in [low, high]
  std::size_t high = to;
  const std::size_t start = std::clamp(guess, from, to);
  if (start < to && is_inside(start)) {
    low = start + 1;
    for (std::size_t step = 1; to - low > step; step *= 2) {
      if (!is_inside(low + step)) {
        high = low + step;
        break;
      }
      low += step + 1;
    }
  } else {
    high = start;
    for (std::size_t step = 1; high - low > step; step *= 2) {
      if (is_inside(high - step)) {
        low = high - step + 1;
        break;
      }
      high -= step;
    }
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (is_inside(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

CurveDecimator::Drawn CurveDecimator::extremes_of(std::size_t from, std::size_t to) const {
  LossExtremes all;
  const auto add_points = [&](std::size_t begin, std::size_t end) {
    history_->for_each_span(begin, end, [&](const LossPoint* points, std::size_t count) {
      std::for_each(points, points + count, [&](const LossPoint& point) { all.add(point); });
    });
  };
  const std::size_t first_block = (from + kBlock - 1) / kBlock;
  const std::size_t last_block = std::max(first_block, to / kBlock);
  add_points(from, std::min(first_block * kBlock, to));
  for (std::size_t block = first_block; block < last_block; ++block) {
    all.add(history_->summary(block));
  }
  add_points(last_block * kBlock, to);
  const double max_epoch = all.max_epoch;
  if (drop_non_positive_) {
    return {{static_cast<double>(all.min_positive_epoch), all.min_positive}, {max_epoch, all.max}};
  }
  return {{static_cast<double>(all.min_epoch), all.min}, {max_epoch, all.max}};
}

bool CurveDecimator::block_is_blank(std::size_t block) const {
  return drop_non_positive_ ? history_->summary(block).min_positive == kInfinity
                            : history_->summary(block).max == -kInfinity;
}

std::size_t CurveDecimator::first_drawable(std::size_t from, std::size_t to) const {
  while (from < to && !drawable((*history_)[from].loss)) {
    const std::size_t block = from / kBlock;
    const bool skip = from % kBlock == 0 && block < history_->size() / kBlock && block_is_blank(block);
    from = skip ? std::min(from + kBlock, to) : from + 1;
  }
  return from;
}

std::size_t CurveDecimator::last_drawable(std::size_t from, std::size_t to) const {
  std::size_t end = to;  // nothing from here on is drawable
  while (end > from && !drawable((*history_)[end - 1].loss)) {
    const bool skip = end % kBlock == 0 && block_is_blank(end / kBlock - 1);
    end = skip ? std::max(end - kBlock, from) : end - 1;
  }
  return end > from ? end - 1 : from;
}

}  // namespace lossline
