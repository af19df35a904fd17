// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QCategoryAxis>

#include "core/analysis/axis_ticks.h"
#include "ui/style/tokens.h"

namespace lossline {

/// A range of an axis.
struct AxisRange {
  double low = 0;
  double high = 1;

  friend bool operator==(const AxisRange& a, const AxisRange& b) { return a.low == b.low && a.high == b.high; }
  friend bool operator!=(const AxisRange& a, const AxisRange& b) { return !(a == b); }
};

/// One axis of the chart: its marks and texts are ours (grouped digits, dots in every locale, logarithms that survive
/// values the library's own log axis drops). Touches the library only when something changed: each change lays the
/// whole chart out again.
class ChartAxis {
 public:
  /// The axis is handed over to the chart it is added to.
  ChartAxis();
  [[nodiscard]] QCategoryAxis* axis() const { return axis_; }
  [[nodiscard]] const AxisRange& range() const { return range_; }

  void set_colors(const ColorTokens& colors);
  /// Without a curve there is nothing to measure: no texts then.
  void set_blank(bool blank);
  void set(const AxisRange& range, const std::vector<Tick>& ticks);

 private:
  QCategoryAxis* axis_;
  AxisRange range_;
  std::vector<Tick> ticks_;
};

}  // namespace lossline
