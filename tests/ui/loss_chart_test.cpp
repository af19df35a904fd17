// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/loss_chart.h"

#include <cmath>
#include <limits>

#include <QChart>
#include <QLabel>
#include <QLineSeries>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

namespace lossline {
namespace {

std::shared_ptr<LossHistory> falling(std::uint32_t points) {
  auto history = std::make_shared<LossHistory>();
  for (std::uint32_t epoch = 1; epoch <= points; ++epoch) {
    history->append({1.0 / (1.0 + epoch * 0.001), epoch, 0});
  }
  return history;
}

QLineSeries* series_of(const LossChart& chart, int index = 0) {
  return qobject_cast<QLineSeries*>(chart.chart()->series().at(index));
}

struct Shown {
  LossChart chart;
  Shown() {
    chart.resize(800, 400);
    chart.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&chart));
  }
  [[nodiscard]] int pixels() const { return static_cast<int>(chart.chart()->plotArea().width()); }
};

TEST(LossChart, DrawsAtMostTwoPointsAPixelAndKeepsTheSpike) {
  Shown shown;
  auto history = std::make_shared<LossHistory>();
  constexpr std::uint32_t kSpikeAt = 123457;
  for (std::uint32_t epoch = 1; epoch <= 200000; ++epoch) {
    history->append({epoch == kSpikeAt ? 9.0 : 0.5 + 0.001 * (epoch % 7), epoch, 0});
  }
  shown.chart.set_run(history, QStringLiteral("run"), 200000);
  EXPECT_LE(series_of(shown.chart)->count(), 2 * shown.pixels());
  EXPECT_GT(series_of(shown.chart)->count(), shown.pixels());
  bool spike = false;
  for (const QPointF& point : series_of(shown.chart)->points()) {
    spike = spike || (point.x() == kSpikeAt && point.y() == 9.0);
  }
  EXPECT_TRUE(spike);
  EXPECT_EQ(history->size(), 200000U);
}

TEST(LossChart, ASinglePointIsAMark) {
  Shown shown;
  auto history = falling(1);
  shown.chart.set_run(history, {}, 60);
  EXPECT_TRUE(series_of(shown.chart)->pointsVisible()) << "a line through one point shows nothing";
  history->append({0.5, 2, 0});
  shown.chart.refresh();
  EXPECT_FALSE(series_of(shown.chart)->pointsVisible());
}

TEST(LossChart, GrowsWithItsHistory) {
  Shown shown;
  auto history = falling(10);
  shown.chart.set_run(history, {}, 60);
  EXPECT_EQ(series_of(shown.chart)->count(), 10);
  for (std::uint32_t epoch = 11; epoch <= 60; ++epoch) {
    history->append({0.5, epoch, 0});
  }
  shown.chart.refresh();
  EXPECT_EQ(series_of(shown.chart)->count(), 60);
  EXPECT_EQ(shown.chart.drawn_points(), 60U);
}

TEST(LossChart, SaysOnceForEachRefreshWhatItTook) {
  Shown shown;
  shown.chart.set_run(falling(5000), {}, 5000);
  QSignalSpy drawn(&shown.chart, &LossChart::drawn);
  shown.chart.refresh();
  ASSERT_TRUE(QTest::qWaitFor([&] { return drawn.count() > 0; }, 5000));
  EXPECT_GT(drawn.at(0).at(0).toDouble(), 0.0);
}

TEST(LossChart, LogAxisLeavesOutWhatHasNoLogarithm) {
  Shown shown;
  auto history = std::make_shared<LossHistory>();
  history->append({10.0, 1, 0});
  history->append({0.0, 2, 0});
  history->append({-1.0, 3, 0});
  history->append({std::numeric_limits<double>::quiet_NaN(), 4, 0});
  history->append({0.01, 5, 0});
  shown.chart.set_run(history, {}, 5);
  EXPECT_EQ(series_of(shown.chart)->count(), 4);  // only the NaN is gone
  shown.chart.set_log_y(true);
  ASSERT_EQ(series_of(shown.chart)->count(), 2);
  EXPECT_DOUBLE_EQ(series_of(shown.chart)->at(0).y(), 1.0);
  EXPECT_DOUBLE_EQ(series_of(shown.chart)->at(1).y(), -2.0);
  shown.chart.set_log_y(false);
  EXPECT_EQ(series_of(shown.chart)->count(), 4);
}

