// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace lossline {

/// One field of the form: label, editor, a hint inside the editor's right end, and below it the fault, if any. The
/// editor is named field_<name>, the fault fault_<name>, with the option's name ("field_batch-size").
class FieldRow : public QWidget {
  Q_OBJECT

 public:
  struct Choice {
    std::string text;  ///< what set_field() takes
    QString title;     ///< what people read
  };

  /// A text field.
  FieldRow(const std::string& name, const QString& label, const QString& help, QWidget* parent = nullptr);
  /// A choice among fixed values.
  FieldRow(const std::string& name, const QString& label, const QString& help, const std::vector<Choice>& choices,
           QWidget* parent = nullptr);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string text() const;
  void set_text(const std::string& text);
  /// Of a choice: what it means, as the tool tip of its entry, and whether it can be taken now.
  void set_choice_help(const std::string& text, const QString& help);
  void set_choice_enabled(const std::string& text, bool enabled);
  void set_hint(const QString& hint);
  /// Empty: no fault.
  void set_fault(const QString& message);
  [[nodiscard]] bool has_fault() const;
  [[nodiscard]] QWidget* editor() const;

 Q_SIGNALS:
  void edited();

 private:
  [[nodiscard]] int index_of(const std::string& text) const;
  void build(const QString& label, const QString& help, QWidget* editor, int hint_margin);

  std::string name_;
  QLineEdit* line_ = nullptr;
  QComboBox* combo_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* fault_ = nullptr;
};

}  // namespace lossline
