// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace lossline {

/// One sentence above the chart that stays until it is closed or replaced: what went wrong and what to do, or what was
/// done. Never a dialog: nothing waits for it.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { Notice, Error };

  explicit MessageBar(QWidget* parent = nullptr);
  void say(Kind kind, const QString& sentence);
  void clear();
  [[nodiscard]] QString text() const;

 private:
  QLabel* label_;
};

}  // namespace lossline
