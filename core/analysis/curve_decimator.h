// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/api/loss_history.h"

namespace lossline {

struct CurvePoint {
  double x = 0;  ///< epoch
  double y = 0;  ///< loss, always finite

  friend bool operator==(const CurvePoint& a, const CurvePoint& b) { return a.x == b.x && a.y == b.y; }
};

/// Picks the few points of a loss history that a chart needs: the smallest and the largest loss of each pixel column,
/// so that every spike is drawn, at a cost that hardly depends on the length of the history.
///
/// One thread uses the object (the window's); another may append to the history meanwhile. Each call works on the
/// points that were there when it began. Epochs must increase; they need not be consecutive. Losses that are not finite
/// are never returned.
///
/// A call reads the history's own summaries, and single points only at the ends of short buckets: about 1 ms for
/// 10 000 000 points in 1600 buckets.
class CurveDecimator {
 public:
  /// Null stands for an empty history.
  explicit CurveDecimator(std::shared_ptr<const LossHistory> history);

  /// For a logarithmic axis: leave out losses that are zero or negative too. Costs nothing to switch.
  void set_drop_non_positive(bool drop) { drop_non_positive_ = drop; }
  [[nodiscard]] bool drop_non_positive() const { return drop_non_positive_; }

  /// At most 2 · buckets points with epoch_from ≤ x ≤ epoch_to, in the order of epochs. The first and the last drawable
  /// point of the range are among them, and so are both extremes of each of buckets − 1 equal parts of the range (the
  /// ends take the place of one). Where a part holds more than 1000 points, its border may be off by an eighth of the
  /// part. With one bucket: the two extremes. Infinite limits mean "from the first" and "to the last".
  [[nodiscard]] std::vector<CurvePoint> visible(double epoch_from, double epoch_to, std::size_t buckets) const;

  /// Smallest and largest drawable loss with epoch_from ≤ epoch ≤ epoch_to; empty when there is none.
  [[nodiscard]] std::optional<std::pair<double, double>> y_range(double epoch_from, double epoch_to) const;

  /// The history this reads.
  [[nodiscard]] const std::shared_ptr<const LossHistory>& history() const { return history_; }

 private:
  static constexpr std::size_t kBlock = LossHistory::kSummarised;
  static constexpr std::size_t kLongBucket = 8 * kBlock;  // from here on buckets end where blocks do

  /// The two extremes to draw.
  struct Drawn {
    CurvePoint min, max;
    [[nodiscard]] bool any() const { return min.y <= max.y; }
  };

  [[nodiscard]] bool drawable(double loss) const;
  [[nodiscard]] std::pair<std::size_t, std::size_t> index_range(double from, double to, std::size_t size) const;
  /// First index of [from, to) whose epoch is not inside(epoch), for a predicate that is true up to some epoch;
  /// searched outwards from a guess.
  template <typename F>
  [[nodiscard]] std::size_t end_of(std::size_t from, std::size_t to, std::size_t guess, F&& inside) const;
  [[nodiscard]] Drawn extremes_of(std::size_t from, std::size_t to) const;
  [[nodiscard]] std::size_t first_drawable(std::size_t from, std::size_t to) const;
  [[nodiscard]] std::size_t last_drawable(std::size_t from, std::size_t to) const;
  [[nodiscard]] bool block_is_blank(std::size_t block) const;

  std::shared_ptr<const LossHistory> history_;
  bool drop_non_positive_ = false;
};

}  // namespace lossline
