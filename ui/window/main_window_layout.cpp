// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where in the window, and its menus.
#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QVBoxLayout>

#include "ui/widgets/card.h"
#include "ui/widgets/fused_line.h"
#include "ui/widgets/hardware_panel.h"
#include "ui/widgets/loss_chart.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_header.h"
#include "ui/widgets/setup_form.h"
#include "ui/window/main_window.h"

namespace lossline {
namespace {

/// A column that scrolls where the window is too low for it.
QScrollArea* scrolling(QWidget* content, int width, QWidget* parent) {
  auto* area = new QScrollArea(parent);
  content->setProperty("role", QStringLiteral("column"));
  area->setWidget(content);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  area->setFixedWidth(width);
  return area;
}

QPushButton* make_button(const QString& text, const char* object_name, const char* role, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(QString::fromLatin1(object_name));
  button->setProperty("role", QString::fromLatin1(role));
  return button;
}

}  // namespace

QWidget* MainWindow::left_column() {
  auto* column = new QWidget(this);
  column->setFixedWidth(SpaceTokens::kLeftColumn);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(SpaceTokens::kGap);
  form_ = new SetupForm;
  layout->addWidget(scrolling(form_, SpaceTokens::kLeftColumn, column), 1);

  auto* card = new Card({}, column);
  card->body()->setContentsMargins(SpaceTokens::kCardPadding, SpaceTokens::kCardPadding, SpaceTokens::kCardPadding,
                                   SpaceTokens::kCardPadding);
  card->body()->setSpacing(8);
  train_cpu_ = make_button(tr("Train on CPU"), "trainCpuButton", "primary", card);
  train_gpu_ = make_button(tr("Train on GPU"), "trainGpuButton", "train", card);
  gpu_reason_ = make_label({}, "hint", card);
  gpu_reason_->setObjectName(QStringLiteral("gpuReason"));
  gpu_reason_->setWordWrap(true);
  card->body()->addWidget(train_cpu_);
  card->body()->addWidget(train_gpu_);
  card->body()->addWidget(gpu_reason_);
  layout->addWidget(card);
  return column;
}

QWidget* MainWindow::chart_tools() {
  auto* tools = new QWidget(this);
  auto* line = new QHBoxLayout(tools);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(SpaceTokens::kRowGap);
  loss_title_ = make_label(tr("Loss"), "label", tools);
  loss_title_->setObjectName(QStringLiteral("lossTitle"));
  fit_ = make_button(tr("Whole run"), "fitButton", "transport", tools);
  log_y_ = make_button(tr("Log"), "logButton", "transport", tools);
  log_y_->setCheckable(true);
  pause_ = make_button(tr("Pause"), "pauseButton", "transport", tools);
  step_ = make_button(tr("Step"), "stepButton", "transport", tools);
  stop_ = make_button(tr("Stop"), "stopButton", "transport", tools);
  fit_->setToolTip(tr("Show all epochs again (double-click on the chart)"));
  log_y_->setToolTip(tr("Logarithmic loss axis; losses that are not positive are left out"));
  pause_->setToolTip(tr("Hold before the next epoch"));
  step_->setToolTip(tr("Run one epoch, then hold"));
  stop_->setToolTip(tr("End the run; what was trained is kept"));
  fit_->hide();
  // Wide enough for either text, so that nothing moves when it changes.
  pause_->setMinimumWidth(pause_->fontMetrics().horizontalAdvance(tr("Resume")) + 30);
  line->addWidget(loss_title_);
  line->addStretch();
  line->addWidget(fit_);
  line->addWidget(log_y_);
  line->addSpacing(SpaceTokens::kGap);
  line->addWidget(pause_);
  line->addWidget(step_);
  line->addWidget(stop_);
  return tools;
}

QWidget* MainWindow::middle_column() {
  auto* column = new QWidget(this);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(SpaceTokens::kGap);
  message_ = new MessageBar(column);
  layout->addWidget(message_);
  auto* card = new Card({}, column);
  header_ = new RunHeader(card);
  chart_ = new LossChart(card);
  chart_->set_invitation(tr("Press Train on CPU.\nThe loss of every epoch appears here while the network learns."));
  outcome_ = make_label({}, "outcome", card);
  outcome_->setObjectName(QStringLiteral("outcomeLine"));
  outcome_->setWordWrap(true);
  outcome_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  outcome_->hide();
  fused_ = new FusedLine(card);
  card->body()->addWidget(header_);
  card->body()->addSpacing(4);
  card->body()->addWidget(chart_tools());
  card->body()->addWidget(chart_, 1);
  card->body()->addWidget(outcome_);
  card->body()->addWidget(fused_);
  layout->addWidget(card, 1);
  return column;
}

QWidget* MainWindow::right_column() {
  hardware_ = new HardwarePanel;
  return scrolling(hardware_, SpaceTokens::kRightColumn, this);
}

QAction* MainWindow::add_action(const QString& text, const char* object_name, const QKeySequence& keys) {
  auto* action = new QAction(text, this);
  action->setObjectName(QString::fromLatin1(object_name));
  action->setShortcut(keys);
  return action;
}

void MainWindow::build_actions() {
  open_action_ = add_action(tr("&Open report…"), "openReportAction", QKeySequence(tr("Ctrl+O")));
  export_action_ = add_action(tr("&Export report…"), "exportReportAction", QKeySequence(tr("Ctrl+S")));
  curve_action_ = add_action(tr("Export &curve as CSV…"), "exportCurveAction", QKeySequence(tr("Ctrl+Shift+S")));
  picture_action_ = add_action(tr("Save chart &picture…"), "savePictureAction", QKeySequence(tr("Ctrl+Shift+E")));
  train_cpu_action_ = add_action(tr("Train on &CPU"), "trainCpuAction", QKeySequence(tr("Ctrl+R")));
  train_gpu_action_ = add_action(tr("Train on &GPU"), "trainGpuAction", QKeySequence(tr("Ctrl+G")));
  pause_action_ = add_action(tr("&Pause"), "pauseAction", QKeySequence(tr("Ctrl+P")));
  step_action_ = add_action(tr("&Step one epoch"), "stepAction", QKeySequence(tr("Ctrl+E")));
  stop_action_ = add_action(tr("S&top"), "stopAction", QKeySequence(tr("Ctrl+.")));
  log_action_ = add_action(tr("&Logarithmic loss axis"), "logAction", QKeySequence(tr("Ctrl+L")));
  log_action_->setCheckable(true);
  fit_action_ = add_action(tr("&Whole run"), "fitAction", QKeySequence(tr("Ctrl+0")));
  clear_reports_action_ = add_action(tr("&Remove opened reports"), "clearReportsAction", QKeySequence());
  full_screen_action_ = add_action(tr("&Full screen"), "fullScreenAction", QKeySequence(tr("F11")));
  full_screen_action_->setCheckable(true);
  gpu_page_action_ = add_action(tr("&Why can't I use my GPU?"), "gpuPageAction", QKeySequence());
  compare_gpus_action_ = add_action(tr("&Compare two GPUs by name…"), "compareGpusAction", QKeySequence());
}

void MainWindow::build_menus() {
  QMenuBar* bar = menuBar();
  bar->setNativeMenuBar(false);
  QLabel* wordmark = make_label(QStringLiteral("Lossline"), "wordmark", bar);
  bar->setCornerWidget(wordmark, Qt::TopLeftCorner);

  QMenu* file = bar->addMenu(tr("&File"));
  file->addActions({open_action_, export_action_, curve_action_, picture_action_});
  file->addSeparator();
  QAction* quit = add_action(tr("&Quit"), "quitAction", QKeySequence(tr("Ctrl+Q")));
  connect(quit, &QAction::triggered, this, &QWidget::close);
  file->addAction(quit);

  QMenu* run = bar->addMenu(tr("&Run"));
  run->addActions({train_cpu_action_, train_gpu_action_});
  run->addSeparator();
  run->addActions({pause_action_, step_action_, stop_action_});

  QMenu* view = bar->addMenu(tr("&View"));
  view->addActions({log_action_, fit_action_, clear_reports_action_});
  view->addSeparator();
  themes_ = new QActionGroup(this);
  const std::pair<Theme, QString> names[] = {
      {Theme::Auto, tr("Colours of the &desktop")}, {Theme::Light, tr("L&ight")}, {Theme::Dark, tr("D&ark")}};
  for (const auto& [theme, name] : names) {
    QAction* action = themes_->addAction(name);
    action->setCheckable(true);
    action->setChecked(theme == style_.theme());
    connect(action, &QAction::triggered, this, [this, chosen = theme] { style_.set_theme(chosen); });
    view->addAction(action);
  }
  view->addSeparator();
  view->addAction(full_screen_action_);

  QMenu* help = bar->addMenu(tr("&Help"));
  QAction* keys = add_action(tr("&Keyboard shortcuts"), "shortcutsAction", QKeySequence(tr("Ctrl+/")));
  QAction* about = add_action(tr("&About Lossline"), "aboutAction", QKeySequence());
  connect(keys, &QAction::triggered, this, &MainWindow::show_shortcuts);
  connect(about, &QAction::triggered, this, &MainWindow::show_about);
  help->addActions({gpu_page_action_, compare_gpus_action_});
  help->addSeparator();
  help->addActions({keys, about});

  status_left_ = make_label({}, "status", this);
  status_right_ = make_label({}, "status", this);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(status_left_, 1);
  statusBar()->addPermanentWidget(status_right_);
}

}  // namespace lossline
