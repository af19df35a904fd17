// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/field_row.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QWheelEvent>

#include "ui/style/application_style.h"

namespace lossline {
namespace {

/// A wheel turned over a form is meant for the form; it must not change a value in passing.
class CalmComboBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

}  // namespace

FieldRow::FieldRow(const std::string& name, const QString& label, const QString& help, QWidget* parent)
    : QWidget(parent), name_(name), line_(new QLineEdit(this)) {
  connect(line_, &QLineEdit::textEdited, this, &FieldRow::edited);
  constexpr int kMargin = 8;
  build(label, help, line_, kMargin);
}

FieldRow::FieldRow(const std::string& name, const QString& label, const QString& help,
                   const std::vector<Choice>& choices, QWidget* parent)
    : QWidget(parent), name_(name), combo_(new CalmComboBox(this)) {
  for (const Choice& choice : choices) {
    combo_->addItem(choice.title, QString::fromStdString(choice.text));
  }
  // As narrow as its column, whatever it offers; the list it opens is as wide as that needs.
  constexpr int kLetters = 6;
  combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo_->setMinimumContentsLength(kLetters);
  combo_->view()->setMinimumWidth(combo_->view()->sizeHintForColumn(0));
  combo_->setFocusPolicy(Qt::StrongFocus);
  connect(combo_, &QComboBox::activated, this, &FieldRow::edited);
  constexpr int kArrow = 26;
  build(label, help, combo_, kArrow);
}

void FieldRow::build(const QString& label, const QString& help, QWidget* editor, int hint_margin) {
  editor->setObjectName(QStringLiteral("field_") + QString::fromStdString(name_));
  editor->setAccessibleName(label);
  editor->setAccessibleDescription(help);
  editor->setToolTip(help);
  auto* inside = new QHBoxLayout(editor);
  inside->setContentsMargins(8, 0, hint_margin, 0);
  inside->addStretch();
  hint_ = make_label({}, "hint", editor);
  hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  inside->addWidget(hint_);

  QLabel* title = make_label(label, "label", this);
  title->setBuddy(editor);
  title->setToolTip(help);
  title->setFixedWidth(SpaceTokens::kLabelWidth);
  fault_ = make_label({}, "fault", this);
  fault_->setObjectName(QStringLiteral("fault_") + QString::fromStdString(name_));
  fault_->setWordWrap(true);
  fault_->hide();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(0);
  grid->setVerticalSpacing(2);
  grid->addWidget(title, 0, 0);
  grid->addWidget(editor, 0, 1);
  grid->addWidget(fault_, 1, 0, 1, 2);
  grid->setColumnStretch(1, 1);
}

std::string FieldRow::text() const {
  return (line_ != nullptr ? line_->text() : combo_->currentData().toString()).toStdString();
}

void FieldRow::set_text(const std::string& text) {
  const QString value = QString::fromStdString(text);
  if (line_ != nullptr) {
    line_->setText(value);
    line_->setCursorPosition(0);
  } else {
    combo_->setCurrentIndex(combo_->findData(value));
  }
}

int FieldRow::index_of(const std::string& text) const {
  return combo_ == nullptr ? -1 : combo_->findData(QString::fromStdString(text));
}

void FieldRow::set_choice_help(const std::string& text, const QString& help) {
  if (const int index = index_of(text); index >= 0) {
    combo_->setItemData(index, help, Qt::ToolTipRole);
  }
}

void FieldRow::set_choice_enabled(const std::string& text, bool enabled) {
  const int index = index_of(text);
  auto* model = combo_ == nullptr ? nullptr : qobject_cast<QStandardItemModel*>(combo_->model());
  if (model != nullptr && index >= 0) {
    model->item(index)->setEnabled(enabled);
  }
}

void FieldRow::set_hint(const QString& hint) {
  hint_->setText(hint);
}

void FieldRow::set_fault(const QString& message) {
  fault_->setText(message);
  fault_->setVisible(!message.isEmpty());
  set_mark(editor(), "fault", !message.isEmpty());
}

bool FieldRow::has_fault() const {
  return !fault_->text().isEmpty();
}

QWidget* FieldRow::editor() const {
  return line_ != nullptr ? static_cast<QWidget*>(line_) : static_cast<QWidget*>(combo_);
}

}  // namespace lossline
