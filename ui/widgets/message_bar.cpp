// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/style/application_style.h"

namespace lossline {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setObjectName(QStringLiteral("messageBar"));
  setProperty("role", QStringLiteral("message"));
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);  // sentences hold file names
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* close = new QToolButton(this);
  close->setProperty("role", QStringLiteral("close"));
  close->setText(QStringLiteral("✕"));
  close->setToolTip(tr("Dismiss"));
  close->setAccessibleName(tr("Dismiss message"));
  connect(close, &QToolButton::clicked, this, &MessageBar::clear);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(SpaceTokens::kCardPadding, 7, 6, 7);
  line->addWidget(label_, 1);
  line->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void MessageBar::say(Kind kind, const QString& sentence) {
  setProperty("kind", kind == Kind::Error ? QStringLiteral("error") : QStringLiteral("notice"));
  label_->setText(sentence);
  label_->setAccessibleName(kind == Kind::Error ? tr("Problem") : tr("Message"));
  // Shown anew even when the kind stays: the sheet's rules for the label hang on this frame's property.
  hide();
  show();
  set_mark(this, "shown", property("shown").toInt() + 1);
  set_mark(label_, "shown", property("shown"));
}

void MessageBar::clear() {
  label_->clear();
  hide();
}

QString MessageBar::text() const {
  return label_->text();
}

}  // namespace lossline
