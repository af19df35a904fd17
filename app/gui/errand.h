// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include <QObject>
#include <QString>
#include <QTimer>

#include "app/options/window_options.h"

namespace lossline {

class MainWindow;
struct RunRecord;
class TrainingSession;

/// Carries out what the command line asked of the window, in this order: the first paint; the machine is read, reports
/// are opened, the run is started; when it ended its report is written, the picture is taken, and the window closes.
/// It also says when the engine's library may be opened: LibTorch takes a third of a second of disk and locks, so
/// nothing of it happens before the window stands and the user's hands have rested for a moment, or Train is pressed.
class Errand : public QObject {
  Q_OBJECT

 public:
  /// Window and session must outlive it. Nothing happens before the window is shown.
  Errand(WindowOptions options, MainWindow& window, TrainingSession& session, QObject* parent = nullptr);
  ~Errand() override;

  /// A signal asked the program to end: a run is stopped and kept first, as when it ends by itself.
  void quit_for_signal(int signal);

  /// What main() returns: how the run ended when the program closes by itself; what could not be written, in any case.
  [[nodiscard]] int exit_code() const { return exit_code_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void on_first_paint();
  void on_report_opened(bool ok);
  void on_run_shown();
  void take_outcome(const RunRecord& record);
  void on_exported(const QString& sentence);
  void on_engine_failed(const QString& sentence);
  void finish_if_nothing_runs();
  void finish();
  void finish_now();
  void close();
  void grab();
  void fail(int code, const QString& sentence);

  const WindowOptions options_;
  MainWindow& window_;
  TrainingSession& session_;
  QTimer rest_;                   ///< since the last input; the engine is opened when it is over
  std::size_t reports_left_ = 0;  ///< asked to be opened, not answered
  bool painted_ = false;
  bool run_ended_ = false;
  bool exporting_ = false;
  bool finishing_ = false;  ///< finish_now() is on its way
  bool grabbed_ = false;
  std::optional<int> signal_;
  int exit_code_ = 0;
};

}  // namespace lossline
