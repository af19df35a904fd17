// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hardware_panel.h"

#include <QLabel>
#include <QStringList>
#include <gtest/gtest.h>

#include "core/hardware/gpu_advice.h"

namespace lossline {
namespace {

QStringList texts(const HardwarePanel& panel) {
  QStringList list;
  for (const auto* label : panel.findChildren<QLabel*>()) {
    list << label->text();
  }
  return list;
}

TEST(HardwarePanel, KnowingNothingShowsDashesAndNoZero) {
  HardwarePanel panel;
  panel.show_facts(HardwareFacts(), std::nullopt, {});
  const QStringList shown = texts(panel);
  EXPECT_GE(shown.count(QStringLiteral("–")), 5);
  EXPECT_FALSE(shown.contains(QStringLiteral("0")));
  EXPECT_TRUE(shown.contains(QStringLiteral("No GPU found")));
}

TEST(HardwarePanel, TellsTheProcessorAndItsKinds) {
  HardwareFacts facts;
  facts.cpu.model_name = "13th Gen Intel(R) Core(TM) i7-1360P";
  facts.cpu.physical_cores = 12;
  facts.cpu.logical_threads = 16;
  facts.cpu.usable_threads = 2;
  facts.cpu.core_kinds = {{"P", 4, 8}, {"E", 8, 8}};
  facts.cpu.isa = {"AVX2"};
  facts.cpu.hypervisor = "KVM";
  facts.memory_total_bytes = 16ULL << 30U;
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  const QStringList shown = texts(panel);
  EXPECT_TRUE(shown.contains(QStringLiteral("13th Gen Intel(R) Core(TM) i7-1360P")));
  EXPECT_TRUE(shown.contains(QStringLiteral("12 (4 P + 8 E)")));
  EXPECT_TRUE(shown.contains(QStringLiteral("16")));
  EXPECT_TRUE(shown.contains(QStringLiteral("2")));
  EXPECT_TRUE(shown.contains(QStringLiteral("KVM guest")));
  EXPECT_TRUE(shown.contains(QStringLiteral("16.0 GiB")));
}

TEST(HardwarePanel, OneCardAGpuWithItsReason) {
  HardwareFacts facts;
  GpuFacts first;
  first.name = "GeForce RTX 4070";
  first.vendor = "NVIDIA";
  first.why_not = "no NVIDIA driver is loaded";
  GpuFacts second;
  second.index = 1;
  second.vendor = "Intel";
  facts.gpus = {first, second};
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_EQ(panel.findChildren<QWidget*>(QStringLiteral("graphicsCard")).size(), 2);
  const QStringList shown = texts(panel);
  EXPECT_TRUE(shown.contains(QStringLiteral("GeForce RTX 4070")));
  EXPECT_TRUE(shown.contains(QStringLiteral("no NVIDIA driver is loaded")));
  EXPECT_TRUE(shown.contains(QStringLiteral("Unnamed GPU")));
}

TEST(HardwarePanel, ShowsTheEngineOrWhyThereIsNone) {
  HardwarePanel panel;
  EngineFacts engine;
  engine.torch_version = "1.13.1";
  engine.blas = "OpenBLAS 0.3.21 (openmp)";
  panel.show_facts(HardwareFacts(), engine, {});
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("OpenBLAS 0.3.21 (openmp)")));
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("not in this build")));
  panel.show_facts(HardwareFacts(), std::nullopt, QStringLiteral("the engine is missing"));
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("the engine is missing")));
}

TEST(HardwarePanel, NamesAreTextNeverMarkup) {
  HardwareFacts facts;
  facts.cpu.model_name = "<b>bold</b><img src=x>";
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  bool found = false;
  for (const auto* label : panel.findChildren<QLabel*>()) {
    if (label->text().contains(QStringLiteral("<b>"))) {
      found = true;
      EXPECT_EQ(label->textFormat(), Qt::PlainText);
    }
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace lossline
