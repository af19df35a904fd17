// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include "ui/style/tokens.h"

class QGraphicsEllipseItem;
class QGraphicsLineItem;
class QGraphicsRectItem;
class QGraphicsScene;
class QGraphicsSimpleTextItem;

namespace lossline {

/// What follows the pointer over the chart: a thin line, a dot on the curve, and a small box that says what is there.
class ChartCursor {
 public:
  explicit ChartCursor(QGraphicsScene& scene);
  void set_colors(const ColorTokens& colors);
  /// `point` is on the curve, in the scene; the box stays inside `plot`.
  void show(const QPointF& point, const QRectF& plot, const QString& text);
  void hide();

 private:
  QGraphicsLineItem* line_;
  QGraphicsEllipseItem* dot_;
  QGraphicsRectItem* box_;
  QGraphicsSimpleTextItem* text_;
};

}  // namespace lossline
