// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/loss_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <QChart>
#include <QElapsedTimer>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QGraphicsSimpleTextItem>
#include <QLabel>
#include <QLegend>
#include <QLineSeries>
#include <QPaintEvent>
#include <QRubberBand>
#include <QVBoxLayout>

#include "ui/style/application_style.h"
#include "ui/widgets/chart_cursor.h"

namespace lossline {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int kTickSpacingX = 130;  // pixels a mark needs, so that texts don't touch
constexpr int kTickSpacingY = 52;
constexpr double kSecondsPerNanosecond = 1e-9;

int ticks_for(qreal pixels, int spacing) {
  return std::max(2, static_cast<int>(pixels) / spacing + 1);
}

}  // namespace

LossChart::LossChart(QWidget* parent)
    : QChartView(new QChart, parent),
      colors_(&light_tokens()),
      invitation_(make_label({}, "invitation", this)),
      band_(new QRubberBand(QRubberBand::Rectangle, this)) {
  setObjectName(QStringLiteral("lossChart"));
  setAccessibleName(tr("Loss over epochs"));
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setMinimumHeight(160);
  setBackgroundBrush(Qt::NoBrush);
  viewport()->setAutoFillBackground(false);
  chart()->legend()->hide();
  chart()->setBackgroundVisible(false);
  chart()->setAnimationOptions(QChart::NoAnimation);
  // Half of the last epoch's text stands beyond the plot.
  chart()->setMargins(QMargins(0, 4, fontMetrics().horizontalAdvance(QStringLiteral("000 000")) / 2 + 4, 0));
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->addAxis(x_axis_.axis(), Qt::AlignBottom);
  chart()->addAxis(y_axis_.axis(), Qt::AlignLeft);
  cursor_ = std::make_unique<ChartCursor>(*scene());
  mark_ = scene()->addLine({});
  mark_text_ = scene()->addSimpleText({});
  mark_->hide();
  mark_text_->hide();
  invitation_->setAlignment(Qt::AlignCenter);
  invitation_->setWordWrap(true);
  invitation_->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* over = new QVBoxLayout(this);
  over->addWidget(invitation_);
  curves_.push_back(make_curve());
  x_axis_.set_blank(true);
  y_axis_.set_blank(true);
  lay_out_axes();
}

LossChart::~LossChart() = default;

LossChart::Curve LossChart::make_curve() {
  Curve curve;
  curve.series = new QLineSeries;
  chart()->addSeries(curve.series);
  curve.series->attachAxis(x_axis_.axis());
  curve.series->attachAxis(y_axis_.axis());
  curve.label = scene()->addSimpleText({});
  curve.label->hide();
  return curve;
}

QColor LossChart::curve_color(std::size_t index) const {
  const std::array<QColor, 4> palette = {colors_->accent, colors_->second_curve, colors_->third_curve,
                                         colors_->fourth_curve};
  return palette[index % palette.size()];
}

void LossChart::set_colors(const ColorTokens& colors) {
  colors_ = &colors;
  x_axis_.set_colors(colors);
  y_axis_.set_colors(colors);
  cursor_->set_colors(colors);
  mark_->setPen(QPen(colors.danger, 1, Qt::DashLine));
  mark_text_->setBrush(colors.danger);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    constexpr qreal kWidth = 2;
    QPen pen(curve_color(i), kWidth);
    pen.setJoinStyle(Qt::RoundJoin);
    curves_[i].series->setPen(pen);
    curves_[i].label->setBrush(curve_color(i));
  }
}

void LossChart::set_invitation(const QString& text) {
  invitation_->setText(text);
}

void LossChart::set_history(Curve& curve, std::shared_ptr<const LossHistory> history, const QString& title) {
  curve.points = history == nullptr ? nullptr : std::make_unique<CurveDecimator>(std::move(history));
  if (curve.points != nullptr) {
    curve.points->set_drop_non_positive(log_y_);
  }
  curve.title = title;
}

