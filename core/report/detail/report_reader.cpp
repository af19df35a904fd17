// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/report_reader.h"

#include <cmath>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/report/detail/fields.h"
#include "core/report/detail/record_fields.h"
#include "core/report/detail/record_json.h"
#include "core/report/detail/report_document.h"
#include "core/report/detail/unknown.h"

namespace lossline {
namespace detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kOtherFile = "; choose a file that Lossline exported";
constexpr std::string_view kOtherCopy = "; use another copy of it, or export the run again";

std::string_view without_mark(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? text.substr(kByteOrderMark.size()) : text;
}

// Why a document that is JSON is not a report of ours, or not one this version reads. Empty when it is.
std::string why_not_ours(const Json& root) {
  const auto schema = root.is_object() ? root.find("schema") : root.end();
  if (!root.is_object() || schema == root.end() || *schema != std::string(kReportSchema)) {
    return "is JSON, but not a Lossline run report" + std::string(kOtherFile);
  }
  const auto version = root.find("schema_version");
  if (version == root.end()) {
    return "lacks \"schema_version\", which every run report has" + std::string(kOtherCopy);
  }
  if (!version->is_number() || version->get<double>() < 1) {
    return "is damaged: \"schema_version\" must be a whole number from 1 on" + std::string(kOtherCopy);
  }
  const double major = std::floor(version->get<double>());
  if (major > kReportSchemaVersion) {
    return "is a run report of version " + shortest(major) + ", and Lossline " LOSSLINE_VERSION " reads version " +
           integer_text(std::int64_t{kReportSchemaVersion}) + " only; open it with a newer Lossline";
  }
  for (const char* key : {"config", "history"}) {
    const auto found = root.find(key);
    if (found == root.end() || found->is_null()) {
      return "lacks \"" + std::string(key) + "\", which every run report has" + std::string(kOtherCopy);
    }
  }
  return {};
}

// The names beyond those this version knows, checked on the way.
std::vector<std::string> extra_columns(Fields history, std::string& fault) {
  std::vector<std::string> columns;
  history.read("columns", columns);
  const Json* rows = history.value("rows");
  if (rows == nullptr || !rows->is_array()) {
    history.wrong("rows", "a list");
  }
  std::vector<std::string> extra;
  bool epoch = false;
  bool loss = false;
  for (std::string& name : columns) {
    bool& seen = name == "epoch" ? epoch : loss;
    if ((name == "epoch" || name == "train_loss") && !seen) {
      seen = true;
    } else {
      extra.push_back(std::move(name));
    }
  }
  if ((!epoch || !loss) && fault.empty()) {
    fault = "\"history.columns\" must name epoch and train_loss";
  }
  return extra;
}

Result<RunReport> read_document(const std::string& subject, ReportDocument document) {
  std::string fault;
  RunReport report;
  const Fields root(&document.root, "", fault);
  report.record = record_from(root, report.warnings);
  const auto columns = extra_columns(Fields(root).child("history"), fault);
  if (fault.empty()) {
    fault = document.row_fault;
  }
  if (!fault.empty()) {
    return Error{ErrorCode::Format, subject + " is damaged: " + fault + std::string(kOtherCopy) + '.'};
  }
  report.record.history = std::move(document.history);
  Json& history = document.root["history"];
  history.erase("columns");
  history.erase("rows");
  report.unknown_json = unknown_text(document.root, record_to_json(report.record), columns, document.extra_rows);
  return report;
}

Result<RunReport> parse(const std::string& subject, std::string_view text) {
  text = without_mark(text);
  std::string why = why_no_report(text);
  if (!why.empty()) {
    return Error{ErrorCode::Format, subject + ' ' + why + '.'};
  }
  ReportDocument document = take_apart(text, {"epoch", "train_loss"});
  if (!document.syntax_fault.empty()) {
    return Error{ErrorCode::Format, subject + ' ' + document.syntax_fault + std::string(kOtherCopy) + '.'};
  }
  why = why_not_ours(document.root);
  if (!why.empty()) {
    return Error{ErrorCode::Format, subject + ' ' + why + '.'};
  }
  if (document.columns_late) {
    std::vector<std::string> columns;
    std::string ignored;
    Fields(&document.root, "", ignored).child("history").read("columns", columns);
    if (columns != document.columns) {
      document = take_apart(text, columns);
    }
  }
  return read_document(subject, std::move(document));
}

}  // namespace

std::string why_no_report(std::string_view start) {
  start = without_mark(start);
  const auto first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) {
    return "is empty" + std::string(kOtherFile);
  }
  return start[first] == '{' ? std::string() : "is not a Lossline run report" + std::string(kOtherFile);
}

Result<RunReport> parse_report_of(const std::string& subject, std::string_view text) {
  try {
    return parse(subject, text);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::Io, subject + " does not fit into memory; close some programs and try again."};
  }
}

}  // namespace detail

Result<RunReport> parse_report(std::string_view text) {
  return detail::parse_report_of("The report", text);
}

}  // namespace lossline
