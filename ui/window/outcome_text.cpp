// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/outcome_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/analysis/progress_text.h"
#include "core/hardware/clean_text.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("lossline::outcome", text);
}

QString threads_text(int threads) {
  return threads == 1 ? tr("1 thread") : tr("%1 threads").arg(threads);
}

QString device_text(const std::string& device) {
  return device == "cpu" ? tr("CPU") : tr("GPU %1").arg(from_utf8(device.substr(device.find(':') + 1)));
}

QString state_word(RunState state) {
  switch (state) {
    case RunState::Finished:
      return tr("Finished");
    case RunState::Stopped:
      return tr("Stopped");
    case RunState::Diverged:
      return tr("Diverged");
    case RunState::Failed:
      break;
  }
  return tr("Failed");
}

}  // namespace

QString outcome_text(const RunRecord& record) {
  const Summary& summary = record.summary;
  QStringList parts;
  if (record.state == RunState::Diverged && summary.first_nonfinite_epoch) {
    parts << tr("the loss is not finite from epoch %1 on").arg(from_utf8(count_text(*summary.first_nonfinite_epoch)));
  } else if (record.state == RunState::Stopped) {
    parts << tr("after %1 of %2 epochs")
                 .arg(from_utf8(count_text(summary.epochs_done)), from_utf8(count_text(record.config.epochs)));
  }
  if (record.state != RunState::Failed && summary.first_loss && summary.last_loss && summary.epochs_done > 0) {
    parts
        << tr("loss %1 → %2").arg(from_utf8(loss_text(*summary.first_loss)), from_utf8(loss_text(*summary.last_loss)));
  }
  if (summary.test_accuracy && record.state != RunState::Diverged) {
    parts << tr("test accuracy %1").arg(from_utf8(percent_text(*summary.test_accuracy)));
  }
  if (summary.epochs_done > 0) {
    parts << tr("%1 of training on %2")
                 .arg(from_utf8(duration_text(summary.train_seconds)), record.resolved.device == "cpu"
                                                                           ? threads_text(record.resolved.threads)
                                                                           : device_text(record.resolved.device));
  } else if (record.state == RunState::Failed) {
    parts << tr("before the first epoch");
  }
  QString text = state_word(record.state);
  if (!parts.isEmpty()) {
    text += QStringLiteral(": ") + parts.join(QStringLiteral(", "));
  }
  if (!record.resolved.strategy_note.empty()) {  // a library's words, or a file's
    text += QStringLiteral(". ") + tr("It ran as %1: %2")
                                       .arg(from_utf8(clean_text(record.resolved.strategy)),
                                            from_utf8(clean_text(record.resolved.strategy_note)));
  }
  return text;
}

QString phase_text(const TrainingSession& session) {
  using Phase = TrainingSession::Phase;
  if (session.phase() == Phase::Preparing) {
    return tr("Preparing: engine, data, threads…");
  }
  const RunStart* start = session.current();
  if (start == nullptr) {
    return tr("Ready");
  }
  QStringList parts = {from_utf8(session.config().dataset == "iris" ? std::string("Iris") : session.config().dataset),
                       device_text(start->resolved.device), from_utf8(start->resolved.strategy)};
  if (start->resolved.device == "cpu") {
    parts << threads_text(start->resolved.threads);
  }
  switch (session.phase()) {
    case Phase::Running:
      parts << tr("running");
      break;
    case Phase::Paused:
      parts << tr("paused");
      break;
    case Phase::Stopping:
      parts << tr("stopping");
      break;
    case Phase::Idle:
    case Phase::Preparing:
      break;
  }
  return parts.join(QStringLiteral(" · "));
}

QString loss_title(const std::string& loss) {
  if (loss == "cross_entropy") {
    return tr("Cross-entropy loss");
  }
  if (loss == "bce") {
    return tr("Binary cross-entropy loss");
  }
  if (loss == "mse") {
    return tr("Mean squared error");
  }
  if (loss == "huber") {
    return tr("Huber loss");
  }
  return tr("Loss");
}

}  // namespace lossline
