// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QFileDialog>
#include <QMessageBox>
#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QString>
#include <QWidget>

class QAbstractButton;
class QChartView;
class QLabel;
class QLineEdit;

namespace lossline::test {

/// A driven check that does not hold ends the process: one line "driver: …" on stderr, exit code 99.
[[noreturn]] void fail(const QString& sentence);
void check(bool holds, const QString& sentence);
/// Lets the program's events run until it holds; fails after twenty seconds.
void wait_until(const std::function<bool()>& condition, const QString& what);

/// The program's window, shown and painted. Waits for it.
QWidget* window();

/// A part of the window by its object name.
template <typename T>
T* part(const char* name) {
  T* found = window()->findChild<T*>(QString::fromLatin1(name));
  check(found != nullptr, QStringLiteral("there is no ") + QString::fromLatin1(name));
  return found;
}

/// Presses a button with the mouse, once it can be.
void press(const char* button_name);
/// Replaces a text field's text by typing.
void type_into(const char* field_name, const QString& text);
void press_keys(const char* keys);  ///< a shortcut: "Ctrl+S"
[[nodiscard]] bool is_enabled(const char* button_name);
[[nodiscard]] bool is_visible(const char* name);
/// The texts of all labels in a part of the window, a line each.
[[nodiscard]] QString texts_in(const char* name);

/// When the next modal dialog stands, `answer` is called with it; call before what opens the dialog.
void in_next_dialog(std::function<void(QWidget* dialog)> answer);
/// Puts a file's name into a file dialog and accepts it.
void answer_file_dialog(QWidget* dialog, const QString& file);
/// Presses a button of a dialog by its object name.
void press_in(QWidget* dialog, const char* button_name);
/// Ctrl+S (or Ctrl+O) and the name put into the file dialog that opens.
void save_report_as(const QString& file);
void open_report(const QString& file);

/// Watches the chart as people do: at each paint it notes what is drawn.
class ChartWatch : public QObject {
  Q_OBJECT

 public:
  struct Frame {
    qsizetype points = 0;  ///< of the run's curve
    double last_epoch = 0;
  };

  ChartWatch();
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  /// Frames that showed more of the run than the one before.
  [[nodiscard]] int growths() const;
  /// What is drawn now.
  [[nodiscard]] Frame now() const;
  /// Most points there may be: two per pixel column.
  [[nodiscard]] qsizetype most_points() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPointer<QChartView> view_;
  std::vector<Frame> frames_;
};

}  // namespace lossline::test
