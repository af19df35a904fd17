// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_files.h"

#include <QFile>

#include "core/report/report_file.h"

namespace lossline {

QString to_qstring(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}
std::filesystem::path to_path(const QString& text) {
  return QFile::encodeName(text).toStdString();
}

ReportFiles::ReportFiles(QObject* parent) : QObject(parent), jobs_([this] { doorbell_.ring(); }) {
  connect(&doorbell_, &Doorbell::rung, this, &ReportFiles::take_answers);
}

ReportFiles::~ReportFiles() {
  jobs_.finish({});
}

void ReportFiles::read(const std::filesystem::path& file) {
  const auto failed = [this, file](const std::string& sentence) {
    jobs_.answer([this, file, text = QString::fromStdString(sentence)] { Q_EMIT read_failed(to_qstring(file), text); });
  };
  jobs_.post(
      [this, file, failed] {
        Result<RunReport> report = read_report(file);
        if (!report.ok()) {
          failed(report.error().message);
          return;
        }
        jobs_.answer([this, file, shared = std::make_shared<const RunReport>(std::move(report).value())] {
          Q_EMIT read_done(to_qstring(file), shared);
        });
      },
      [failed](const std::string& what) { failed("the report could not be read: " + what); });
}

void ReportFiles::write(const std::filesystem::path& file, std::shared_ptr<const RunRecord> record, Kind kind) {
  const auto failed = [this, file, kind](const std::string& sentence) {
    jobs_.answer([this, file, kind, text = QString::fromStdString(sentence)] {
      Q_EMIT write_failed(to_qstring(file), kind, text);
    });
  };
  jobs_.post(
      [this, file, record, kind, failed] {
        const Result<void> written =
            kind == Kind::Report ? write_report(file, *record) : write_curve_csv(file, *record);
        if (!written.ok()) {
          failed(written.error().message);
          return;
        }
        jobs_.answer([this, file, kind, record] { Q_EMIT write_done(to_qstring(file), kind, record); });
      },
      [failed](const std::string& what) { failed("the file could not be written: " + what); });
}

void ReportFiles::take_answers() {
  while (const auto answer = jobs_.take()) {
    (*answer)();
  }
}

void ReportFiles::wait() {
  while (const auto answer = jobs_.wait()) {
    (*answer)();
  }
}

}  // namespace lossline
