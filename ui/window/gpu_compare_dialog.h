// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QDialog>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace lossline {

/// Two GPU names typed by the user, and what they say, side by side.
class GpuCompareDialog : public QDialog {
  Q_OBJECT

 public:
  /// `own_gpu` is put into the first field; may be empty.
  explicit GpuCompareDialog(const QString& own_gpu, QWidget* parent = nullptr);

 private:
  void compare();
  void show_row(int row, const QString& what, const QString& first, const QString& second, bool differs);

  QLineEdit* first_;
  QLineEdit* second_;
  QGridLayout* grid_;
  std::vector<QLabel*> cells_;  ///< three a row
  QLabel* order_;
};

}  // namespace lossline