void LossChart::set_run(std::shared_ptr<const LossHistory> history, const QString& title, std::uint64_t epochs) {
  set_history(curves_.front(), std::move(history), title);
  epochs_ = epochs;
  nonfinite_epoch_.reset();
  fit();
}

void LossChart::add_other(std::shared_ptr<const LossHistory> history, const QString& title) {
  curves_.push_back(make_curve());
  set_history(curves_.back(), std::move(history), title);
  set_colors(*colors_);
  fit();
}

void LossChart::clear_others() {
  while (curves_.size() > 1) {
    chart()->removeSeries(curves_.back().series);
    delete curves_.back().series;
    delete curves_.back().label;
    curves_.pop_back();
  }
  refresh();
}

void LossChart::set_nonfinite_epoch(std::optional<std::uint64_t> epoch) {
  nonfinite_epoch_ = epoch;
  refresh();
}

void LossChart::set_log_y(bool log) {
  log_y_ = log;
  for (Curve& curve : curves_) {
    if (curve.points != nullptr) {
      curve.points->set_drop_non_positive(log);
    }
  }
  cursor_->hide();
  refresh();
}

void LossChart::fit() {
  const bool was = zoomed();
  zoom_.reset();
  cursor_->hide();
  refresh();
  if (was) {
    Q_EMIT zoom_changed(false);
  }
}

void LossChart::zoom_to(double low, double high) {
  constexpr double kNarrowest = 2;  // epochs
  const AxisRange whole = whole_range();
  low = std::max(low, whole.low);
  high = std::min(high, whole.high);
  if (high - low < kNarrowest) {
    return;
  }
  const bool was = zoomed();
  zoom_ = AxisRange{low, high};
  cursor_->hide();
  refresh();
  if (!was) {
    Q_EMIT zoom_changed(true);
  }
}

double LossChart::shown_y(double loss) const {
  return log_y_ ? std::log10(loss) : loss;
}

AxisRange LossChart::x_range() const {
  return zoom_ ? *zoom_ : whole_range();
}

AxisRange LossChart::whole_range() const {
  double high = static_cast<double>(epochs_);
  for (const Curve& curve : curves_) {
    if (curve.points != nullptr && !curve.points->history()->empty()) {
      high = std::max(high, static_cast<double>(curve.points->history()->back().epoch));
    }
  }
  constexpr double kLeast = 2;  // epochs: a single one has room on both sides
  return {0, std::max(high, kLeast)};
}

AxisRange LossChart::y_range(const AxisRange& x) const {
  double low = kInfinite;
  double high = -kInfinite;
  for (const Curve& curve : curves_) {
    if (curve.points == nullptr) {
      continue;
    }
    if (const auto range = curve.points->y_range(x.low, x.high)) {
      low = std::min(low, range->first);
      high = std::max(high, range->second);
    }
  }
  // The width of the range is a number, too.
  constexpr double kMost = 1e300;
  low = std::max(low, -kMost);
  high = std::min(high, kMost);
  if (!(low <= high)) {
    return log_y_ ? AxisRange{-2, 0} : AxisRange{0, 1};
  }
  if (log_y_) {
    const AxisRange decades{std::log10(low), std::log10(high)};
    const double pad = std::max(0.05, (decades.high - decades.low) * 0.05);
    return {decades.low - pad, decades.high + pad};
  }
  if (!zoom_ && low >= 0) {
    return {0, round_up(high)};  // a loss is read against 0
  }
  const double pad = high > low ? (high - low) * 0.06 : std::max(1e-12, std::abs(high) * 0.01);
  return {low - pad, high + pad};
}

void LossChart::lay_out_axes() {
  const QRectF plot = chart()->plotArea();
  const AxisRange x = x_range();
  const AxisRange y = y_range(x);
  x_axis_.set(x, linear_ticks(x.low, x.high, ticks_for(plot.width(), kTickSpacingX)));
  const int most = ticks_for(plot.height(), kTickSpacingY);
  y_axis_.set(y, log_y_ ? log_ticks(y.low, y.high, most) : linear_ticks(y.low, y.high, most));
}

