// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/report_writer.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/report/detail/json_text.h"
#include "core/report/detail/record_json.h"
#include "core/report/detail/unknown.h"

namespace lossline {
namespace detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr std::size_t kRowsPerLine = 8;  // short enough to read, long enough to keep the file small

/// The rows of the history, straight from where they are.
class RowWriter {
 public:
  RowWriter(const LossHistory& history, const UnknownHead& unknown, const WriteBytes& write)
      : history_(history), extra_columns_(unknown.columns.size()), extra_(unknown.rows), write_(write) {}

  /// Appends to `out`, handing it on and emptying it whenever it is long enough.
  bool append(std::string& out) {
    const std::size_t count = history_.size();
    out += '[';
    bool good = true;
    history_.for_each_span(0, count, [&](const LossPoint* points, std::size_t length) {
      for (std::size_t i = 0; good && i < length; ++i) {
        append_row(out, points[i]);
        if (out.size() >= kPiece) {
          good = write_(out);
          out.clear();
        }
      }
    });
    out += count == 0 ? "]" : "\n    ]";
    return good;
  }

 private:
  void append_row(std::string& out, const LossPoint& point) {
    out += index_ == 0 ? "" : ",";
    out += index_ % kRowsPerLine == 0 ? "\n      [" : " [";
    ++index_;
    out += integer_text(std::uint64_t{point.epoch});
    out += ',';
    append_number(out, point.loss);
    if (extra_columns_ > 0) {
      append_extra(out);
    }
    out += ']';
  }

  void append_extra(std::string& out) {
    out += ',';
    if (extra_.empty()) {  // a run that went on after its report was opened: nothing is known of these columns
      for (std::size_t i = 0; i < extra_columns_; ++i) {
        out += i == 0 ? "null" : ",null";
      }
      return;
    }
    const std::size_t line = std::min(extra_.find('\n'), extra_.size());
    out += extra_.substr(0, line);
    extra_.remove_prefix(std::min(line + 1, extra_.size()));
  }

  const LossHistory& history_;
  std::size_t extra_columns_;
  std::string_view extra_;
  const WriteBytes& write_;
  std::size_t index_ = 0;
};

void begin_key(std::string& out, std::size_t indent, const std::string& name, bool first) {
  out += first ? "\n" : ",\n";
  out.append(indent * 2, ' ');
  append_string(out, name);
  out += ": ";
}

bool append_history(std::string& out, const Json& others, const UnknownHead& unknown, const LossHistory& history,
                    const WriteBytes& write) {
  Json columns = {"epoch", "train_loss"};
  for (const std::string& name : unknown.columns) {
    columns.push_back(name);
  }
  out += '{';
  begin_key(out, 2, "columns", true);
  append_pretty(out, columns, 2, 15);
  begin_key(out, 2, "rows", false);
  if (!RowWriter(history, unknown, write).append(out)) {
    return false;
  }
  for (const auto& [name, value] : others.items()) {
    begin_key(out, 2, name, false);
    append_pretty(out, value, 2, name.size() + 8);
  }
  out += "\n  }";
  return true;
}

}  // namespace

bool write_report_text(const RunRecord& record, std::string_view unknown_json, const WriteBytes& write) {
  Json root = record_to_json(record);
  const UnknownHead unknown = restore_unknown(root, unknown_json);
  static const LossHistory kNone;
  const LossHistory& history = record.history ? *record.history : kNone;
  std::string out = "{";
  bool first = true;
  for (const auto& [name, value] : root.items()) {
    begin_key(out, 1, name, first);
    first = false;
    if (name != "history") {
      append_pretty(out, value, 1, name.size() + 6);
    } else if (!append_history(out, value, unknown, history, write)) {
      return false;
    }
  }
  out += "\n}\n";
  return write(out);
}

}  // namespace detail

std::string report_text(const RunReport& report) {
  std::string text;
  detail::write_report_text(report.record, report.unknown_json, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

}  // namespace lossline
