// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QMainWindow>
#include <QPointer>

#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/report/run_report.h"
#include "ui/session/training_session.h"
#include "ui/style/application_style.h"

class QAction;
class QActionGroup;
class QLabel;
class QPushButton;

namespace lossline {

class FusedLine;
class GpuCompareDialog;
class GpuPageDialog;
class HardwarePanel;
class LossChart;
class MessageBar;
class MeterFeed;
class ReportFiles;
class RunHeader;
class SetupForm;

/// The window: setup on the left, the run in the middle, the machine on the right. It owns no thread and no engine; the
/// session, which must outlive it, does.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(TrainingSession& session, ApplicationStyle& style, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Shows the config in the form and trains it, as if the button were pressed.
  void train(const TrainConfig& config);
  /// Shows a report's curve beside the run's; report_opened() follows. A file that can't be read is told in the message
  /// bar.
  void open_report(const std::filesystem::path& file);
  /// Writes the last run's report in the background; report_exported() follows. On failure the message bar says why,
  /// and the run is kept for another try.
  void export_report(const std::filesystem::path& file);
  /// The last run, whole; null while there is none.
  [[nodiscard]] std::shared_ptr<const RunRecord> record() const { return record_; }
  /// For a program that closes by itself: a run is stopped without asking.
  void set_ask_before_close(bool ask) { ask_before_close_ = ask; }
  [[nodiscard]] LossChart& chart() { return *chart_; }
  /// Shows the feed's readings and has it read only while the window can be seen and the machine is known. The feed
  /// must outlive the window.
  void use_meters(MeterFeed& feed);

 Q_SIGNALS:
  /// Once, when the window has been painted for the first time.
  void first_painted();
  /// A run ended and the window shows it; record() is there. Not emitted while the window is being destroyed.
  void run_shown();
  void report_opened(bool ok);
  /// `sentence` says what went wrong; empty when the file is there.
  void report_exported(const QString& sentence);
  /// It is about to close: what is still being looked up is no longer wanted.
  void closing();

 protected:
  bool event(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  // main_window_layout.cpp
  QWidget* left_column();
  QWidget* middle_column();
  QWidget* right_column();
  QWidget* chart_tools();
  void build_actions();
  void build_menus();
  QAction* add_action(const QString& text, const char* object_name, const QKeySequence& keys);

  // main_window.cpp
  void connect_session();
  void train_on(DeviceSpec device);
  void train_fused();
  void begin(const TrainConfig& config, bool hold_after_one_epoch);
  void hold_or_resume();
  void step();
  void show_phase();
  void show_run_start();
  void show_progress();
  void show_run_end(std::shared_ptr<const RunRecord> record);
  [[nodiscard]] QString strategy_reason(DeviceSpec::Kind kind) const;
  void show_theme();

  // main_window_hardware.cpp
  void connect_hardware();
  void show_hardware();
  void show_model();
  void show_gpu_page();
  void show_comparison();
  void watch_meters();
  [[nodiscard]] QString gpu_reason() const;

  // main_window_files.cpp
  void ask_export();
  void ask_open();
  void ask_export_curve();
  void ask_save_picture();
  void connect_files();
  void show_report(const RunReport& report, const QString& file);
  QString ask_save_name(const QString& title, const QString& suggestion, const QString& filter);
  [[nodiscard]] QString suggested_name(const QString& ending) const;
  /// What to do with a run that goes on when the window is to close.
  enum class CloseAnswer { Keep, Stop, StopAndExport };
  CloseAnswer ask_close();
  void show_shortcuts();
  void show_about();

  TrainingSession& session_;
  ApplicationStyle& style_;
  ReportFiles* files_ = nullptr;
  SetupForm* form_ = nullptr;
  RunHeader* header_ = nullptr;
  LossChart* chart_ = nullptr;
  HardwarePanel* hardware_ = nullptr;
  MessageBar* message_ = nullptr;
  QLabel* outcome_ = nullptr;
  FusedLine* fused_ = nullptr;
  QLabel* loss_title_ = nullptr;
  QLabel* gpu_reason_ = nullptr;
  QLabel* status_left_ = nullptr;
  QLabel* status_right_ = nullptr;
  QPushButton* train_cpu_ = nullptr;
  QPushButton* train_gpu_ = nullptr;
  QPushButton* pause_ = nullptr;
  QPushButton* step_ = nullptr;
  QPushButton* stop_ = nullptr;
  QPushButton* log_y_ = nullptr;
  QPushButton* fit_ = nullptr;

  QAction* open_action_ = nullptr;
  QAction* export_action_ = nullptr;
  QAction* curve_action_ = nullptr;
  QAction* picture_action_ = nullptr;
  QAction* train_cpu_action_ = nullptr;
  QAction* train_gpu_action_ = nullptr;
  QAction* pause_action_ = nullptr;
  QAction* step_action_ = nullptr;
  QAction* stop_action_ = nullptr;
  QAction* log_action_ = nullptr;
  QAction* fit_action_ = nullptr;
  QAction* clear_reports_action_ = nullptr;
  QAction* full_screen_action_ = nullptr;
  QAction* gpu_page_action_ = nullptr;
  QAction* compare_gpus_action_ = nullptr;
  QActionGroup* themes_ = nullptr;

  MeterFeed* meters_ = nullptr;
  QPointer<GpuPageDialog> gpu_page_;  ///< deletes itself when it is closed, as does the next
  QPointer<GpuCompareDialog> comparison_;
  std::shared_ptr<const RunRecord> record_;
  bool exported_ = true;       ///< the last run is in a file, or there is none
  bool write_failed_ = false;  ///< a write ended so since this was last cleared
  bool ask_before_close_ = true;
  bool painted_ = false;
};

}  // namespace lossline
