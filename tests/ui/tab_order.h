// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <QApplication>
#include <QTest>
#include <QWidget>
#include <gtest/gtest.h>

namespace lossline::test {

/// Shows a window and presses Tab all the way round: these controls are reached, each once and in this order, which is
/// also the order they are read in, line by line. Scroll areas between them may take the focus too.
inline void expect_tab_in_reading_order(QWidget& window, const std::vector<std::string>& names) {
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  std::vector<const QWidget*> reached;
  constexpr int kMost = 50;
  for (int i = 0; i < kMost; ++i) {
    QTest::keyClick(&window, Qt::Key_Tab);
    const QWidget* focus = QApplication::focusWidget();
    ASSERT_NE(focus, nullptr);
    if (!reached.empty() && focus == reached.front()) {
      break;
    }
    reached.push_back(focus);
  }
  std::vector<std::string> found;
  std::vector<QPoint> places;
  for (const QWidget* widget : reached) {
    const std::string name = widget->objectName().toStdString();
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      found.push_back(name);
      places.push_back(widget->mapTo(&window, widget->rect().center()));
    }
  }
  const auto first = std::find(found.begin(), found.end(), names.front());
  ASSERT_NE(first, found.end()) << names.front() << " is not reached";
  std::rotate(places.begin(), places.begin() + (first - found.begin()), places.end());
  std::rotate(found.begin(), first, found.end());
  EXPECT_EQ(found, names);
  for (std::size_t i = 1; i < places.size(); ++i) {
    constexpr int kSameLine = 8;
    const bool below = places[i].y() > places[i - 1].y() + kSameLine;
    const bool beside = std::abs(places[i].y() - places[i - 1].y()) <= kSameLine && places[i].x() > places[i - 1].x();
    EXPECT_TRUE(below || beside) << found[i] << " is read before " << found[i - 1];
  }
}

}  // namespace lossline::test
