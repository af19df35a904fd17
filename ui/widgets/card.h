// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace lossline {

/// A white (or dark) sheet with a small heading; the caller fills body().
class Card : public QFrame {
  Q_OBJECT

 public:
  explicit Card(const QString& heading, QWidget* parent = nullptr);
  [[nodiscard]] QVBoxLayout* body() const { return body_; }

 private:
  QVBoxLayout* body_;
};

/// Rows of "label … value", the value right-aligned and bold. A row without a value shows a dash: unknown is never 0.
class FactRows : public QWidget {
  Q_OBJECT

 public:
  explicit FactRows(QWidget* parent = nullptr);
  /// Adds the row or changes its value. The key is the label.
  void set(const QString& label, const QString& value, const QString& tool_tip = {});

 private:
  QGridLayout* grid_;
};

/// A figure that is read from afar: small caption above, large value, small unit behind it.
class Figure : public QWidget {
  Q_OBJECT

 public:
  /// `widest` is a sample of the longest value expected: the figure keeps that width, so neighbours don't jump.
  Figure(const QString& caption, const QString& widest, const QString& object_name, QWidget* parent = nullptr);
  void set(const QString& value, const QString& unit = {});
  [[nodiscard]] QString value() const;

 private:
  QLabel* value_;
  QLabel* unit_;
};

}  // namespace lossline
