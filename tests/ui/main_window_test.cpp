// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QChart>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QLineSeries>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <gtest/gtest.h>

#include "core/report/report_file.h"
#include "tests/ui/session_support.h"
#include "ui/widgets/loss_chart.h"
#include "ui/widgets/message_bar.h"

namespace lossline {
namespace {

using test::kPatienceMs;

/// The real window on a fake engine.
struct Desk {
  test::Rig rig;
  ApplicationStyle style{*qApp, Theme::Light};
  MainWindow window{rig.session, style};
  QTemporaryDir folder;

  explicit Desk(HardwareFacts hardware = {}) : rig(std::move(hardware)) {
    window.set_ask_before_close(false);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
  }
  template <typename T = QPushButton>
  [[nodiscard]] T* find(const char* name) const {
    T* widget = window.findChild<T*>(QString::fromLatin1(name));
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  void press(const char* name) const { QTest::mouseClick(find(name), Qt::LeftButton); }
  void type(const char* field, const QString& text) const {
    auto* edit = find<QLineEdit>(field);
    edit->clear();
    QTest::keyClicks(edit, text);
  }
  [[nodiscard]] QString text(const char* label) const { return find<QLabel>(label)->text(); }
  [[nodiscard]] QString message() const { return window.findChild<MessageBar*>()->text(); }
  [[nodiscard]] int points() const {
    return qobject_cast<QLineSeries*>(find<LossChart>("lossChart")->chart()->series().at(0))->count();
  }
  [[nodiscard]] std::filesystem::path path(const char* name) const {
    return folder.filePath(QString::fromLatin1(name)).toStdString();
  }
  [[nodiscard]] bool run_to_end() {
    press("trainCpuButton");
    return rig.wait_for([this] { return rig.count("ended") == 1 && !rig.session.busy(); });
  }
};

TEST(MainWindow, StartsWithTheIrisPresetAndIsReady) {
  Desk desk;
  EXPECT_EQ(desk.find<QLineEdit>("field_epochs")->text(), QStringLiteral("20000"));
  EXPECT_EQ(desk.find<QComboBox>("field_strategy")->currentData().toString(), QStringLiteral("eager"));
  EXPECT_TRUE(desk.find("trainCpuButton")->isEnabled());
  EXPECT_FALSE(desk.find("pauseButton")->isEnabled());
  EXPECT_FALSE(desk.find("stopButton")->isEnabled());
  EXPECT_TRUE(desk.find("stepButton")->isEnabled());
  EXPECT_FALSE(desk.find<QAction>("exportReportAction")->isEnabled());
}

TEST(MainWindow, TrainsAndShowsTheWholeCurve) {
  Desk desk;
  desk.type("field_epochs", QStringLiteral("300"));
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_EQ(desk.points(), 300);
  EXPECT_TRUE(desk.text("outcomeLine").startsWith(QStringLiteral("Finished: loss 1.0000 → 0.0033")))
      << desk.text("outcomeLine").toStdString();
  EXPECT_TRUE(desk.find<QAction>("exportReportAction")->isEnabled());
  EXPECT_TRUE(desk.find("trainCpuButton")->isEnabled());
}

TEST(MainWindow, PauseStepResumeStop) {
  Desk desk;
  desk.rig.engine->script.endless = true;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.rig.wait_epoch(3));
  EXPECT_FALSE(desk.find("trainCpuButton")->isEnabled());
  EXPECT_FALSE(desk.find<QLineEdit>("field_epochs")->isEnabled());
  desk.press("pauseButton");
  EXPECT_EQ(desk.find("pauseButton")->text(), QStringLiteral("Resume"));
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.rig.session.phase() == TrainingSession::Phase::Paused; }));
  desk.press("stepButton");
  desk.press("pauseButton");
  EXPECT_EQ(desk.find("pauseButton")->text(), QStringLiteral("Pause"));
  desk.press("stopButton");
  ASSERT_TRUE(desk.rig.wait_idle());
  EXPECT_TRUE(desk.text("outcomeLine").startsWith(QStringLiteral("Stopped: after ")));
  EXPECT_EQ(desk.window.record()->state, RunState::Stopped);
}

