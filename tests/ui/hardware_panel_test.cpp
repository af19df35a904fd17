// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hardware_panel.h"

#include <algorithm>

#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <gtest/gtest.h>

#include "core/analysis/progress_text.h"
#include "core/hardware/gpu_advice.h"
#include "tests/ui/tab_order.h"
#include "ui/style/tokens.h"

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

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

HardwareFacts one_gpu(std::optional<std::uint64_t> total, std::optional<std::uint64_t> free) {
  HardwareFacts facts;
  GpuFacts gpu;
  gpu.name = "NVIDIA GeForce RTX 4070 Ti SUPER";
  gpu.vendor = "NVIDIA";
  gpu.generation = "40";
  gpu.architecture = "Ada Lovelace";
  gpu.tier = "70";
  gpu.tier_class = "upper-mid";
  gpu.suffix = "Ti SUPER";
  gpu.memory_total_bytes = total;
  gpu.memory_free_bytes = free;
  facts.gpus = {gpu};
  facts.sources["gpus[0].name"] = {"nvml", "certain"};
  return facts;
}

AskedModel model_of(std::vector<std::int64_t> hidden, OptimizerKind optimizer = OptimizerKind::Sgd) {
  AskedModel model;
  model.spec = {784, std::move(hidden), 10, Activation::Relu};
  model.optimizer = optimizer;
  return model;
}

QString label_text(const HardwarePanel& panel, const char* name) {
  const auto* label = panel.findChild<QLabel*>(QString::fromLatin1(name));
  return label == nullptr || label->isHidden() ? QString() : label->text();
}

TEST(HardwarePanel, SaysWhatTheMemoryMeansForTheNetworkInTheForm) {
  HardwarePanel panel;
  panel.show_facts(one_gpu(12 * kGiB, 8 * kGiB), std::nullopt, {});
  EXPECT_EQ(label_text(panel, "vramAdvice"), QString());
  panel.show_model(model_of({512, 256}));  // 859 912 rows in 8 GiB: see the golden table of vram_advice
  EXPECT_TRUE(label_text(panel, "vramAdvice").contains(QString::fromStdString(count_text(859912))));
  panel.show_model(model_of({512, 256}, OptimizerKind::Adam));
  EXPECT_TRUE(label_text(panel, "vramAdvice").contains(QString::fromStdString(count_text(859454))));
  panel.show_model(model_of({30000, 30000}, OptimizerKind::Adam));
  EXPECT_TRUE(label_text(panel, "vramAdvice").contains(QStringLiteral("parameters fit for inference")));
  panel.show_model(model_of({100000, 100000}));
  EXPECT_TRUE(label_text(panel, "vramAdvice").contains(QStringLiteral("even for inference")));
  panel.show_model(std::nullopt);
  EXPECT_EQ(label_text(panel, "vramAdvice"), QString());
}

TEST(HardwarePanel, TheAdviceOutlivesNewFactsAndNamesItsTerms) {
  HardwarePanel panel;
  panel.show_model(model_of({10}));
  panel.show_facts(one_gpu(12 * kGiB, std::nullopt), std::nullopt, {});
  EXPECT_TRUE(label_text(panel, "vramAdvice").contains(QStringLiteral("nothing else uses the card")));
  panel.show_facts(one_gpu(std::nullopt, std::nullopt), std::nullopt, {});
  EXPECT_EQ(label_text(panel, "vramAdvice"), QString());
  HardwareFacts shared = one_gpu(16 * kGiB, 8 * kGiB);
  shared.gpus[0].memory_shared = true;
  panel.show_facts(shared, std::nullopt, {});
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("VRAM"))->text(), QStringLiteral("shared with the CPU"));
  EXPECT_EQ(label_text(panel, "vramAdvice"), QString());
}

TEST(HardwarePanel, BadgePeakAndSource) {
  HardwareFacts facts = one_gpu(16 * kGiB, 15 * kGiB);
  facts.gpus[0].peak_fp32_gflops = 46080;
  facts.gpus[0].peak_clock = PeakClock{2730, "maximum graphics clock"};
  facts.gpus[0].peak_memory_gb_s = 672.3;
  facts.gpus[0].mig_slices = {"1g.10gb", "3g.40gb"};
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_EQ(label_text(panel, "gpuBadge"), QStringLiteral("40 series · Ada Lovelace · 70 upper-mid · Ti SUPER"));
  const QStringList shown = texts(panel);
  EXPECT_TRUE(shown.contains(QStringLiteral("16.0 GiB, 15.0 GiB free")));
  EXPECT_TRUE(shown.contains(QStringLiteral("46.1 TFLOP/s at 2730\u00a0MHz")));
  EXPECT_TRUE(shown.contains(QStringLiteral("672 GB/s")));
  EXPECT_TRUE(shown.contains(QStringLiteral("1g.10gb, 3g.40gb")));
  EXPECT_TRUE(shown.contains(QStringLiteral("NVIDIA's driver")));
  EXPECT_LT(shown.indexOf(QStringLiteral("VRAM")), shown.indexOf(QStringLiteral("Compute capability")));
}

