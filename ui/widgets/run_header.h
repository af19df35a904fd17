// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/api/run_record.h"
#include "ui/session/training_session.h"

class QProgressBar;

namespace lossline {

class Figure;

/// The figures of a run in one line, over a thin bar of its progress: epoch n / N, loss, speed, elapsed, time left, and
/// the test accuracy once it is known.
class RunHeader : public QWidget {
  Q_OBJECT

 public:
  explicit RunHeader(QWidget* parent = nullptr);
  /// Nothing has run: dashes.
  void clear();
  void show_figures(const LiveFigures& figures);
  void show_record(const RunRecord& record);

 private:
  Figure* epoch_;
  Figure* loss_;
  Figure* accuracy_;
  Figure* speed_;
  Figure* elapsed_;
  QProgressBar* bar_;
};

}  // namespace lossline