TEST(MainWindow, StepFromRestRunsOneEpochAndHolds) {
  Desk desk;
  desk.press("stepButton");
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.points() == 1; }));
  EXPECT_EQ(desk.rig.session.phase(), TrainingSession::Phase::Paused);
  desk.press("stepButton");
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.points() == 2; }));
  desk.press("stopButton");
  ASSERT_TRUE(desk.rig.wait_idle());
}

TEST(MainWindow, AFaultKeepsTheButtonGreyUntilItIsMended) {
  Desk desk;
  desk.type("field_epochs", QStringLiteral("0"));
  EXPECT_FALSE(desk.find("trainCpuButton")->isEnabled());
  EXPECT_TRUE(desk.text("fault_epochs").contains(QStringLiteral("got 0")));
  desk.type("field_epochs", QStringLiteral("10"));
  EXPECT_TRUE(desk.find("trainCpuButton")->isEnabled());
}

TEST(MainWindow, GpuButtonIsGreyWithTheReason) {
  Desk desk;
  desk.rig.session.read_hardware();
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.rig.count("hardware") > 0; }));
  EXPECT_FALSE(desk.find("trainGpuButton")->isEnabled());
  EXPECT_FALSE(desk.text("gpuReason").isEmpty());
  EXPECT_EQ(desk.find("trainGpuButton")->toolTip(), desk.text("gpuReason"));
}

TEST(MainWindow, DivergenceIsNamedAndTheCurveStays) {
  Desk desk;
  desk.rig.engine->script.loss = [](std::uint64_t epoch) { return epoch < 20 ? 1.0 : std::nan(""); };
  desk.type("field_epochs", QStringLiteral("30"));
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_EQ(desk.window.record()->state, RunState::Diverged);
  EXPECT_TRUE(desk.text("outcomeLine").contains(QStringLiteral("epoch 20")));
  EXPECT_EQ(desk.points(), 19);
}

TEST(MainWindow, ARefusedRunSaysWhy) {
  Desk desk;
  desk.rig.engine->script.refusal = Error{ErrorCode::DeviceUnavailable, "out of memory on this device; choose less"};
  ASSERT_TRUE(desk.run_to_end());
  EXPECT_EQ(desk.message(), QStringLiteral("out of memory on this device; choose less"));
}

TEST(MainWindow, ExportsAndOpensAgain) {
  Desk desk;
  desk.type("field_epochs", QStringLiteral("50"));
  ASSERT_TRUE(desk.run_to_end());
  QSignalSpy exported(&desk.window, &MainWindow::report_exported);
  desk.window.export_report(desk.path("run.json"));
  ASSERT_TRUE(desk.rig.wait_for([&] { return exported.count() == 1; }));
  EXPECT_EQ(exported.at(0).at(0).toString(), QString());
  const Result<RunReport> report = read_report(desk.path("run.json"));
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report.value().record.history->size(), 50U);
  EXPECT_EQ(report.value().record.config.epochs, 50U);
  EXPECT_GT(report.value().record.timing.chart_s, 0.0);

  QSignalSpy opened(&desk.window, &MainWindow::report_opened);
  desk.window.open_report(desk.path("run.json"));
  ASSERT_TRUE(desk.rig.wait_for([&] { return opened.count() == 1; }));
  EXPECT_TRUE(opened.at(0).at(0).toBool());
  EXPECT_EQ(desk.window.chart().chart()->series().size(), 2);
}

TEST(MainWindow, AFailedExportKeepsTheRunForAnotherTry) {
  Desk desk;
  desk.type("field_epochs", QStringLiteral("5"));
  ASSERT_TRUE(desk.run_to_end());
  QSignalSpy exported(&desk.window, &MainWindow::report_exported);
  desk.window.export_report(desk.path("no such folder/run.json"));
  ASSERT_TRUE(desk.rig.wait_for([&] { return exported.count() == 1; }));
  EXPECT_NE(exported.at(0).at(0).toString(), QString());
  EXPECT_TRUE(desk.message().contains(QStringLiteral("no such folder")));
  EXPECT_TRUE(desk.find<QAction>("exportReportAction")->isEnabled());
  desk.window.export_report(desk.path("run.json"));
  ASSERT_TRUE(desk.rig.wait_for([&] { return exported.count() == 2; }));
  EXPECT_TRUE(read_report(desk.path("run.json")).ok());
}