void LossChart::draw_curve(Curve& curve) {
  QList<QPointF> list;
  if (curve.points != nullptr) {
    const AxisRange& x = x_axis_.range();
    const auto buckets = static_cast<std::size_t>(std::max(1.0, chart()->plotArea().width()));
    const std::vector<CurvePoint> points = curve.points->visible(x.low, x.high, buckets);
    list.reserve(static_cast<qsizetype>(points.size()));
    for (const CurvePoint& point : points) {
      list.append({point.x, shown_y(point.y)});
    }
  }
  if (&curve == &curves_.front()) {
    drawn_points_ = static_cast<std::size_t>(list.size());
  }
  curve.series->setPointsVisible(list.size() == 1);  // no line leads to a single one
  curve.series->replace(list);                       // one signal, one layout; appending point by point is quadratic
}

void LossChart::refresh() {
  QElapsedTimer timer;
  timer.start();
  lay_out_axes();
  bool any = false;
  for (Curve& curve : curves_) {
    draw_curve(curve);
    any = any || curve.series->count() > 0;
  }
  if (invitation_->isHidden() != any) {
    invitation_->setVisible(!any);
    x_axis_.set_blank(!any);
    y_axis_.set_blank(!any);
  }
  place_labels();
  place_mark();
  viewport()->update();
  refresh_seconds_ = refresh_seconds_.value_or(0) + static_cast<double>(timer.nsecsElapsed()) * kSecondsPerNanosecond;
}

void LossChart::place_labels() {
  const QRectF plot = chart()->plotArea();
  for (Curve& curve : curves_) {
    const qsizetype count = curve.series->count();
    const bool shown = has_others() && count > 0 && !curve.title.isEmpty();
    curve.label->setVisible(shown);
    if (!shown) {
      continue;
    }
    // A title may be as long as its author liked; the plot is not.
    curve.label->setText(fontMetrics().elidedText(curve.title, Qt::ElideRight, static_cast<int>(plot.width() / 3)));
    const QPointF end = chart()->mapToPosition(curve.series->at(static_cast<int>(count) - 1), curve.series);
    const QSizeF size = curve.label->boundingRect().size();
    constexpr qreal kLift = 6;
    curve.label->setPos(std::min(end.x() + kLift, plot.right() - size.width()),
                        std::max(plot.top(), end.y() - size.height() - kLift));
  }
}

void LossChart::place_mark() {
  const AxisRange& x = x_axis_.range();
  const bool shown = nonfinite_epoch_ && static_cast<double>(*nonfinite_epoch_) >= x.low &&
                     static_cast<double>(*nonfinite_epoch_) <= x.high;
  mark_->setVisible(shown);
  mark_text_->setVisible(shown);
  if (!shown) {
    return;
  }
  const QRectF plot = chart()->plotArea();
  const double share = (static_cast<double>(*nonfinite_epoch_) - x.low) / (x.high - x.low);
  const qreal at = plot.left() + plot.width() * share;
  mark_->setLine(at, plot.top(), at, plot.bottom());
  mark_text_->setText(tr("not finite from epoch %1").arg(*nonfinite_epoch_));
  const qreal width = mark_text_->boundingRect().width();
  constexpr qreal kGap = 5;
  mark_text_->setPos(at + kGap + width > plot.right() ? at - kGap - width : at + kGap, plot.top());
}

void LossChart::paintEvent(QPaintEvent* event) {
  QElapsedTimer timer;
  timer.start();
  QChartView::paintEvent(event);
  if (refresh_seconds_) {
    const double seconds = *refresh_seconds_ + static_cast<double>(timer.nsecsElapsed()) * kSecondsPerNanosecond;
    refresh_seconds_.reset();
    Q_EMIT drawn(seconds);
  }
}

void LossChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  cursor_->hide();
  refresh();  // another width holds another number of points and marks
}

}  // namespace lossline
