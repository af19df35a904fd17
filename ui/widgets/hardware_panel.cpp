// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hardware_panel.h"

#include <algorithm>

#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "core/hardware/gpu_advice.h"
#include "ui/style/application_style.h"
#include "ui/widgets/card.h"
#include "ui/widgets/flow_layout.h"

namespace lossline {
namespace {

QString from_utf8(const std::string& text) {
  return QString::fromStdString(text);
}

QString text_or_empty(const std::optional<std::string>& text) {
  return text ? from_utf8(*text) : QString();
}

QString number_or_empty(const std::optional<int>& number) {
  return number ? QString::number(*number) : QString();
}

QLabel* wrapped(const QString& text, const char* role, QWidget* parent) {
  QLabel* label = make_label(text, role, parent);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);  // names come from devices and files
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

void add_badges(Card* card, const QStringList& badges) {
  if (badges.isEmpty()) {
    return;
  }
  auto* holder = new QWidget(card);
  constexpr int kGap = 5;
  auto* flow = new FlowLayout(kGap, holder);
  for (const QString& badge : badges) {
    flow->addWidget(make_label(badge, "badge", holder));
  }
  QSizePolicy policy = holder->sizePolicy();
  policy.setHeightForWidth(true);
  holder->setSizePolicy(policy);
  card->body()->addWidget(holder);
}

}  // namespace

HardwarePanel::HardwarePanel(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("hardwarePanel"));
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(SpaceTokens::kGap);
  show_facts(std::nullopt, std::nullopt, {});
}

void HardwarePanel::show_facts(const std::optional<HardwareFacts>& facts, const std::optional<EngineFacts>& engine,
                               const QString& engine_error) {
  while (QLayoutItem* item = column_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  // Until the machine has been read the cards stand there with dashes, so that nothing jumps when the facts come.
  const HardwareFacts shown = facts.value_or(HardwareFacts());
  add_processor(shown, facts.has_value());
  add_memory(shown);
  if (facts) {
    add_graphics(shown);
  }
  add_library(engine, engine_error);
  column_->addStretch();
}

void HardwarePanel::add_processor(const HardwareFacts& facts, bool read) {
  const CpuFacts& cpu = facts.cpu;
  auto* card = new Card(tr("Processor"), this);
  card->setObjectName(QStringLiteral("processorCard"));
  const QString unnamed = read ? tr("Unknown processor") : tr("Reading…");
  card->body()->addWidget(wrapped(cpu.model_name ? from_utf8(*cpu.model_name) : unnamed, "name", card));
  QStringList badges;
  if (cpu.microarchitecture) {
    badges << from_utf8(*cpu.microarchitecture);
  }
  // The widest vector level says what the machine can do; the ones below it are implied.
  for (const char* level : {"AMX", "AVX-512", "AVX2", "AVX", "SVE2", "SVE", "NEON"}) {
    if (std::find(cpu.isa.begin(), cpu.isa.end(), level) != cpu.isa.end()) {
      badges << QString::fromLatin1(level);
      break;
    }
  }
  if (cpu.hypervisor) {
    badges << tr("%1 guest").arg(from_utf8(*cpu.hypervisor));
  }
  add_badges(card, badges);
  auto* rows = new FactRows(card);
  QString cores = number_or_empty(cpu.physical_cores);
  QStringList kinds;
  for (const CoreKind& kind : cpu.core_kinds) {
    kinds << QStringLiteral("%1 %2").arg(kind.cores).arg(from_utf8(kind.kind));
  }
  if (kinds.size() > 1) {
    cores += QStringLiteral(" (%1)").arg(kinds.join(QStringLiteral(" + ")));
  }
  rows->set(tr("Cores"), cores);
  rows->set(tr("Threads"), number_or_empty(cpu.logical_threads));
  rows->set(tr("Usable here"), number_or_empty(cpu.usable_threads),
            tr("Threads this program may really use: its affinity mask and the limits of its control group"));
  if (const auto l3 = cpu.caches_bytes.find("L3"); l3 != cpu.caches_bytes.end()) {
    rows->set(tr("L3 cache"), from_utf8(bytes_text(l3->second)));
  }
  card->body()->addWidget(rows);
  column_->addWidget(card);
}

void HardwarePanel::add_memory(const HardwareFacts& facts) {
  auto* card = new Card(tr("Memory"), this);
  card->setObjectName(QStringLiteral("memoryCard"));
  auto* rows = new FactRows(card);
  rows->set(tr("Installed"), facts.memory_total_bytes ? from_utf8(bytes_text(*facts.memory_total_bytes)) : QString());
  rows->set(tr("Available"),
            facts.memory_available_bytes ? from_utf8(bytes_text(*facts.memory_available_bytes)) : QString(),
            tr("When the machine was read"));
  card->body()->addWidget(rows);
  column_->addWidget(card);
}

void HardwarePanel::add_graphics(const HardwareFacts& facts) {
  const std::optional<std::string> why_not = why_no_gpu(facts);
  if (facts.gpus.empty()) {
    auto* card = new Card(tr("Graphics"), this);
    card->setObjectName(QStringLiteral("graphicsCard"));
    card->body()->addWidget(wrapped(tr("No GPU found"), "name", card));
    if (why_not) {
      card->body()->addWidget(wrapped(from_utf8(*why_not), "hint", card));
    }
    column_->addWidget(card);
    return;
  }
  for (const GpuFacts& gpu : facts.gpus) {
    auto* card = new Card(facts.gpus.size() > 1 ? tr("Graphics %1").arg(gpu.index) : tr("Graphics"), this);
    card->setObjectName(QStringLiteral("graphicsCard"));
    card->body()->addWidget(wrapped(gpu.name ? from_utf8(*gpu.name) : tr("Unnamed GPU"), "name", card));
    QStringList badges;
    for (const auto& fact : {gpu.vendor, gpu.architecture, gpu.suffix}) {
      if (fact) {
        badges << from_utf8(*fact);
      }
    }
    add_badges(card, badges);
    auto* rows = new FactRows(card);
    rows->set(tr("VRAM"), gpu.memory_total_bytes ? from_utf8(bytes_text(*gpu.memory_total_bytes)) : QString());
    rows->set(tr("Compute capability"), text_or_empty(gpu.compute_capability));
    rows->set(tr("Driver"), text_or_empty(gpu.driver));
    card->body()->addWidget(rows);
    if (!gpu.usable && gpu.why_not) {
      card->body()->addWidget(wrapped(from_utf8(*gpu.why_not), "hint", card));
    }
    column_->addWidget(card);
  }
}

void HardwarePanel::add_library(const std::optional<EngineFacts>& engine, const QString& engine_error) {
  auto* card = new Card(tr("Training engine"), this);
  card->setObjectName(QStringLiteral("engineCard"));
  if (!engine_error.isEmpty()) {
    card->body()->addWidget(wrapped(engine_error, "fault", card));
  } else if (!engine) {
    card->body()->addWidget(wrapped(tr("Opens in a moment"), "hint", card));
  } else {
    auto* rows = new FactRows(card);
    rows->set(tr("LibTorch"), from_utf8(engine->torch_version));
    rows->set(tr("BLAS"), from_utf8(engine->blas));
    rows->set(tr("CUDA"),
              engine->cuda.built_version ? from_utf8(*engine->cuda.built_version) : tr("not in this build"));
    if (engine->cuda.cudnn_version) {
      rows->set(tr("cuDNN"), from_utf8(*engine->cuda.cudnn_version));
    }
    card->body()->addWidget(rows);
  }
  column_->addWidget(card);
}

}  // namespace lossline
