// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

class QSocketNotifier;

namespace lossline {

/// Ctrl+C in the terminal the window was started from, and SIGTERM: the first one is asked_to_quit() on the GUI thread,
/// so that a run can be stopped and kept; the second ends the program at once, with 128 + its number. One object at a
/// time.
class QuitSignals : public QObject {
  Q_OBJECT

 public:
  explicit QuitSignals(QObject* parent = nullptr);
  ~QuitSignals() override;

 Q_SIGNALS:
  void asked_to_quit(int signal);

 private:
  void read_signal();

  std::unique_ptr<QSocketNotifier> notifier_;
};

}  // namespace lossline
