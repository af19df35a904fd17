// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QAction>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include "core/analysis/progress_text.h"
#include "core/analysis/strategy_advice.h"
#include "core/api/loss_choice.h"
#include "core/hardware/gpu_advice.h"
#include "ui/widgets/fact_text.h"
#include "ui/widgets/fused_line.h"
#include "ui/widgets/hardware_panel.h"
#include "ui/widgets/loss_chart.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_header.h"
#include "ui/widgets/setup_form.h"
#include "ui/window/outcome_text.h"
#include "ui/window/report_files.h"

namespace lossline {
namespace {

/// What a learner meets first: the Iris run one operation at a time, slow enough for a curve to watch.
TrainConfig start_preset() {
  TrainConfig config;
  config.strategy = Strategy::Eager;
  return config;
}

}  // namespace

MainWindow::MainWindow(TrainingSession& session, ApplicationStyle& style, QWidget* parent)
    : QMainWindow(parent), session_(session), style_(style), files_(new ReportFiles(this)) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowTitle(tr("Lossline"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/lossline.svg")));
  setAcceptDrops(true);
  auto* center = new QWidget(this);
  center->setProperty("role", QStringLiteral("column"));
  auto* columns = new QHBoxLayout(center);
  constexpr int kGap = SpaceTokens::kGap;
  columns->setContentsMargins(kGap, kGap, kGap, kGap);
  columns->setSpacing(kGap);
  columns->addWidget(left_column());
  columns->addWidget(middle_column(), 1);
  columns->addWidget(right_column());
  setCentralWidget(center);
  build_actions();
  build_menus();
  connect_session();
  connect_files();
  form_->set_config(start_preset());
  show_theme();
  show_hardware();
  show_phase();
  train_cpu_->setFocus();
  constexpr QSize kSize(1280, 800);
  constexpr QSize kSmallest(1160, 560);
  resize(kSize);
  setMinimumSize(kSmallest);
}

MainWindow::~MainWindow() = default;

void MainWindow::connect_session() {
  connect(train_cpu_, &QPushButton::clicked, this, [this] { train_on({DeviceSpec::Kind::Cpu, std::nullopt}); });
  connect(train_gpu_, &QPushButton::clicked, this, [this] { train_on({DeviceSpec::Kind::Cuda, std::nullopt}); });
  connect(fused_, &FusedLine::train_asked, this, &MainWindow::train_fused);
  connect(train_cpu_action_, &QAction::triggered, train_cpu_, &QPushButton::click);
  connect(train_gpu_action_, &QAction::triggered, train_gpu_, &QPushButton::click);
  connect(pause_, &QPushButton::clicked, this, &MainWindow::hold_or_resume);
  connect(pause_action_, &QAction::triggered, pause_, &QPushButton::click);
  connect(step_, &QPushButton::clicked, this, &MainWindow::step);
  connect(step_action_, &QAction::triggered, step_, &QPushButton::click);
  connect(stop_, &QPushButton::clicked, &session_, &TrainingSession::stop);
  connect(stop_action_, &QAction::triggered, stop_, &QPushButton::click);
  connect(log_y_, &QPushButton::toggled, log_action_, &QAction::setChecked);
  connect(log_action_, &QAction::toggled, log_y_, &QPushButton::setChecked);
  connect(log_action_, &QAction::toggled, chart_, &LossChart::set_log_y);
  connect(fit_, &QPushButton::clicked, chart_, &LossChart::fit);
  connect(fit_action_, &QAction::triggered, chart_, &LossChart::fit);
  connect(chart_, &LossChart::zoom_changed, fit_, &QPushButton::setVisible);
  connect(clear_reports_action_, &QAction::triggered, this, [this] {
    chart_->clear_others();
    clear_reports_action_->setEnabled(false);
  });
  connect(full_screen_action_, &QAction::toggled, this, [this](bool full) { full ? showFullScreen() : showNormal(); });
  connect(form_, &SetupForm::changed, this, &MainWindow::show_phase);
  connect_hardware();
  connect(&style_, &ApplicationStyle::changed, this, &MainWindow::show_theme);
  connect(chart_, &LossChart::drawn, &session_, &TrainingSession::add_chart_seconds);

  connect(&session_, &TrainingSession::phase_changed, this, &MainWindow::show_phase);
  connect(&session_, &TrainingSession::run_started, this, &MainWindow::show_run_start);
  connect(&session_, &TrainingSession::progressed, this, &MainWindow::show_progress);
  connect(&session_, &TrainingSession::run_ended, this, &MainWindow::show_run_end);
  connect(&session_, &TrainingSession::hardware_read, this, &MainWindow::show_hardware);
  connect(&session_, &TrainingSession::engine_opened, this, &MainWindow::show_hardware);
  connect(&session_, &TrainingSession::engine_failed, this, [this](const QString& sentence) {
    message_->say(MessageBar::Kind::Error, sentence);
    show_hardware();
  });
}

void MainWindow::train(const TrainConfig& config) {
  form_->set_config(config);
  train_on(config.device);
}

void MainWindow::train_on(DeviceSpec device) {
  std::optional<TrainConfig> config = form_->config();
  if (!config) {
    form_->show_first_fault();
    return;
  }
  if (session_.busy()) {
    return;
  }
  config->device = device;
  begin(*config, false);
}

void MainWindow::train_fused() {
  std::optional<TrainConfig> config = form_->config();
  if (!config) {
    form_->show_first_fault();
    return;
  }
  config->strategy = Strategy::Fused;
  config->device = {DeviceSpec::Kind::Cpu, std::nullopt};
  train(*config);
}

void MainWindow::begin(const TrainConfig& config, bool hold_after_one_epoch) {
  message_->clear();
  outcome_->hide();
  fused_->show_advice(std::nullopt);
  header_->clear();
  session_.start(config, form_->dataset(), hold_after_one_epoch);
}

void MainWindow::hold_or_resume() {
  if (session_.phase() == TrainingSession::Phase::Paused) {
    session_.resume();
  } else {
    session_.pause();
  }
}

void MainWindow::step() {
  if (session_.busy()) {
    session_.step();
    return;
  }
  // From rest, a step begins a run and holds it after its first epoch.
  const std::optional<TrainConfig> config = form_->config();
  if (!config) {
    form_->show_first_fault();
    return;
  }
  begin(*config, true);
}

/// Why the form's strategy does not train on that device; empty where it does.
QString MainWindow::strategy_reason(DeviceSpec::Kind kind) const {
  std::optional<TrainConfig> config = form_->config();
  if (!config) {
    return {};
  }
  config->device = {kind, std::nullopt};
  for (const Fault& fault : config->validate()) {
    if (fault.field == "strategy") {
      return tr("Strategy %1").arg(from_utf8(fault.message));
    }
  }
  return {};
}

void MainWindow::show_phase() {
  using Phase = TrainingSession::Phase;
  const Phase phase = session_.phase();
  const bool idle = phase == Phase::Idle;
  const bool valid = form_->config().has_value();
  const QString cpu_reason = strategy_reason(DeviceSpec::Kind::Cpu);
  const QString no_gpu = gpu_reason();
  const QString reason = no_gpu.isEmpty() ? strategy_reason(DeviceSpec::Kind::Cuda) : no_gpu;
  const QString shown_reason = reason.isEmpty() ? cpu_reason : reason;
  form_->set_locked(!idle);
  train_cpu_->setEnabled(idle && valid && cpu_reason.isEmpty());
  train_cpu_->setToolTip(cpu_reason);
  fused_->set_ready(idle && valid);
  train_gpu_->setEnabled(idle && valid && reason.isEmpty());
  train_gpu_->setToolTip(reason);
  gpu_reason_->setText(shown_reason);
  gpu_reason_->setVisible(!shown_reason.isEmpty());
  pause_->setEnabled(!idle && phase != Phase::Stopping);
  pause_->setText(phase == Phase::Paused ? tr("Resume") : tr("Pause"));
  step_->setEnabled((idle && valid) || phase == Phase::Paused || phase == Phase::Running);
  stop_->setEnabled(!idle && phase != Phase::Stopping);
  train_cpu_action_->setEnabled(train_cpu_->isEnabled());
  train_gpu_action_->setEnabled(train_gpu_->isEnabled());
  pause_action_->setEnabled(pause_->isEnabled());
  pause_action_->setText(phase == Phase::Paused ? tr("&Resume") : tr("&Pause"));
  step_action_->setEnabled(step_->isEnabled());
  stop_action_->setEnabled(stop_->isEnabled());
  export_action_->setEnabled(idle && record_ != nullptr);
  curve_action_->setEnabled(idle && record_ != nullptr);
  clear_reports_action_->setEnabled(chart_->has_others());
  status_left_->setText(phase_text(session_));
}

void MainWindow::show_run_start() {
  const RunStart* start = session_.current();
  if (start == nullptr) {
    return;
  }
  loss_title_->setText(tr("%1, training rows").arg(loss_title(start->resolved.loss)));
  chart_->set_run(start->history, tr("this run"), session_.config().epochs);
  fused_->show_advice(fused_advice(start->resolved, session_.config().epochs, 0, 0));
  status_left_->setText(phase_text(session_));
}

void MainWindow::show_progress() {
  header_->show_figures(session_.figures());
  chart_->refresh();
}

void MainWindow::show_run_end(std::shared_ptr<const RunRecord> record) {
  record_ = std::move(record);
  exported_ = false;
  if (record_->history->empty()) {
    chart_->set_run(nullptr, {}, 0);
  } else {
    chart_->set_nonfinite_epoch(record_->summary.first_nonfinite_epoch);
  }
  header_->show_record(*record_);
  outcome_->setText(outcome_text(*record_));
  outcome_->show();
  const Summary& summary = record_->summary;
  fused_->show_advice(
      fused_advice(record_->resolved, record_->config.epochs, summary.epochs_done, summary.train_seconds));
  set_mark(outcome_, "state", from_utf8(std::string(to_text(record_->state))));
  if (record_->error) {
    message_->say(MessageBar::Kind::Error, from_utf8(record_->error->message));
  }
  status_right_->clear();
  show_phase();
  Q_EMIT run_shown();
}

void MainWindow::show_theme() {
  chart_->set_colors(style_.colors());
  chart_->refresh();
}

bool MainWindow::event(QEvent* event) {
  const bool result = QMainWindow::event(event);
  switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::WindowStateChange:
      watch_meters();
      break;
    default:
      break;
  }
  // The children are painted by the same update, right after the window itself.
  if (event->type() == QEvent::UpdateRequest && !painted_ && isVisible()) {
    painted_ = true;
    Q_EMIT first_painted();
  }
  return result;
}

}  // namespace lossline
