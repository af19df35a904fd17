// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QApplication>

namespace lossline {

/// Why no window can be opened here, in one sentence that names the program that needs none; empty when it may be
/// tried. Asked before the QApplication, which would abort.
[[nodiscard]] std::optional<std::string> why_no_display();

/// The QApplication, and the last net under it: an exception that leaves a slot must not unwind through the event loop,
/// whose state would be undefined. It is told in a sentence, and the program ends with exit code 1.
class Application : public QApplication {
  Q_OBJECT

 public:
  /// Where the display can't be opened after all, tells why_no_display()'s kind of sentence and ends with exit code 2.
  /// Numbers in files and options keep their dot: LC_NUMERIC is put back to "C" here.
  Application(int& argc, char** argv);

  bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace lossline