TEST(LossChart, ZoomBelongsToTheUser) {
  Shown shown;
  auto history = falling(1000);
  shown.chart.set_run(history, {}, 1000);
  const QRectF plot = shown.chart.chart()->plotArea();
  const int y = static_cast<int>(plot.center().y());
  const int from = static_cast<int>(plot.left() + plot.width() * 0.25);
  const int to = static_cast<int>(plot.left() + plot.width() * 0.5);
  QTest::mousePress(shown.chart.viewport(), Qt::LeftButton, {}, {from, y});
  QTest::mouseMove(shown.chart.viewport(), {to, y});
  QTest::mouseRelease(shown.chart.viewport(), Qt::LeftButton, {}, {to, y});
  ASSERT_TRUE(shown.chart.zoomed());
  const QLineSeries* series = series_of(shown.chart);
  EXPECT_NEAR(series->at(0).x(), 250, 8);
  EXPECT_NEAR(series->at(series->count() - 1).x(), 500, 8);
  history->append({0.1, 1001, 0});
  shown.chart.refresh();
  EXPECT_NEAR(series->at(series->count() - 1).x(), 500, 8) << "a refresh must not move the view";
  QTest::mouseDClick(shown.chart.viewport(), Qt::LeftButton, {}, {from, y});
  EXPECT_FALSE(shown.chart.zoomed());
  EXPECT_EQ(series->at(series->count() - 1).x(), 1001);
}

TEST(LossChart, AShortDragIsAClick) {
  Shown shown;
  shown.chart.set_run(falling(1000), {}, 1000);
  const QPoint middle = shown.chart.chart()->plotArea().center().toPoint();
  QTest::mousePress(shown.chart.viewport(), Qt::LeftButton, {}, middle);
  QTest::mouseRelease(shown.chart.viewport(), Qt::LeftButton, {}, middle + QPoint(2, 0));
  EXPECT_FALSE(shown.chart.zoomed());
}

TEST(LossChart, ReportsStandBesideTheRun) {
  Shown shown;
  shown.chart.set_run(falling(100), QStringLiteral("this run"), 100);
  shown.chart.add_other(falling(300), QStringLiteral("yesterday"));
  shown.chart.add_other(falling(50), QString());
  EXPECT_EQ(shown.chart.chart()->series().size(), 3);
  EXPECT_TRUE(shown.chart.has_others());
  shown.chart.clear_others();
  EXPECT_EQ(shown.chart.chart()->series().size(), 1);
  EXPECT_EQ(series_of(shown.chart)->count(), 100);
}

TEST(LossChart, InvitesWhileThereIsNoCurve) {
  Shown shown;
  shown.chart.set_invitation(QStringLiteral("Press Train"));
  auto* label = shown.chart.findChild<QLabel*>();
  ASSERT_NE(label, nullptr);
  EXPECT_TRUE(label->isVisible());
  shown.chart.set_run(falling(3), {}, 3);
  EXPECT_FALSE(label->isVisible());
}

TEST(LossChart, SurvivesHistoriesOfEveryOddKind) {
  Shown shown;
  const double inf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& losses :
       {std::vector<double>{}, {0.0}, {5.0, 5.0, 5.0}, {inf, -inf}, {1e300, 1e-300}, {-4.0, -5.0}, {1e308, -1e308}}) {
    for (const bool log : {false, true}) {
      auto history = std::make_shared<LossHistory>();
      for (std::size_t i = 0; i < losses.size(); ++i) {
        history->append({losses[i], static_cast<std::uint32_t>(i + 1), 0});
      }
      shown.chart.set_log_y(log);
      shown.chart.set_run(history, {}, losses.size());
      shown.chart.set_nonfinite_epoch(1);
      EXPECT_FALSE(shown.chart.grab().isNull());
      for (const QPointF& point : series_of(shown.chart)->points()) {
        EXPECT_TRUE(std::isfinite(point.y()));
      }
    }
  }
}

}  // namespace
}  // namespace lossline
