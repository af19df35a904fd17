// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include <QObject>
#include <QString>

#include "core/api/run_record.h"
#include "core/report/run_report.h"
#include "ui/session/doorbell.h"
#include "ui/session/job_thread.h"

namespace lossline {

/// Reads and writes reports on a thread of its own: a long history takes seconds, and a slow disk more. Lives on the
/// GUI thread; so do its signals. Jobs are done in the order they were asked for; the destructor lets a write under way
/// end.
class ReportFiles : public QObject {
  Q_OBJECT

 public:
  enum class Kind { Report, Curve };

  explicit ReportFiles(QObject* parent = nullptr);
  ~ReportFiles() override;

  void read(const std::filesystem::path& file);
  void write(const std::filesystem::path& file, std::shared_ptr<const RunRecord> record, Kind kind);
  /// Blocks until everything asked for is done; its signals were emitted when this returns.
  void wait();

 Q_SIGNALS:
  void read_done(const QString& file, std::shared_ptr<const lossline::RunReport> report);
  void read_failed(const QString& file, const QString& sentence);
  void write_done(const QString& file, lossline::ReportFiles::Kind kind,
                  std::shared_ptr<const lossline::RunRecord> record);
  void write_failed(const QString& file, lossline::ReportFiles::Kind kind, const QString& sentence);

 private:
  void take_answers();

  Doorbell doorbell_;  // outlives the jobs, which ring it
  JobThread jobs_;
};

/// A path as people read it, and back. Files are bytes; what is not UTF-8 is shown with replacement characters.
[[nodiscard]] QString to_qstring(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path to_path(const QString& text);

}  // namespace lossline
