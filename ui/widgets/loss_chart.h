// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QChartView>

#include "core/analysis/curve_decimator.h"
#include "core/api/loss_history.h"
#include "ui/style/tokens.h"
#include "ui/widgets/chart_axes.h"

class QGraphicsLineItem;
class QGraphicsSimpleTextItem;
class QLabel;
class QLineSeries;
class QRubberBand;

namespace lossline {

class ChartCursor;

/// The loss of one run over its epochs, live, and the curves of opened reports beside it. Every point is kept in the
/// histories; what is drawn is at most two points per pixel column, with every spike in it.
///
/// The view belongs to the user: after a zoom (drag, or Alt and the wheel) it stays until fit() (double-click), however
/// the run goes on.
class LossChart : public QChartView {
  Q_OBJECT

 public:
  explicit LossChart(QWidget* parent = nullptr);
  ~LossChart() override;

  void set_colors(const ColorTokens& colors);
  /// What is shown while there is no curve.
  void set_invitation(const QString& text);
  /// The run's curve; the axis spans `epochs` from the start. Replaces the run before. Null: none.
  void set_run(std::shared_ptr<const LossHistory> history, const QString& title, std::uint64_t epochs);
  /// A curve from a report, beside the run's.
  void add_other(std::shared_ptr<const LossHistory> history, const QString& title);
  void clear_others();
  [[nodiscard]] bool has_others() const { return curves_.size() > 1; }
  /// A mark where the loss stopped being a number; empty: none.
  void set_nonfinite_epoch(std::optional<std::uint64_t> epoch);

  /// Takes what the histories hold by now. The caller keeps it to 25 times a second.
  void refresh();

  void set_log_y(bool log);
  [[nodiscard]] bool log_y() const { return log_y_; }
  /// The whole run again.
  void fit();
  [[nodiscard]] bool zoomed() const { return zoom_.has_value(); }

  /// Points handed to the library for the run's curve at the last refresh.
  [[nodiscard]] std::size_t drawn_points() const { return drawn_points_; }

 Q_SIGNALS:
  /// After each refresh was painted: what it took, decimating and painting together.
  void drawn(double seconds);
  /// A zoom began or ended.
  void zoom_changed(bool zoomed);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Curve {
    std::unique_ptr<CurveDecimator> points;  ///< null only for the run's curve before any run
    QLineSeries* series = nullptr;
    QGraphicsSimpleTextItem* label = nullptr;
    QString title;
  };

  Curve make_curve();
  void set_history(Curve& curve, std::shared_ptr<const LossHistory> history, const QString& title);
  [[nodiscard]] AxisRange whole_range() const;
  [[nodiscard]] AxisRange x_range() const;
  [[nodiscard]] AxisRange y_range(const AxisRange& x) const;
  void lay_out_axes();
  void draw_curve(Curve& curve);
  void place_labels();
  void place_mark();
  void show_cursor(const QPointF& position);
  void zoom_to(double low, double high);
  [[nodiscard]] QColor curve_color(std::size_t index) const;
  [[nodiscard]] double shown_y(double loss) const;

  ChartAxis x_axis_, y_axis_;
  std::vector<Curve> curves_;  ///< the run's first, then the reports'
  std::uint64_t epochs_ = 0;
  std::optional<AxisRange> zoom_;
  std::optional<std::uint64_t> nonfinite_epoch_;
  bool log_y_ = false;
  const ColorTokens* colors_;
  std::unique_ptr<ChartCursor> cursor_;
  QGraphicsLineItem* mark_ = nullptr;
  QGraphicsSimpleTextItem* mark_text_ = nullptr;
  QLabel* invitation_;
  QRubberBand* band_;
  std::optional<QPoint> drag_from_;
  std::size_t drawn_points_ = 0;
  std::optional<double> refresh_seconds_;  ///< of a refresh that is not painted yet
};

}  // namespace lossline
