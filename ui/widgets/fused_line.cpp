// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fused_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/style/application_style.h"
#include "ui/widgets/fact_text.h"

namespace lossline {

FusedLine::FusedLine(QWidget* parent)
    : QWidget(parent), label_(make_label({}, "label", this)), button_(new QPushButton(tr("Train fused"), this)) {
  label_->setObjectName(QStringLiteral("fusedLine"));
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  button_->setObjectName(QStringLiteral("trainFusedButton"));
  button_->setProperty("role", QStringLiteral("link"));
  button_->setAccessibleName(tr("Train with strategy fused"));
  connect(button_, &QPushButton::clicked, this, &FusedLine::train_asked);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(SpaceTokens::kGap);
  line->addWidget(label_, 1);
  line->addWidget(button_, 0, Qt::AlignTop);
  set_ready(false);
  hide();
}

void FusedLine::show_advice(const std::optional<FusedAdvice>& advice) {
  label_->setText(advice ? fused_sentence(*advice) : QString());
  button_->setVisible(advice && advice->faster());
  setVisible(advice.has_value());
}

void FusedLine::set_ready(bool ready) {
  const QString what =
      tr("Fused trains the form's network in one pass of vector code on the CPU, without a library call for every "
         "operation. The curve is eager's.");
  button_->setEnabled(ready);
  button_->setToolTip(ready ? what : tr("Only while no run goes on and the form has no fault.") + u'\n' + what);
  button_->setAccessibleDescription(button_->toolTip());
}

QString fused_sentence(const FusedAdvice& advice) {
  return QStringLiteral("Fused ") + from_utf8(fused_advice_text(advice));
}

}  // namespace lossline
