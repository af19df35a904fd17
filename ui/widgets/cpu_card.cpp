// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cpu_card.h"

#include <algorithm>

#include <QLabel>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "core/hardware/names/cpu_name.h"
#include "ui/style/application_style.h"
#include "ui/widgets/fact_text.h"
#include "ui/widgets/flow_layout.h"

namespace lossline {
namespace {

void add_badges(Card* card, const QStringList& badges) {
  if (badges.isEmpty()) {
    return;
  }
  auto* holder = new QWidget(card);
  constexpr int kGap = 5;
  auto* flow = new FlowLayout(kGap, holder);
  for (const QString& badge : badges) {
    QLabel* label = make_label(badge, "badge", holder);
    label->setTextFormat(Qt::PlainText);
    flow->addWidget(label);
  }
  QSizePolicy policy = holder->sizePolicy();
  policy.setHeightForWidth(true);
  holder->setSizePolicy(policy);
  card->body()->addWidget(holder);
}

QString cores_text(const CpuFacts& cpu) {
  QString cores = number_or_empty(cpu.physical_cores);
  QStringList kinds;
  for (const CoreKind& kind : cpu.core_kinds) {
    kinds << QStringLiteral("%1 %2").arg(kind.cores).arg(from_utf8(kind.kind));
  }
  if (kinds.size() > 1) {
    cores += QStringLiteral(" (%1)").arg(kinds.join(QStringLiteral(" + ")));
  }
  return cores;
}

/// "48 KiB · 1.0 MiB · 32.0 MiB" of those that are told.
QString caches_text(const CpuFacts& cpu) {
  QStringList parts;
  for (const char* level : {"L1d", "L2", "L3"}) {
    if (const auto found = cpu.caches_bytes.find(level); found != cpu.caches_bytes.end()) {
      parts << from_utf8(bytes_text(found->second));
    }
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

CpuCard::CpuCard(const HardwareFacts& facts, bool read, QWidget* parent) : Card(tr("Processor"), parent) {
  setObjectName(QStringLiteral("processorCard"));
  const CpuFacts& cpu = facts.cpu;
  const QString unnamed = read ? tr("Unknown processor") : tr("Reading…");
  QLabel* name = wrapped_label(cpu.model_name ? from_utf8(*cpu.model_name) : unnamed, "name", this);
  name->setToolTip(source_tip(facts, "cpu.model_name"));
  body()->addWidget(name);
  if (const auto architecture = architecture_text(cpu)) {
    QLabel* label = wrapped_label(from_utf8(*architecture), "label", this);
    label->setToolTip(source_tip(facts, "cpu.microarchitecture"));
    body()->addWidget(label);
  }
  QStringList badges;
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
  add_badges(this, badges);

  auto* rows = new FactRows(this);
  rows->set(tr("Cores"), cores_text(cpu), source_tip(facts, "cpu.physical_cores"));
  rows->set(tr("Threads"), number_or_empty(cpu.logical_threads), source_tip(facts, "cpu.logical_threads"));
  rows->set(tr("Usable here"), number_or_empty(cpu.usable_threads),
            tr("Threads this program may really use: its affinity mask and the limits of its control group"));
  if (const QString caches = caches_text(cpu); !caches.isEmpty()) {
    rows->set(tr("Caches"), caches, tr("Level 1 data, level 2 and level 3 cache, as one core sees them"));
  }
  if (cpu.peak_fp32_gflops) {
    rows->set(tr("Peak FP32"), tr("%1 GFLOP/s").arg(*cpu.peak_fp32_gflops, 0, 'f', 0),
              source_tip(facts, "cpu.peak_fp32_gflops"));
  }
  if (cpu.peak_memory_gb_s) {
    rows->set(tr("Bandwidth"), tr("%1 GB/s").arg(*cpu.peak_memory_gb_s, 0, 'f', 1),
              source_tip(facts, "cpu.peak_memory_gb_s"));
  }
  body()->addWidget(rows);
}

MemoryCard::MemoryCard(const HardwareFacts& facts, QWidget* parent) : Card(tr("Memory"), parent) {
  setObjectName(QStringLiteral("memoryCard"));
  auto* rows = new FactRows(this);
  rows->set(tr("Installed"), facts.memory_total_bytes ? from_utf8(bytes_text(*facts.memory_total_bytes)) : QString(),
            source_tip(facts, "memory_total_bytes"));
  rows->set(tr("Available"),
            facts.memory_available_bytes ? from_utf8(bytes_text(*facts.memory_available_bytes)) : QString(),
            tr("When the machine was read"));
  body()->addWidget(rows);
}

}  // namespace lossline
