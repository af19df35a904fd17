// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chart_axes.h"

#include <algorithm>

#include <QFont>
#include <QGuiApplication>
#include <QPen>

namespace lossline {

ChartAxis::ChartAxis() : axis_(new QCategoryAxis) {
  axis_->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  axis_->setLineVisible(false);
  QFont font = QGuiApplication::font();
  font.setPointSizeF(font.pointSizeF() * TypeTokens::kSmall);
  axis_->setLabelsFont(font);
}

void ChartAxis::set_colors(const ColorTokens& colors) {
  axis_->setGridLinePen(QPen(colors.grid, 1));
  axis_->setLabelsBrush(colors.muted);
}

void ChartAxis::set_blank(bool blank) {
  axis_->setLabelsVisible(!blank);
  axis_->setGridLineVisible(!blank);
}

void ChartAxis::set(const AxisRange& range, const std::vector<Tick>& ticks) {
  const bool same_ticks = std::equal(ticks.begin(), ticks.end(), ticks_.begin(), ticks_.end(),
                                     [](const Tick& a, const Tick& b) { return a.at == b.at && a.text == b.text; });
  if (range == range_ && same_ticks) {
    return;
  }
  range_ = range;
  if (!same_ticks) {
    ticks_ = ticks;
    for (const QString& label : axis_->categoriesLabels()) {
      axis_->remove(label);
    }
    // A category runs from the one before to its own value; the first one needs a begin below the first mark.
    axis_->setStartValue(std::min(range.low, ticks.empty() ? range.low : ticks.front().at) - 1);
    for (const Tick& tick : ticks) {
      axis_->append(QString::fromStdString(tick.text), tick.at);
    }
  }
  axis_->setRange(range.low, range.high);
}

}  // namespace lossline
