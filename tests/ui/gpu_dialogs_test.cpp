// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <gtest/gtest.h>

#include "core/hardware/gpu_advice.h"
#include "core/hardware/gpu_page.h"
#include "tests/ui/tab_order.h"
#include "ui/window/gpu_compare_dialog.h"
#include "ui/window/gpu_page_dialog.h"

namespace lossline {
namespace {

/// All text of a window, without the places where long words may break.
QString text_of(const QWidget& widget) {
  QStringList list;
  for (const auto* label : widget.findChildren<QLabel*>()) {
    list << label->text();
  }
  return list.join(QLatin1Char('\n')).remove(QChar(0x200B));
}

HardwareFacts nvidia_without_driver() {
  HardwareFacts facts;
  GpuFacts gpu;
  gpu.name = "NVIDIA GeForce RTX 4070";
  gpu.vendor = "NVIDIA";
  facts.gpus = {gpu};
  explain_unasked_gpus(facts);
  return facts;
}

ProgramDetails details() {
  ProgramDetails program;
  program.lossline_version = "0.1.0";
  program.os = "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64";
  program.home = "/srv/people/somebody";
  return program;
}

/// No label is lower than its wrapped text needs.
void expect_nothing_clipped(const QWidget& widget) {
  for (const auto* label : widget.findChildren<QLabel*>()) {
    if (label->wordWrap() && label->isVisible()) {
      EXPECT_GE(label->height(), label->heightForWidth(label->width())) << label->text().toStdString();
    }
  }
}

TEST(GpuPageDialog, TellsEveryObstacleWithItsNextStep) {
  std::vector<HardwareFacts> machines = {HardwareFacts(), nvidia_without_driver()};
  machines.push_back(nvidia_without_driver());
  machines.back().gpus[0].driver = "nouveau";
  explain_unasked_gpus(machines.back());
  machines.push_back(nvidia_without_driver());
  machines.back().gpus[0].driver = "nvidia";
  machines.back().nvml.state = NvmlFacts::State::VersionMismatch;
  machines.push_back(nvidia_without_driver());
  machines.back().gpus[0].vendor = "AMD";
  for (const HardwareFacts& facts : machines) {
    GpuPageDialog page;
    page.show_facts(facts, details());
    page.show();
    QCoreApplication::processEvents();
    const QString shown = text_of(page);
    const std::vector<GpuObstacle> obstacles = gpu_obstacles(facts);
    ASSERT_FALSE(obstacles.empty());
    for (const GpuObstacle& obstacle : obstacles) {
      EXPECT_TRUE(shown.contains(QString::fromStdString(obstacle.title))) << obstacle.title;
      EXPECT_TRUE(shown.contains(QString::fromStdString(obstacle.what))) << obstacle.what;
      EXPECT_TRUE(shown.contains(QString::fromStdString(obstacle.next_step))) << obstacle.next_step;
    }
    expect_nothing_clipped(page);
  }
}

TEST(GpuPageDialog, FollowsNewFactsAndSaysWhenAllIsWell) {
  GpuPageDialog page;
  page.show_facts(nvidia_without_driver(), details());
  const QString before = text_of(page);
  HardwareFacts well = nvidia_without_driver();
  well.gpus[0].driver = "nvidia";
  CudaFacts cuda;
  cuda.built_version = "12.4";
  cuda.is_available = true;
  cuda.device_count = 1;
  cuda.current_device = 0;
  merge_cuda(well, cuda);
  page.show_facts(well, details());
  EXPECT_NE(text_of(page), before);
  EXPECT_TRUE(text_of(page).contains(QStringLiteral("NVIDIA GeForce RTX 4070")));
  EXPECT_TRUE(text_of(page).contains(QStringLiteral("Nothing stands in the way")));
}

TEST(GpuPageDialog, CopiesDetailsWithoutNamesOfPeople) {
  HardwareFacts facts = nvidia_without_driver();
  CudaFacts cuda;
  cuda.why_not = "/srv/people/somebody/libtorch has no CUDA";
  merge_cuda(facts, cuda);
  GpuPageDialog page;
  page.show_facts(facts, details());
  QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("copyDetails")), Qt::LeftButton);
  const QString copied = QApplication::clipboard()->text();
  EXPECT_TRUE(copied.contains(QStringLiteral("Debian GNU/Linux 12")));
  EXPECT_TRUE(copied.contains(QStringLiteral("NVIDIA GeForce RTX 4070")));
  EXPECT_FALSE(copied.contains(QStringLiteral("somebody")));
  EXPECT_TRUE(text_of(page).contains(QStringLiteral("Copied")));
  page.show_facts(facts, details());
  EXPECT_FALSE(text_of(page).contains(QStringLiteral("Copied"))) << "of older facts";
}

