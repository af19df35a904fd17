// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/gpu_compare_dialog.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/hardware/names/gpu_comparison.h"
#include "core/hardware/names/gpu_reference.h"
#include "ui/style/application_style.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

constexpr int kMostTyped = 10000;

QLineEdit* name_field(const char* object_name, const QString& accessible, const QString& example, QWidget* parent) {
  auto* field = new QLineEdit(parent);
  field->setObjectName(QString::fromLatin1(object_name));
  field->setAccessibleName(accessible);
  field->setPlaceholderText(example);
  field->setMaxLength(kMostTyped);
  return field;
}

}  // namespace

GpuCompareDialog::GpuCompareDialog(const QString& own_gpu, QWidget* parent)
    : QDialog(parent),
      first_(name_field("firstGpu", tr("First GPU"), QStringLiteral("RTX 3070 Ti"), this)),
      second_(name_field("secondGpu", tr("Second GPU"), QStringLiteral("RTX 4060"), this)),
      order_(wrapped_label({}, "text", this)) {
  setObjectName(QStringLiteral("gpuCompareDialog"));
  setWindowTitle(tr("Compare two GPUs by name"));
  order_->setObjectName(QStringLiteral("order"));

  auto* card = new Card({}, this);
  grid_ = new QGridLayout;
  constexpr int kGap = 12, kLabel = 90;
  grid_->setHorizontalSpacing(kGap);
  grid_->setVerticalSpacing(SpaceTokens::kRowGap);
  grid_->setColumnMinimumWidth(0, kLabel);
  grid_->setColumnStretch(1, 1);
  grid_->setColumnStretch(2, 1);
  grid_->addWidget(make_label(tr("Name"), "label", card), 0, 0);
  grid_->addWidget(first_, 0, 1);
  grid_->addWidget(second_, 0, 2);
  card->body()->addLayout(grid_);
  card->body()->addStretch();

  auto* close = new QPushButton(tr("C&lose"), this);
  close->setObjectName(QStringLiteral("closeComparison"));
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  close->setAutoDefault(false);
  auto* column = new QVBoxLayout(this);
  constexpr int kMargin = 14;
  column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  column->setSpacing(SpaceTokens::kGap);
  column->addWidget(card, 1);
  column->addWidget(order_);
  column->addWidget(wrapped_label(tr("To know which trains your network faster, train it on both."), "text", this));
  column->addWidget(wrapped_label(from_utf8(gpu_reference_remark()), "hint", this));
  column->addWidget(close, 0, Qt::AlignRight);
  constexpr QSize kSize(620, 480), kSmallest(480, 420);
  setMinimumSize(kSmallest);
  resize(kSize);

  connect(first_, &QLineEdit::textChanged, this, &GpuCompareDialog::compare);
  connect(second_, &QLineEdit::textChanged, this, &GpuCompareDialog::compare);
  first_->setText(own_gpu);
  first_->setCursorPosition(0);
  (own_gpu.isEmpty() ? first_ : second_)->setFocus();
  compare();
}

void GpuCompareDialog::compare() {
  const QString first = first_->text().trimmed(), second = second_->text().trimmed();
  const GpuComparison comparison = compare_gpu_names(first.toStdString(), second.toStdString());
  int row = 1;
  for (const ComparisonRow& line : comparison.rows) {
    show_row(row++, from_utf8(line.what), from_utf8(line.first), from_utf8(line.second), line.differs());
  }
  const bool both = comparison.first_known && comparison.second_known;
  if (both) {
    order_->setText(from_utf8(comparison.order));
  } else if (first.isEmpty() || second.isEmpty()) {
    order_->setText(tr("Type the names of two GPUs, as a shop or a tool spells them."));
  } else {
    order_->setText(comparison.first_known    ? tr("The second name is none of a GPU that Lossline knows.")
                    : comparison.second_known ? tr("The first name is none of a GPU that Lossline knows.")
                                              : tr("Neither is the name of a GPU that Lossline knows."));
  }
}

void GpuCompareDialog::show_row(int row, const QString& what, const QString& first, const QString& second,
                                bool differs) {
  const std::size_t at = static_cast<std::size_t>(row - 1) * 3;
  if (cells_.size() <= at) {
    QWidget* card = first_->parentWidget();
    for (const char* role : {"label", "text", "text"}) {
      QLabel* cell = wrapped_label({}, role, card);
      grid_->addWidget(cell, row, static_cast<int>(cells_.size() - at), Qt::AlignTop);
      cells_.push_back(cell);
    }
  }
  cells_[at]->setText(what);
  cells_[at + 1]->setText(first);
  cells_[at + 2]->setText(second);
  for (const std::size_t value : {at + 1, at + 2}) {
    set_role(cells_[value], differs ? "value" : "text");
    cells_[value]->setAccessibleName(what);
  }
}

}  // namespace lossline
