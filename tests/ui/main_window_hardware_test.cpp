// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <chrono>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/ui/session_support.h"
#include "ui/session/meter_feed.h"
#include "ui/widgets/live_meters.h"
#include "ui/window/gpu_compare_dialog.h"
#include "ui/window/gpu_page_dialog.h"
#include "ui/window/main_window.h"

namespace lossline {
namespace {

HardwareFacts one_gpu() {
  HardwareFacts facts;
  GpuFacts gpu;
  gpu.name = "NVIDIA GeForce RTX 4070";
  gpu.vendor = "NVIDIA";
  gpu.memory_total_bytes = std::uint64_t{12} << 30U;
  facts.gpus = {gpu};
  return facts;
}

/// The real window on a machine with one GPU, of which the session has been told.
struct Desk {
  test::Rig rig{one_gpu()};
  ApplicationStyle style{*qApp, Theme::Light};
  std::atomic<int> reads{0};
  MeterFeed feed{[this] {
                   LiveReadings readings;
                   readings.cpu_busy_percent = {25, 75};
                   ++reads;
                   return readings;
                 },
                 std::chrono::milliseconds(5)};
  MainWindow window{rig.session, style};

  Desk() { window.set_ask_before_close(false); }
  void show_and_read() {
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    rig.session.read_hardware();
    ASSERT_TRUE(rig.wait_for([this] { return rig.session.hardware().has_value(); }));
  }
  [[nodiscard]] QString advice() const {
    const auto* label = window.findChild<QLabel*>(QStringLiteral("vramAdvice"));
    return label == nullptr ? QString() : label->text();
  }
  template <typename Dialog>
  [[nodiscard]] Dialog* dialog() const {
    return window.findChild<Dialog*>();
  }
};

TEST(MainWindowHardware, TheFormsNetworkReachesTheAdvice) {
  Desk desk;
  desk.show_and_read();
  const QString iris = desk.advice();
  EXPECT_FALSE(iris.isEmpty());
  auto* hidden = desk.window.findChild<QLineEdit*>(QStringLiteral("field_hidden"));
  ASSERT_NE(hidden, nullptr);
  hidden->selectAll();
  QTest::keyClicks(hidden, QStringLiteral("8192,8192"));
  EXPECT_NE(desk.advice(), iris);
  hidden->selectAll();
  QTest::keyClicks(hidden, QStringLiteral("10"));
  EXPECT_EQ(desk.advice(), iris);
}

TEST(MainWindowHardware, MetersAreReadOnlyWhileTheWindowCanBeSeen) {
  Desk desk;
  desk.window.use_meters(desk.feed);
  EXPECT_FALSE(desk.feed.watched());  // nothing is shown, and the machine not known
  desk.show_and_read();
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.feed.watched() && desk.reads >= 2; }));
  const auto* bar = desk.window.findChild<MeterBar*>(QStringLiteral("cpuLoad"));
  ASSERT_NE(bar, nullptr);
  EXPECT_TRUE(desk.rig.wait_for([&] { return bar->text() == QStringLiteral("50 %"); }));
  desk.window.hide();
  EXPECT_FALSE(desk.feed.watched());
  desk.window.show();
  EXPECT_TRUE(desk.feed.watched());
  desk.window.showMinimized();
  EXPECT_TRUE(desk.rig.wait_for([&] { return !desk.feed.watched(); }));
}

TEST(MainWindowHardware, ThePageOpensOnceAndFollowsTheMachine) {
  Desk desk;
  desk.show_and_read();
  auto* action = desk.window.findChild<QAction*>(QStringLiteral("gpuPageAction"));
  ASSERT_NE(action, nullptr);
  EXPECT_TRUE(action->isEnabled());
  desk.window.findChild<QPushButton*>(QStringLiteral("whyNoGpuLink"))->click();
  action->trigger();
  ASSERT_EQ(desk.window.findChildren<GpuPageDialog*>().size(), 1);
  EXPECT_TRUE(desk.dialog<GpuPageDialog>()->isVisible());
  desk.dialog<GpuPageDialog>()->close();
  EXPECT_TRUE(desk.rig.wait_for([&] { return desk.dialog<GpuPageDialog>() == nullptr; }));
}

TEST(MainWindowHardware, AnOpenPageFollowsTheEnginesFacts) {
  Desk desk;
  desk.rig.engine->script.facts.cuda.why_not = "this LibTorch was built without CUDA; train on the CPU";
  desk.show_and_read();
  desk.window.findChild<QPushButton*>(QStringLiteral("whyNoGpuLink"))->click();
  const auto shows = [&desk](const char* text) {
    const auto labels = desk.dialog<GpuPageDialog>()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [text](const QLabel* label) { return label->text() == QString::fromLatin1(text); });
  };
  constexpr const char* kOfTheEngine = "LibTorch without CUDA";
  EXPECT_TRUE(shows("No NVIDIA driver"));
  EXPECT_FALSE(shows(kOfTheEngine));
  desk.rig.session.open_engine();
  EXPECT_TRUE(desk.rig.wait_for([&] { return desk.rig.session.engine_facts().has_value(); }));
  EXPECT_TRUE(shows(kOfTheEngine));
}

