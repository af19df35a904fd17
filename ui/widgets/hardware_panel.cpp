// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/hardware_panel.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/hardware/gpu_advice.h"
#include "ui/style/application_style.h"
#include "ui/widgets/card.h"
#include "ui/widgets/cpu_card.h"
#include "ui/widgets/fact_text.h"
#include "ui/widgets/live_meters.h"

namespace lossline {
namespace {

constexpr std::size_t kMostGpuCards = 16;  // more than any one machine of today; hundreds would hold the window

QPushButton* make_link(const QString& text, const char* object_name, QWidget* parent) {
  auto* link = new QPushButton(text, parent);
  link->setObjectName(QString::fromLatin1(object_name));
  link->setProperty("role", QStringLiteral("link"));
  link->setCursor(Qt::PointingHandCursor);
  link->setFlat(true);
  return link;
}

}  // namespace

HardwarePanel::HardwarePanel(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("hardwarePanel"));
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(SpaceTokens::kGap);
  show_facts(std::nullopt, std::nullopt, {});
}

void HardwarePanel::clear() {
  while (QLayoutItem* item = column_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  gpus_.clear();
  gpu_meters_.clear();
}

void HardwarePanel::show_facts(const std::optional<HardwareFacts>& facts, const std::optional<EngineFacts>& engine,
                               const QString& engine_error) {
  clear();
  // Until the machine has been read the cards stand there with dashes, so that nothing jumps when the facts come.
  const HardwareFacts shown = facts.value_or(HardwareFacts());
  auto* cpu = new CpuCard(shown, facts.has_value(), this);
  cpu_meters_ = new CpuMeters(cpu);
  cpu->body()->addWidget(cpu_meters_);
  column_->addWidget(cpu);
  auto* memory = new MemoryCard(shown, this);
  memory_meter_ = new MemoryMeter(memory);
  memory->body()->addWidget(memory_meter_);
  column_->addWidget(memory);
  if (facts) {
    add_graphics(shown);
    add_links(shown);
  }
  add_library(engine, engine_error);
  column_->addStretch();
  show_model(model_);
  show_readings(readings_);
  if (isVisible()) {  // a layout shows what it is given only when the loop turns again: the panel would blink
    for (int i = 0; i < column_->count(); ++i) {
      if (QWidget* widget = column_->itemAt(i)->widget()) {
        widget->show();
      }
    }
    column_->activate();
  }
}

void HardwarePanel::add_graphics(const HardwareFacts& facts) {
  if (facts.gpus.empty()) {
    auto* card = new Card(tr("Graphics"), this);
    card->setObjectName(QStringLiteral("graphicsCard"));
    card->body()->addWidget(wrapped_label(facts.pci_unseen ? tr("GPUs unknown") : tr("No GPU found"), "name", card));
    if (const std::optional<std::string> why_not = why_no_gpu(facts)) {
      card->body()->addWidget(wrapped_label(from_utf8(*why_not), "hint", card));
    }
    column_->addWidget(card);
    return;
  }
  const std::size_t shown = std::min(facts.gpus.size(), kMostGpuCards);
  for (std::size_t i = 0; i < shown; ++i) {
    const GpuFacts& gpu = facts.gpus[i];
    auto* card = new GpuCard(gpu, facts, this);
    auto* meters = new GpuMeters(gpu.index, card);
    card->body()->addWidget(meters);
    column_->addWidget(card);
    gpus_.push_back(card);
    gpu_meters_.push_back(meters);
  }
  if (shown < facts.gpus.size()) {
    QLabel* more =
        wrapped_label(tr("and %1 more: lossline-cli hardware lists them").arg(facts.gpus.size() - shown), "hint", this);
    more->setObjectName(QStringLiteral("moreGpus"));
    column_->addWidget(more);
  }
}

void HardwarePanel::add_links(const HardwareFacts& facts) {
  if (why_no_gpu(facts)) {
    QPushButton* why = make_link(tr("Why can't I use my GPU?"), "whyNoGpuLink", this);
    connect(why, &QPushButton::clicked, this, &HardwarePanel::why_asked);
    column_->addWidget(why, 0, Qt::AlignLeft);
  }
  QPushButton* compare = make_link(tr("Compare two GPUs by name…"), "compareGpusLink", this);
  connect(compare, &QPushButton::clicked, this, &HardwarePanel::compare_asked);
  column_->addWidget(compare, 0, Qt::AlignLeft);
}

void HardwarePanel::add_library(const std::optional<EngineFacts>& engine, const QString& engine_error) {
  auto* card = new Card(tr("Training engine"), this);
  card->setObjectName(QStringLiteral("engineCard"));
  if (!engine_error.isEmpty()) {
    card->body()->addWidget(wrapped_label(engine_error, "fault", card));
  } else if (!engine) {
    card->body()->addWidget(wrapped_label(tr("Opens in a moment"), "hint", card));
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

void HardwarePanel::show_model(const std::optional<AskedModel>& model) {
  model_ = model;
  for (GpuCard* card : gpus_) {
    card->show_model(model_);
  }
}

void HardwarePanel::show_readings(const LiveReadings& readings) {
  readings_ = readings;
  cpu_meters_->show_readings(readings_);
  memory_meter_->show_readings(readings_);
  for (GpuMeters* meters : gpu_meters_) {
    meters->show_readings(readings_);
  }
}

}  // namespace lossline
