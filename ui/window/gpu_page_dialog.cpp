// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/gpu_page_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/hardware/gpu_page.h"
#include "ui/style/application_style.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_text.h"

namespace lossline {

GpuPageDialog::GpuPageDialog(QWidget* parent) : QDialog(parent), copied_(make_label({}, "hint", this)) {
  setObjectName(QStringLiteral("gpuPageDialog"));
  setWindowTitle(tr("Why can't I use my GPU?"));
  auto* content = new QWidget(this);
  content->setProperty("role", QStringLiteral("column"));
  blocks_ = new QVBoxLayout(content);
  blocks_->setContentsMargins(0, 0, 0, 0);
  blocks_->setSpacing(SpaceTokens::kGap);
  auto* area = new QScrollArea(this);
  area->setWidget(content);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  auto* copy = new QPushButton(tr("&Copy details"), this);
  copy->setObjectName(QStringLiteral("copyDetails"));
  copy->setToolTip(tr("Versions and hardware as text, without serial numbers, host or user names"));
  connect(copy, &QPushButton::clicked, this, &GpuPageDialog::copy_details);
  auto* close = new QPushButton(tr("C&lose"), this);
  close->setObjectName(QStringLiteral("closePage"));
  close->setDefault(true);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(copy);
  buttons->addWidget(copied_, 1);
  buttons->addWidget(close);

  auto* column = new QVBoxLayout(this);
  constexpr int kMargin = 14;
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(SpaceTokens::kGap);
  column->addWidget(area, 1);
  column->addLayout(buttons);
  constexpr QSize kSize(560, 420), kSmallest(420, 280);
  setMinimumSize(kSmallest);
  resize(kSize);
}

void GpuPageDialog::show_facts(const HardwareFacts& facts, const ProgramDetails& program) {
  while (QLayoutItem* item = blocks_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const std::vector<GpuObstacle> obstacles = gpu_obstacles(facts, program.visible_devices);
  for (const GpuObstacle& obstacle : obstacles) {
    add_block(from_utf8(obstacle.title), from_utf8(obstacle.what), from_utf8(obstacle.next_step));
  }
  if (obstacles.empty()) {
    QStringList names;
    for (const GpuFacts& gpu : facts.gpus) {
      if (gpu.usable) {
        names << (gpu.name ? from_utf8(*gpu.name) : tr("a GPU without a name"));
      }
    }
    add_block(tr("Nothing stands in the way"),
              names.isEmpty() ? tr("CUDA works on this machine.")
                              : tr("Lossline can train on: %1.").arg(names.join(QStringLiteral(", "))),
              tr("Press Train on GPU."));
  }
  blocks_->addStretch();
  details_ = from_utf8(details_text(facts, program));
  copied_->clear();  // what lies on the clipboard is of older facts
}

void GpuPageDialog::add_block(const QString& title, const QString& what, const QString& next_step) {
  auto* card = new Card({}, this);
  card->setObjectName(QStringLiteral("obstacle"));
  card->body()->addWidget(wrapped_label(title, "name", card));
  if (!what.isEmpty()) {
    card->body()->addWidget(wrapped_label(what, "text", card));
  }
  if (!next_step.isEmpty()) {
    card->body()->addSpacing(2);
    card->body()->addWidget(make_label(tr("What to do"), "heading", card));
    card->body()->addWidget(wrapped_label(next_step, "text", card));
  }
  blocks_->addWidget(card);
}

void GpuPageDialog::copy_details() {
  QGuiApplication::clipboard()->setText(details_);
  copied_->setText(tr("Copied"));
}

}  // namespace lossline
