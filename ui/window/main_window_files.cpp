// SPDX-License-Identifier: GPL-3.0-or-later
// Files and closing: what must not lose anything.
#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "core/analysis/strategy_advice.h"
#include "core/hardware/clean_text.h"
#include "ui/widgets/fused_line.h"
#include "ui/widgets/loss_chart.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/outcome_text.h"
#include "ui/window/report_files.h"

namespace lossline {
namespace {

/// The desktop's own file dialog where there is a desktop.
QFileDialog::Options dialog_options() {
  const QString platform = QGuiApplication::platformName();
  const bool bare = platform == QLatin1String("offscreen") || platform == QLatin1String("minimal");
  return bare ? QFileDialog::DontUseNativeDialog : QFileDialog::Options();
}

/// What a file says of itself, on one line and without characters that change the text around it.
QString shown_text(const std::string& text) {
  return QString::fromStdString(clean_text(text));
}

}  // namespace

void MainWindow::connect_files() {
  connect(open_action_, &QAction::triggered, this, &MainWindow::ask_open);
  connect(export_action_, &QAction::triggered, this, &MainWindow::ask_export);
  connect(curve_action_, &QAction::triggered, this, &MainWindow::ask_export_curve);
  connect(picture_action_, &QAction::triggered, this, &MainWindow::ask_save_picture);
  connect(files_, &ReportFiles::read_done, this,
          [this](const QString& file, const std::shared_ptr<const RunReport>& report) {
            show_report(*report, file);
            Q_EMIT report_opened(true);
          });
  connect(files_, &ReportFiles::read_failed, this, [this](const QString&, const QString& sentence) {
    message_->say(MessageBar::Kind::Error, sentence);
    Q_EMIT report_opened(false);
  });
  connect(files_, &ReportFiles::write_done, this,
          [this](const QString& file, ReportFiles::Kind kind, const std::shared_ptr<const RunRecord>& record) {
            const QString name = QFileInfo(file).fileName();
            if (kind == ReportFiles::Kind::Curve) {
              status_right_->setText(tr("Curve saved: %1").arg(name));
              return;
            }
            exported_ = exported_ || record == record_;
            status_right_->setText(tr("Report saved: %1").arg(name));
            status_right_->setToolTip(file);
            Q_EMIT report_exported({});
          });
  connect(files_, &ReportFiles::write_failed, this,
          [this](const QString&, ReportFiles::Kind kind, const QString& sentence) {
            write_failed_ = true;
            message_->say(MessageBar::Kind::Error,
                          tr("Not saved: %1 The run is kept; try another place.")
                              .arg(sentence.endsWith(QLatin1Char('.')) ? sentence : sentence + QLatin1Char('.')));
            if (kind == ReportFiles::Kind::Report) {
              Q_EMIT report_exported(sentence);
            }
          });
}

void MainWindow::open_report(const std::filesystem::path& file) {
  files_->read(file);
}

void MainWindow::show_report(const RunReport& report, const QString& file) {
  const RunRecord& record = report.record;
  const QString name =
      record.display_name.empty() ? QFileInfo(file).completeBaseName() : shown_text(record.display_name);
  chart_->add_other(record.history, name);
  clear_reports_action_->setEnabled(true);
  QString sentence =
      tr("%1: %2 epochs of %3 on %4")
          .arg(QFileInfo(file).fileName(), QString::fromStdString(count_text(record.summary.epochs_done)),
               shown_text(record.config.dataset),
               QString::fromStdString(record.resolved.device.empty() ? to_text(record.config.device)
                                                                     : record.resolved.device));
  sentence += QStringLiteral(". ") + outcome_text(record);
  if (const auto advice = fused_advice(record.resolved, record.config.epochs, record.summary.epochs_done,
                                       record.summary.train_seconds)) {
    sentence += QStringLiteral(". ") + fused_sentence(*advice);
  }
  for (const std::string& warning : report.warnings) {
    sentence += QLatin1Char('\n') + QString::fromStdString(warning);
  }
  message_->say(MessageBar::Kind::Notice, sentence);
}

void MainWindow::export_report(const std::filesystem::path& file) {
  if (record_ == nullptr) {
    Q_EMIT report_exported(tr("There is no run to export yet."));
    return;
  }
  files_->write(file, record_, ReportFiles::Kind::Report);
}

QString MainWindow::suggested_name(const QString& ending) const {
  const std::string dataset = record_ == nullptr ? "lossline" : record_->config.dataset;
  return QString::fromStdString(dataset) + ending;
}

QString MainWindow::ask_save_name(const QString& title, const QString& suggestion, const QString& filter) {
  return QFileDialog::getSaveFileName(this, title, suggestion, filter, nullptr, dialog_options());
}

void MainWindow::ask_export() {
  const QString file =
      ask_save_name(tr("Export report"), suggested_name(QStringLiteral(".json")), tr("Run reports (*.json)"));
  if (!file.isEmpty()) {
    export_report(to_path(file));
  }
}

void MainWindow::ask_export_curve() {
  const QString file = ask_save_name(tr("Export curve"), suggested_name(QStringLiteral("-curve.csv")),
                                     tr("Comma-separated values (*.csv)"));
  if (!file.isEmpty() && record_ != nullptr) {
    files_->write(to_path(file), record_, ReportFiles::Kind::Curve);
  }
}

void MainWindow::ask_open() {
  const QStringList files = QFileDialog::getOpenFileNames(
      this, tr("Open report"), {}, tr("Run reports (*.json);;All files (*)"), nullptr, dialog_options());
  for (const QString& file : files) {
    open_report(to_path(file));
  }
}

void MainWindow::ask_save_picture() {
  const QString file =
      ask_save_name(tr("Save chart picture"), suggested_name(QStringLiteral(".png")), tr("Pictures (*.png)"));
  if (file.isEmpty()) {
    return;
  }
  // With its title and figures: the whole card, not the bare chart.
  if (chart_->parentWidget()->grab().save(file, "PNG")) {
    status_right_->setText(tr("Picture saved: %1").arg(QFileInfo(file).fileName()));
  } else {
    message_->say(MessageBar::Kind::Error, tr("The picture could not be written to %1; try another folder.").arg(file));
  }
}

MainWindow::CloseAnswer MainWindow::ask_close() {
  QMessageBox box(QMessageBox::Question, tr("Close Lossline"), tr("A run is going on."), QMessageBox::NoButton, this);
  box.setObjectName(QStringLiteral("closeWhileTrainingDialog"));
  box.setInformativeText(tr("Its losses and results so far are kept only if you export its report."));
  QPushButton* save = box.addButton(tr("Stop and export…"), QMessageBox::AcceptRole);
  QPushButton* stop = box.addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
  QPushButton* keep = box.addButton(tr("Keep training"), QMessageBox::RejectRole);
  save->setObjectName(QStringLiteral("stopAndExportButton"));
  stop->setObjectName(QStringLiteral("stopAndCloseButton"));
  keep->setObjectName(QStringLiteral("keepTrainingButton"));
  box.setDefaultButton(save);
  box.setEscapeButton(keep);
  box.exec();
  if (box.clickedButton() == save) {
    return CloseAnswer::StopAndExport;
  }
  return box.clickedButton() == stop ? CloseAnswer::Stop : CloseAnswer::Keep;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (session_.busy() && ask_before_close_) {
    const CloseAnswer answer = ask_close();
    if (answer == CloseAnswer::Keep) {
      event->ignore();
      return;
    }
    if (answer == CloseAnswer::StopAndExport) {
      session_.stop_and_wait();  // one batch at most; the run may also have ended while the question stood there
      ask_export();
      files_->wait();
      if (!exported_) {  // cancelled or failed: the run stays on the screen for another try
        event->ignore();
        return;
      }
    }
  }
  Q_EMIT closing();
  session_.stop_and_wait();
  write_failed_ = false;
  files_->wait();
  if (write_failed_ && ask_before_close_) {  // asked for just before, and not done: the run must not go with the window
    event->ignore();
    return;
  }
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  for (const QUrl& url : urls) {
    if (url.isLocalFile()) {
      open_report(to_path(url.toLocalFile()));
    }
  }
  event->acceptProposedAction();
}

void MainWindow::show_shortcuts() {
  QString rows;
  const QList<QMenu*> menus = menuBar()->findChildren<QMenu*>();
  for (const QMenu* menu : menus) {
    const QList<QAction*> actions = menu->actions();
    for (const QAction* action : actions) {
      if (!action->shortcut().isEmpty()) {
        rows += QStringLiteral(
                    "<tr><td style='padding:3px 18px 3px 0'><b>%1</b></td><td style='padding:3px 0'>%2</td></tr>")
                    .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                         action->text().remove(QLatin1Char('&')).toHtmlEscaped());
      }
    }
  }
  rows += QStringLiteral("<tr><td style='padding:3px 18px 3px 0'><b>%1</b></td><td>%2</td></tr>")
              .arg(tr("Drag"), tr("Zoom to some epochs"));
  rows += QStringLiteral("<tr><td style='padding:3px 18px 3px 0'><b>%1</b></td><td>%2</td></tr>")
              .arg(tr("Alt+wheel"), tr("Zoom in and out"));
  rows += QStringLiteral("<tr><td style='padding:3px 18px 3px 0'><b>%1</b></td><td>%2</td></tr>")
              .arg(tr("Double-click"), tr("Whole run"));
  QMessageBox box(QMessageBox::NoIcon, tr("Keyboard shortcuts"), QStringLiteral("<table>%1</table>").arg(rows),
                  QMessageBox::Close, this);
  box.setObjectName(QStringLiteral("shortcutsDialog"));
  box.exec();
}

void MainWindow::show_about() {
  QMessageBox box(QMessageBox::NoIcon, tr("About Lossline"),
                  tr("<b>Lossline %1</b><p>What does it cost to train this network, on this machine, and why?</p>"
                     "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                      .arg(QCoreApplication::applicationVersion()),
                  QMessageBox::Close, this);
  box.setObjectName(QStringLiteral("aboutDialog"));
  box.exec();
}

}  // namespace lossline
