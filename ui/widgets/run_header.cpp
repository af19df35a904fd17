// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/run_header.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

constexpr int kBarSteps = 1000;

QString of_total(std::uint64_t total) {
  return QStringLiteral("/ ") + from_utf8(count_text(total));
}

int bar_value(std::uint64_t done, std::uint64_t total) {
  return total == 0 ? 0 : static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kBarSteps);
}

}  // namespace

RunHeader::RunHeader(QWidget* parent)
    : QWidget(parent),
      epoch_(new Figure(tr("Epoch"), QStringLiteral("20 000 / 20 0"), QStringLiteral("epochFigure"), this)),
      loss_(new Figure(tr("Loss"), QStringLiteral("0.0000"), QStringLiteral("lossFigure"), this)),
      accuracy_(new Figure(tr("Test accuracy"), QStringLiteral("100 %00"), QStringLiteral("accuracyFigure"), this)),
      speed_(new Figure(tr("Speed"), QStringLiteral("100 000 epoch"), QStringLiteral("speedFigure"), this)),
      elapsed_(new Figure(tr("Elapsed"), QStringLiteral("0.0 s 0.0 s l"), QStringLiteral("elapsedFigure"), this)),
      bar_(new QProgressBar(this)) {
  auto* line = new QHBoxLayout;
  line->setSpacing(18);
  for (Figure* figure : {epoch_, loss_, accuracy_, speed_, elapsed_}) {
    line->addWidget(figure);
  }
  line->addStretch();
  bar_->setObjectName(QStringLiteral("progressBar"));
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the run"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addLayout(line);
  column->addWidget(bar_);
  clear();
}

void RunHeader::clear() {
  for (Figure* figure : {epoch_, loss_, accuracy_, speed_, elapsed_}) {
    figure->set({});
  }
  bar_->setValue(0);
}

void RunHeader::show_figures(const LiveFigures& figures) {
  epoch_->set(from_utf8(count_text(figures.epoch)), of_total(figures.epochs));
  loss_->set(figures.last_loss ? from_utf8(loss_text(*figures.last_loss)) : QString());
  accuracy_->set({});  // measured once, on the final weights
  speed_->set(figures.epochs_per_s ? from_utf8(rate_text(*figures.epochs_per_s)) : QString(),
              figures.epochs_per_s ? tr("epochs/s") : QString());
  elapsed_->set(from_utf8(duration_text(figures.elapsed_s)),
                figures.left_s ? tr("%1 left").arg(from_utf8(duration_text(*figures.left_s))) : QString());
  bar_->setValue(bar_value(figures.epoch, figures.epochs));
}

void RunHeader::show_record(const RunRecord& record) {
  const Summary& summary = record.summary;
  epoch_->set(from_utf8(count_text(summary.epochs_done)), of_total(record.config.epochs));
  loss_->set(summary.last_loss ? from_utf8(loss_text(*summary.last_loss)) : QString());
  accuracy_->set(summary.test_accuracy ? from_utf8(percent_text(*summary.test_accuracy)) : QString());
  speed_->set(summary.epochs_per_s ? from_utf8(rate_text(*summary.epochs_per_s)) : QString(),
              summary.epochs_per_s ? tr("epochs/s") : QString());
  elapsed_->set(from_utf8(duration_text(summary.train_seconds)));
  bar_->setValue(bar_value(summary.epochs_done, record.config.epochs));
}

}  // namespace lossline
