// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fused_line.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/ui/session_support.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

namespace lossline {
namespace {

/// The real window on an engine whose search found these, and whose epochs take 62.4 µs: 120 times 0.52.
struct Desk {
  test::Rig rig;
  ApplicationStyle style{*qApp, Theme::Light};
  MainWindow window{rig.session, style};
  QTemporaryDir folder;

  explicit Desk(std::vector<Candidate> candidates = {{"eager", 1, 31.2}, {"fused", 2, 0.9}, {"fused", 1, 0.52}}) {
    rig.engine->script.candidates = std::move(candidates);
    rig.engine->script.epoch_seconds = [](std::uint64_t) { return 62.4e-6; };
    window.set_ask_before_close(false);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
  }
  template <typename T>
  [[nodiscard]] T* find(const char* name) const {
    T* widget = window.findChild<T*>(QString::fromLatin1(name));
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  [[nodiscard]] QLabel* line() const { return find<QLabel>("fusedLine"); }
  [[nodiscard]] QPushButton* button() const { return find<QPushButton>("trainFusedButton"); }
  void press(const char* name) const { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
  [[nodiscard]] bool run_to_end(int runs = 1) {
    return rig.wait_for([this, runs] { return rig.count("ended") == runs && !rig.session.busy(); });
  }
};

QString sentence(const char* times) {
  return QStringLiteral(
             "Fused would take 10 ms for these 20\u202f000 epochs (0.52 µs each, measured on 1 thread): %1 "
             "times as fast")
      .arg(QString::fromLatin1(times));
}

TEST(FusedLine, SaysWhatFusedWouldTakeFromTheStartAndCanBePressedAtTheEnd) {
  Desk desk;
  EXPECT_FALSE(desk.line()->isVisible());
  desk.rig.engine->gate.close_before(5);
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.rig.wait_epoch(4));
  EXPECT_TRUE(desk.line()->isVisible());
  EXPECT_EQ(desk.line()->text(), sentence("60")) << "31.2 µs were measured of eager";
  EXPECT_TRUE(desk.button()->isVisible());
  EXPECT_FALSE(desk.button()->isEnabled());
  EXPECT_TRUE(desk.button()->toolTip().contains(QStringLiteral("while no run goes on")));
  desk.rig.engine->gate.open();
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_EQ(desk.line()->text(), sentence("120")) << "62.4 µs is what the run took";
  EXPECT_TRUE(desk.button()->isEnabled());
}

TEST(FusedLine, TheButtonTrainsTheFormsSetupByFused) {
  Desk desk;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  auto* epochs = desk.find<QLineEdit>("field_epochs");
  epochs->clear();
  QTest::keyClicks(epochs, QStringLiteral("300"));
  desk.button()->setFocus(Qt::TabFocusReason);
  QTest::keyClick(desk.button(), Qt::Key_Space);
  ASSERT_TRUE(desk.run_to_end(2));
  EXPECT_EQ(desk.find<QComboBox>("field_strategy")->currentData().toString(), QStringLiteral("fused"));
  EXPECT_EQ(desk.window.record()->config.strategy, Strategy::Fused);
  EXPECT_EQ(desk.window.record()->config.epochs, 300U);
  EXPECT_EQ(desk.window.record()->resolved.device, "cpu");
  EXPECT_FALSE(desk.line()->isVisible()) << "a run by fused needs no advice";
}

TEST(FusedLine, IsReachedByTabAndHasAName) {
  Desk desk;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_FALSE(desk.button()->accessibleName().isEmpty());
  EXPECT_TRUE(desk.button()->toolTip().contains(QStringLiteral("one pass")));
  desk.find<QPushButton>("trainCpuButton")->setFocus();
  constexpr int kMost = 50;
  for (int i = 0; i < kMost && QApplication::focusWidget() != desk.button(); ++i) {
    QTest::keyClick(&desk.window, Qt::Key_Tab);
  }
  EXPECT_EQ(QApplication::focusWidget(), desk.button());
}

TEST(FusedLine, AFaultInTheFormGreysTheButton) {
  Desk desk;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  auto* epochs = desk.find<QLineEdit>("field_epochs");
  epochs->clear();
  QTest::keyClicks(epochs, QStringLiteral("0"));
  EXPECT_FALSE(desk.button()->isEnabled());
}

TEST(FusedLine, HasNoButtonWhereFusedWouldNotBeFaster) {
  Desk desk({{"eager", 1, 62.4}, {"fused", 1, 70}});
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_EQ(desk.line()->text(), QStringLiteral("Fused would not be faster here"));
  EXPECT_TRUE(desk.line()->isVisible());
  EXPECT_FALSE(desk.button()->isVisible());
}

TEST(FusedLine, IsNotThereWhenFusedWasNotMeasured) {
  Desk desk({{"eager", 1, 62.4}, {"eager", 2, 70}});
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_FALSE(desk.line()->isVisible());
  EXPECT_FALSE(desk.button()->isVisible());
}

TEST(FusedLine, AnOpenedReportSaysItToo) {
  Desk desk;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  const std::filesystem::path file = desk.folder.filePath(QStringLiteral("run.json")).toStdString();
  QSignalSpy exported(&desk.window, &MainWindow::report_exported);
  desk.window.export_report(file);
  ASSERT_TRUE(desk.rig.wait_for([&] { return exported.count() == 1; }));
  QSignalSpy opened(&desk.window, &MainWindow::report_opened);
  desk.window.open_report(file);
  ASSERT_TRUE(desk.rig.wait_for([&] { return opened.count() == 1; }));
  EXPECT_TRUE(desk.window.findChild<MessageBar*>()->text().endsWith(sentence("120")));
}

TEST(Outcome, SaysWhyItIsNotTheStrategyThatWasAskedFor) {
  Desk desk(std::vector<Candidate>{});
  desk.rig.engine->script.strategy_note = "the step could not be recorded\nas a graph";
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_TRUE(desk.find<QLabel>("outcomeLine")
                  ->text()
                  .endsWith(QStringLiteral(". It ran as eager: the step could not be recorded as a graph")))
      << desk.find<QLabel>("outcomeLine")->text().toStdString();
}

}  // namespace
}  // namespace lossline
