// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/style/application_style.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

QString dash() {
  return QStringLiteral("–");
}

}  // namespace

Card::Card(const QString& heading, QWidget* parent) : QFrame(parent), body_(new QVBoxLayout(this)) {
  setProperty("role", QStringLiteral("card"));
  constexpr int kPad = SpaceTokens::kCardPadding;
  body_->setContentsMargins(kPad, kPad - 1, kPad, kPad);
  body_->setSpacing(SpaceTokens::kRowGap);
  if (!heading.isEmpty()) {
    QLabel* label = make_label(heading.toUpper(), "heading", this);
    QFont font = label->font();
    font.setLetterSpacing(QFont::PercentageSpacing, 106);
    label->setFont(font);
    body_->addWidget(label);
  }
}

FactRows::FactRows(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setHorizontalSpacing(SpaceTokens::kRowGap);
  grid_->setVerticalSpacing(4);
  grid_->setColumnStretch(1, 1);
}

void FactRows::set(const QString& label, const QString& value, const QString& tool_tip) {
  auto* value_label = findChild<QLabel*>(label);
  if (value_label == nullptr) {
    const int row = grid_->rowCount();
    grid_->addWidget(make_label(label, "label", this), row, 0);
    value_label = make_label({}, "value", this);
    value_label->setObjectName(label);
    value_label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value_label->setWordWrap(true);
    value_label->setTextFormat(Qt::PlainText);  // values come from devices and libraries
    value_label->setMinimumWidth(1);
    grid_->addWidget(value_label, row, 1);
  }
  value_label->setText(value.isEmpty() ? dash() : breakable(value));
  value_label->setToolTip(tool_tip);
  value_label->setAccessibleName(label);
}

Figure::Figure(const QString& caption, const QString& widest, const QString& object_name, QWidget* parent)
    : QWidget(parent), value_(make_label(dash(), "figure", this)), unit_(make_label({}, "unit", this)) {
  setObjectName(object_name);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(make_label(caption, "label", this));
  auto* line = new QHBoxLayout;
  line->setSpacing(5);
  line->addWidget(value_, 0, Qt::AlignBottom);
  line->addWidget(unit_, 1, Qt::AlignBottom);
  // The unit's baseline sits on the figure's: the larger text hangs lower by the difference of the descents.
  unit_->setContentsMargins(0, 0, 0, 3);
  column->addLayout(line);
  value_->setAccessibleName(caption);
  const QFontMetricsF metrics(font());
  setMinimumWidth(static_cast<int>(metrics.horizontalAdvance(widest) * TypeTokens::kFigure));
}

void Figure::set(const QString& value, const QString& unit) {
  value_->setText(value.isEmpty() ? dash() : value);
  unit_->setText(unit);
}

QString Figure::value() const {
  return value_->text();
}

}  // namespace lossline