TEST(GpuPageDialog, ClosesByButtonAndEscape) {
  GpuPageDialog page;
  page.show_facts(HardwareFacts(), details());
  page.show();
  QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("closePage")), Qt::LeftButton);
  EXPECT_FALSE(page.isVisible());
  page.show();
  QTest::keyClick(&page, Qt::Key_Escape);
  EXPECT_FALSE(page.isVisible());
}

TEST(GpuPageDialog, TabReachesItsControlsInReadingOrder) {
  GpuPageDialog page;
  page.show_facts(nvidia_without_driver(), details());
  test::expect_tab_in_reading_order(page, {"copyDetails", "closePage"});
}

TEST(GpuCompareDialog, TabReachesItsControlsInReadingOrderAndEscapeCloses) {
  GpuCompareDialog dialog(QStringLiteral("NVIDIA GeForce RTX 3070 Ti"));
  test::expect_tab_in_reading_order(dialog, {"firstGpu", "secondGpu", "closeComparison"});
  QTest::keyClick(&dialog, Qt::Key_Escape);
  EXPECT_FALSE(dialog.isVisible());
}

TEST(GpuCompareDialog, ShowsBothNamesAsTheyAreTyped) {
  GpuCompareDialog dialog(QStringLiteral("NVIDIA GeForce RTX 3070 Ti"));
  EXPECT_EQ(dialog.findChild<QLineEdit*>(QStringLiteral("firstGpu"))->text(),
            QStringLiteral("NVIDIA GeForce RTX 3070 Ti"));
  EXPECT_TRUE(text_of(dialog).contains(QStringLiteral("Type the names of two GPUs")));
  dialog.show();
  QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("secondGpu")), QStringLiteral("RTX 4060"));
  const QString shown = text_of(dialog);
  for (const char* part : {"Ampere", "Ada Lovelace", "70 (upper-mid)", "60 (mainstream)", "608 GB/s", "272 GB/s",
                           "A name is not a measurement"}) {
    EXPECT_TRUE(shown.contains(QString::fromLatin1(part))) << part;
  }
  QCoreApplication::processEvents();
  expect_nothing_clipped(dialog);
}

TEST(GpuCompareDialog, TakesAnythingForAName) {
  GpuCompareDialog dialog(QString{});
  dialog.show();
  QCoreApplication::processEvents();
  const QSize size = dialog.size();
  auto* first = dialog.findChild<QLineEdit*>(QStringLiteral("firstGpu"));
  auto* second = dialog.findChild<QLineEdit*>(QStringLiteral("secondGpu"));
  second->setText(QStringLiteral("RTX 4060"));
  for (const QString& text : {QString(10000, QLatin1Char('x')), QStringLiteral("<img src=x><b>RTX 4090</b>"),
                              QStringLiteral("\x1b[31m\u202eRTX"), QStringLiteral("N/A"), QString(QChar(0xD800))}) {
    first->setText(text);
    QCoreApplication::processEvents();
    EXPECT_EQ(dialog.size(), size);
    EXPECT_TRUE(text_of(dialog).contains(QStringLiteral("Ada Lovelace")));
    for (const auto* label : dialog.findChildren<QLabel*>()) {
      if (label->text().contains(QLatin1Char('<'))) {
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
      }
    }
  }
  EXPECT_TRUE(text_of(dialog).contains(QStringLiteral("The first name is none of a GPU")));
}

}  // namespace
}  // namespace lossline