TEST(MainWindow, ReportsThatCannotBeReadAreToldNotShown) {
  Desk desk;
  const std::pair<const char*, QByteArray> files[] = {
      {"damaged.json", "{\"schema\":\"lossline.run_rep"},
      {"newer.json", "{\"schema\":\"lossline.run_report\",\"schema_version\":2,\"config\":{},\"history\":{}}"},
      {"other.json", "[1,2,3]"},
      {"empty.json", ""}};
  QSignalSpy opened(&desk.window, &MainWindow::report_opened);
  int count = 0;
  for (const auto& [name, content] : files) {
    QFile file(desk.folder.filePath(QString::fromLatin1(name)));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    desk.window.open_report(desk.path(name));
    ++count;
    ASSERT_TRUE(desk.rig.wait_for([&] { return opened.count() == count; }));
    EXPECT_FALSE(opened.last().at(0).toBool()) << name;
    EXPECT_TRUE(desk.message().contains(QString::fromLatin1(name))) << desk.message().toStdString();
    EXPECT_EQ(desk.window.chart().chart()->series().size(), 1);
  }
}

/// Presses a button of the dialog once it stands there.
void answer_dialog(const char* dialog, const char* button) {
  auto* timer = new QTimer(qApp);
  QObject::connect(timer, &QTimer::timeout, timer, [=] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (box != nullptr && box->objectName() == QString::fromLatin1(dialog)) {
      timer->deleteLater();
      timer->stop();
      QTest::mouseClick(box->findChild<QPushButton*>(QString::fromLatin1(button)), Qt::LeftButton);
    }
  });
  timer->start(5);
}

TEST(MainWindow, ClosingInMidRunAsksAndCanBeRefused) {
  Desk desk;
  desk.window.set_ask_before_close(true);
  desk.rig.engine->script.endless = true;
  desk.press("trainCpuButton");
  ASSERT_TRUE(desk.rig.wait_epoch(2));
  answer_dialog("closeWhileTrainingDialog", "keepTrainingButton");
  EXPECT_FALSE(desk.window.close());
  EXPECT_TRUE(desk.rig.session.busy());
  answer_dialog("closeWhileTrainingDialog", "stopAndCloseButton");
  EXPECT_TRUE(desk.window.close());
  EXPECT_FALSE(desk.rig.session.busy());
  EXPECT_EQ(desk.rig.count("ended"), 1);
  EXPECT_EQ(desk.window.record()->state, RunState::Stopped);
}

TEST(MainWindow, EveryButtonAndActionCanBeReachedByKeyOrName) {
  Desk desk;
  for (const auto* button : desk.window.findChildren<QPushButton*>()) {
    EXPECT_FALSE(button->text().isEmpty() && button->accessibleName().isEmpty());
  }
  QStringList keys;
  for (const auto* action : desk.window.findChildren<QAction*>()) {
    if (!action->shortcut().isEmpty()) {
      keys << action->shortcut().toString();
    }
  }
  const qsizetype all = keys.size();
  keys.removeDuplicates();
  EXPECT_EQ(keys.size(), all) << "two actions share a key";
  EXPECT_TRUE(keys.contains(QStringLiteral("Ctrl+S")));
  EXPECT_TRUE(keys.contains(QStringLiteral("Ctrl+O")));
}

TEST(MainWindow, ThemesChangeTheWholeWindow) {
  Desk desk;
  const QImage light = desk.window.grab().toImage();
  desk.style.set_theme(Theme::Dark);
  const QImage dark = desk.window.grab().toImage();
  EXPECT_GT(light.pixelColor(3, 300).lightness(), 200);
  EXPECT_LT(dark.pixelColor(3, 300).lightness(), 60);
}

}  // namespace
}  // namespace lossline