TEST(HardwarePanel, AnArchitectureThatNothingDecidesIsNamedAsOpen) {
  HardwareFacts facts = one_gpu(std::nullopt, std::nullopt);
  facts.gpus[0].architecture.reset();
  facts.gpus[0].architecture_candidates = {"Fermi", "Kepler"};
  facts.cpu.unknown_cores = "unknown (family 26, model 0xF0)";
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("one of Fermi or Kepler")));
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("unknown (family 26, model 0xF0)")));
  facts.gpus[0].architecture_candidates.clear();
  panel.show_facts(facts, std::nullopt, {});
  const auto* architecture = panel.findChild<QLabel*>(QStringLiteral("Architecture"));
  ASSERT_NE(architecture, nullptr);
  EXPECT_EQ(architecture->text(), QStringLiteral("–"));
  EXPECT_FALSE(architecture->toolTip().isEmpty());
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("Peak FP32"))->text(), QStringLiteral("–"));
}

TEST(HardwarePanel, HostileNamesDoNotWidenIt) {
  HardwareFacts facts = one_gpu(16 * kGiB, 15 * kGiB);
  HardwarePanel plain;
  plain.show_facts(facts, std::nullopt, {});
  for (const std::string& name : {std::string(10000, 'x'), std::string("<table width=9999><tr><td>x</td></tr></table>"),
                                  std::string("\xff\xfe\x01\x1b[31m")}) {
    facts.cpu.model_name = name;
    facts.gpus[0].name = name;
    facts.gpus[0].suffix = name;
    facts.gpus[0].why_not = name;
    facts.gpus[0].driver = name;
    EngineFacts engine;
    engine.torch_version = engine.blas = name;
    engine.cuda.built_version = engine.cuda.cudnn_version = name;
    HardwarePanel panel;
    panel.show_facts(facts, engine, {});
    EXPECT_LE(panel.minimumSizeHint().width(), std::max(plain.minimumSizeHint().width(), SpaceTokens::kRightColumn));
    panel.show_facts(facts, std::nullopt, name.size() > 100 ? QString(10000, QLatin1Char('y')) : QString());
    EXPECT_LE(panel.minimumSizeHint().width(), std::max(plain.minimumSizeHint().width(), SpaceTokens::kRightColumn));
  }
}

TEST(HardwarePanel, LinksAskForTheirPages) {
  HardwarePanel panel;
  panel.show_facts(HardwareFacts(), std::nullopt, {});
  int why = 0, compare = 0;
  QObject::connect(&panel, &HardwarePanel::why_asked, [&] { ++why; });
  QObject::connect(&panel, &HardwarePanel::compare_asked, [&] { ++compare; });
  panel.findChild<QPushButton*>(QStringLiteral("whyNoGpuLink"))->click();
  panel.findChild<QPushButton*>(QStringLiteral("compareGpusLink"))->click();
  EXPECT_EQ(why, 1);
  EXPECT_EQ(compare, 1);
}

TEST(HardwarePanel, ShowsSixteenOfManyGpusAndCountsTheRest) {
  HardwareFacts facts = one_gpu(16 * kGiB, 15 * kGiB);
  facts.gpus.resize(16, facts.gpus[0]);
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_EQ(panel.findChildren<GpuCard*>().size(), 16);
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("moreGpus")), nullptr);
  facts.gpus.resize(256, facts.gpus[0]);
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_EQ(panel.findChildren<GpuCard*>().size(), 16);
  EXPECT_EQ(label_text(panel, "moreGpus"), QStringLiteral("and 240 more: lossline-cli hardware lists them"));
}

TEST(HardwarePanel, DoesNotCallAnUnseenBusAMachineWithoutGpus) {
  HardwareFacts facts;
  facts.pci_unseen = "The PCI devices could not be looked at (there), so a GPU may be here unseen.";
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_FALSE(texts(panel).contains(QStringLiteral("No GPU found")));
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("GPUs unknown")));
}

TEST(HardwarePanel, CountsEqualSlices) {
  HardwareFacts facts = one_gpu(16 * kGiB, 15 * kGiB);
  facts.gpus[0].mig_slices.assign(64, "unknown slice");
  HardwarePanel panel;
  panel.show_facts(facts, std::nullopt, {});
  EXPECT_TRUE(texts(panel).contains(QStringLiteral("64 \u00d7 unknown slice")));
}

TEST(HardwarePanel, TabReachesItsLinksInReadingOrder) {
  HardwarePanel panel;
  panel.show_facts(one_gpu(16 * kGiB, 15 * kGiB), std::nullopt, {});
  test::expect_tab_in_reading_order(panel, {"whyNoGpuLink", "compareGpusLink"});
}

}  // namespace
}  // namespace lossline
