// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chart_cursor.h"

#include <QGraphicsEllipseItem>
#include <QGraphicsScene>
#include <QPen>

namespace lossline {
namespace {

constexpr qreal kDotRadius = 4;
constexpr qreal kPadding = 6;
constexpr qreal kDistance = 12;  // of the box from the line
constexpr qreal kAboveAll = 100;

}  // namespace

ChartCursor::ChartCursor(QGraphicsScene& scene)
    : line_(scene.addLine({})),
      dot_(scene.addEllipse(-kDotRadius, -kDotRadius, 2 * kDotRadius, 2 * kDotRadius)),
      box_(scene.addRect({})),
      text_(scene.addSimpleText({})) {
  line_->setZValue(kAboveAll);
  dot_->setZValue(kAboveAll + 1);
  box_->setZValue(kAboveAll + 2);
  text_->setZValue(kAboveAll + 3);
  hide();
}

void ChartCursor::set_colors(const ColorTokens& colors) {
  line_->setPen(QPen(colors.disabled, 1, Qt::DashLine));
  dot_->setPen(QPen(colors.card, 2));
  dot_->setBrush(colors.accent);
  box_->setPen(QPen(colors.border, 1));
  box_->setBrush(colors.card);
  text_->setBrush(colors.text);
}

void ChartCursor::show(const QPointF& point, const QRectF& plot, const QString& text) {
  line_->setLine(point.x(), plot.top(), point.x(), plot.bottom());
  dot_->setPos(point);
  text_->setText(text);
  const QSizeF size = text_->boundingRect().size();
  qreal x = point.x() + kDistance;
  if (x + size.width() + 2 * kPadding > plot.right()) {
    x = point.x() - kDistance - size.width() - 2 * kPadding;
  }
  const qreal highest = plot.top() + kPadding;
  const qreal y = qMax(highest, point.y() - size.height() - kDistance - 2 * kPadding);
  box_->setRect(x, y, size.width() + 2 * kPadding, size.height() + 2 * kPadding);
  text_->setPos(x + kPadding, y + kPadding);
  line_->show();
  dot_->show();
  box_->show();
  text_->show();
}

void ChartCursor::hide() {
  line_->hide();
  dot_->hide();
  box_->hide();
  text_->hide();
}

}  // namespace lossline
