// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/api/hardware_facts.h"
#include "core/hardware/details_text.h"

class QLabel;
class QVBoxLayout;

namespace lossline {

/// *Why can't I use my GPU?*: every obstacle on this machine with the next step, and the details to hand to whoever
/// helps.
class GpuPageDialog : public QDialog {
  Q_OBJECT

 public:
  explicit GpuPageDialog(QWidget* parent = nullptr);
  /// Shows these facts; an open page follows newer ones.
  void show_facts(const HardwareFacts& facts, const ProgramDetails& program);

 private:
  void add_block(const QString& title, const QString& what, const QString& next_step);
  void copy_details();

  QVBoxLayout* blocks_;
  QLabel* copied_;
  QString details_;
};

}  // namespace lossline
