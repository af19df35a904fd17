// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/analysis/strategy_advice.h"

class QLabel;
class QPushButton;

namespace lossline {

/// What strategy fused would make of the run that is shown, and a button that trains so. Hidden while there is nothing
/// to say; without the button where fused would not be faster.
class FusedLine : public QWidget {
  Q_OBJECT

 public:
  explicit FusedLine(QWidget* parent = nullptr);
  void show_advice(const std::optional<FusedAdvice>& advice);
  /// Whether a run could be started now; the button says so where it can't.
  void set_ready(bool ready);

 Q_SIGNALS:
  void train_asked();

 private:
  QLabel* label_;
  QPushButton* button_;
};

/// The advice as a sentence without its full stop: "Fused would take 10 ms for these 20 000 epochs …".
[[nodiscard]] QString fused_sentence(const FusedAdvice& advice);

}  // namespace lossline
