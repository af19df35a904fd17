// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer's side of LossChart: reading a point, zooming.
#include <algorithm>
#include <cmath>

#include <QChart>
#include <QLineSeries>
#include <QMouseEvent>
#include <QRubberBand>
#include <QWheelEvent>

#include "core/analysis/progress_text.h"
#include "ui/widgets/chart_cursor.h"
#include "ui/widgets/loss_chart.h"

namespace lossline {
namespace {

/// The index of the kept loss whose epoch is nearest.
std::size_t nearest_index(const LossHistory& history, double epoch) {
  std::size_t low = 0;
  std::size_t high = history.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (static_cast<double>(history[middle].epoch) < epoch) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == history.size()) {
    return low - 1;
  }
  if (low > 0 && epoch - history[low - 1].epoch < history[low].epoch - epoch) {
    return low - 1;
  }
  return low;
}

constexpr int kDragStarts = 6;  // pixels; less is a click

}  // namespace

void LossChart::show_cursor(const QPointF& position) {
  const QRectF plot = chart()->plotArea();
  // The run's curve where there is one, else the first opened report's.
  const auto curve = std::find_if(curves_.begin(), curves_.end(),
                                  [](const Curve& c) { return c.points != nullptr && !c.points->history()->empty(); });
  if (curve == curves_.end() || !plot.contains(position)) {
    cursor_->hide();
    return;
  }
  const AxisRange& x = x_axis_.range();
  const double epoch = x.low + (position.x() - plot.left()) / plot.width() * (x.high - x.low);
  const LossHistory& history = *curve->points->history();
  const LossPoint& point = history[nearest_index(history, epoch)];
  const double y = shown_y(point.loss);
  if (!std::isfinite(y)) {
    cursor_->hide();
    return;
  }
  const QPointF at = chart()->mapToPosition({static_cast<double>(point.epoch), y}, curve->series);
  if (!plot.adjusted(-1, -1, 1, 1).contains(at)) {
    cursor_->hide();
    return;
  }
  cursor_->show(
      at, plot,
      tr("epoch %1 · loss %2")
          .arg(QString::fromStdString(count_text(point.epoch)), QString::fromStdString(loss_text(point.loss))));
}

void LossChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && chart()->plotArea().contains(event->position())) {
    drag_from_ = event->pos();
  }
  event->accept();
}

void LossChart::mouseMoveEvent(QMouseEvent* event) {
  if (!drag_from_) {
    show_cursor(event->position());
    return;
  }
  cursor_->hide();
  const QRect plot = chart()->plotArea().toRect();
  const int from = drag_from_->x();
  const int to = std::clamp(event->pos().x(), plot.left(), plot.right());
  // Losses fill the height by themselves, so only the epochs are chosen.
  band_->setGeometry(QRect(QPoint(std::min(from, to), plot.top()), QPoint(std::max(from, to), plot.bottom())));
  band_->setVisible(std::abs(to - from) >= kDragStarts);
}

void LossChart::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  if (!drag_from_) {
    return;
  }
  const QRectF plot = chart()->plotArea();
  const int from = drag_from_->x();
  const int to = event->pos().x();
  drag_from_.reset();
  band_->hide();
  if (std::abs(to - from) < kDragStarts || plot.width() <= 0) {
    return;
  }
  const AxisRange x = x_axis_.range();
  const auto epoch_at = [&](int pixel) { return x.low + (pixel - plot.left()) / plot.width() * (x.high - x.low); };
  zoom_to(epoch_at(std::min(from, to)), std::min(x.high, epoch_at(std::max(from, to))));
}

void LossChart::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  drag_from_.reset();
  fit();
}

void LossChart::wheelEvent(QWheelEvent* event) {
  if ((event->modifiers() & Qt::AltModifier) == 0) {
    event->ignore();
    return;
  }
  event->accept();
  // Alt turns a vertical wheel into a horizontal one.
  const QPoint turned = event->angleDelta();
  const int steps = turned.y() != 0 ? turned.y() : turned.x();
  const QRectF plot = chart()->plotArea();
  if (steps == 0 || plot.width() <= 0) {
    return;
  }
  constexpr double kPerStep = 0.8;
  constexpr double kNotch = 120;
  const AxisRange x = x_axis_.range();
  const double factor = std::pow(kPerStep, steps / kNotch);
  const double share = std::clamp((event->position().x() - plot.left()) / plot.width(), 0.0, 1.0);
  const double center = x.low + share * (x.high - x.low);
  const double low = center - (center - x.low) * factor;
  const double high = center + (x.high - center) * factor;
  if (low <= 0 && high >= whole_range().high) {
    fit();
  } else {
    zoom_to(low, high);
  }
}

void LossChart::leaveEvent(QEvent* event) {
  cursor_->hide();
  QChartView::leaveEvent(event);
}

}  // namespace lossline