TEST(MainWindowHardware, AStrategyOfOneDeviceGreysTheOthersButton) {
  Desk desk;
  desk.rig.engine->script.facts.cuda.built_version = "11.8";
  desk.rig.engine->script.facts.cuda.is_available = true;
  desk.rig.engine->script.facts.cuda.device_count = 1;
  desk.show_and_read();
  desk.rig.session.open_engine();
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.rig.session.engine_facts().has_value(); }));
  auto* strategy = desk.window.findChild<QComboBox*>(QStringLiteral("field_strategy"));
  const auto* cpu = desk.window.findChild<QPushButton*>(QStringLiteral("trainCpuButton"));
  auto* gpu = desk.window.findChild<QPushButton*>(QStringLiteral("trainGpuButton"));
  const auto* reason = desk.window.findChild<QLabel*>(QStringLiteral("gpuReason"));
  ASSERT_TRUE(strategy != nullptr && cpu != nullptr && gpu != nullptr && reason != nullptr);
  EXPECT_TRUE(cpu->isEnabled() && gpu->isEnabled());
  strategy->setFocus();
  QTest::keyClick(strategy, Qt::Key_Down);  // from eager to fused
  EXPECT_TRUE(cpu->isEnabled());
  EXPECT_FALSE(gpu->isEnabled());
  EXPECT_TRUE(reason->text().startsWith(QStringLiteral("Strategy fused trains on the CPU"))) << "and why";
  QTest::keyClick(strategy, Qt::Key_Down);
  EXPECT_FALSE(cpu->isEnabled());
  EXPECT_TRUE(cpu->toolTip().startsWith(QStringLiteral("Strategy graph replays a CUDA graph")));
  EXPECT_EQ(reason->text(), cpu->toolTip());
  ASSERT_TRUE(gpu->isEnabled());
  QTest::mouseClick(gpu, Qt::LeftButton);
  ASSERT_TRUE(desk.rig.wait_for([&] { return desk.rig.count("ended") == 1 && !desk.rig.session.busy(); }));
  EXPECT_EQ(desk.window.record()->config.strategy, Strategy::Graph);
  EXPECT_EQ(desk.window.record()->config.device.kind, DeviceSpec::Kind::Cuda);
}

TEST(MainWindowHardware, TellsThatItClosesBeforeItWaitsForAnything) {
  Desk desk;
  desk.show_and_read();
  int told = 0;
  QObject::connect(&desk.window, &MainWindow::closing, [&told] { ++told; });
  desk.window.close();
  EXPECT_EQ(told, 1);
}

TEST(MainWindowHardware, ThePageWaitsForTheMachineToBeRead) {
  Desk desk;
  EXPECT_FALSE(desk.window.findChild<QAction*>(QStringLiteral("gpuPageAction"))->isEnabled());
  EXPECT_EQ(desk.window.findChild<QPushButton*>(QStringLiteral("whyNoGpuLink")), nullptr);
}

TEST(MainWindowHardware, ComparesThisMachinesGpu) {
  Desk desk;
  desk.show_and_read();
  desk.window.findChild<QAction*>(QStringLiteral("compareGpusAction"))->trigger();
  desk.window.findChild<QPushButton*>(QStringLiteral("compareGpusLink"))->click();
  ASSERT_EQ(desk.window.findChildren<GpuCompareDialog*>().size(), 1);
  auto* dialog = desk.dialog<GpuCompareDialog>();
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->findChild<QLineEdit*>(QStringLiteral("firstGpu"))->text(),
            QStringLiteral("NVIDIA GeForce RTX 4070"));
}

TEST(Session, WhatDriversAddComesAfterTheFiles) {
  std::vector<std::optional<std::uint64_t>> told;
  const auto engine = std::make_shared<test::FakeEngine>();
  TrainingSession session([&] { return Result<std::shared_ptr<TrainingEngine>>(engine); }, [] { return one_gpu(); },
                          [](HardwareFacts& facts) { facts.gpus[0].memory_free_bytes = 7; });
  QObject::connect(&session, &TrainingSession::hardware_read,
                   [&] { told.push_back(session.hardware()->gpus[0].memory_free_bytes); });
  session.read_hardware();
  ASSERT_TRUE(QTest::qWaitFor([&] { return told.size() >= 2; }, test::kPatienceMs));
  EXPECT_EQ(told[0], std::nullopt);
  EXPECT_EQ(told[1], std::uint64_t{7});
}

TEST(Session, ARecordedMachinesDriversAreNotAsked) {
  std::atomic<int> asked{0};
  int told = 0;
  const auto engine = std::make_shared<test::FakeEngine>();
  TrainingSession session([&] { return Result<std::shared_ptr<TrainingEngine>>(engine); },
                          [] {
                            HardwareFacts facts = one_gpu();
                            facts.recorded = true;
                            return facts;
                          },
                          [&](HardwareFacts& /*facts*/) { ++asked; });
  QObject::connect(&session, &TrainingSession::hardware_read, [&] { ++told; });
  session.read_hardware();
  session.open_engine();  // the job after it: when it is done, all before it is
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.engine_facts().has_value(); }, test::kPatienceMs));
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace lossline
