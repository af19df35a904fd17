// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_resume.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/api/number_text.h"
#include "core/report/complete_record.h"

namespace lossline {
namespace {

constexpr const char* kWhatToDo = "; give --out another name, or delete the file";

Error foreign(const std::string& what) {
  return {ErrorCode::Format, what + kWhatToDo};
}

/// Whether what has no end yet may be the beginning of our own first line. Nothing else is cut off a file that has no
/// line of ours.
bool begins_ours(std::string_view text, SweepFormat format) {
  const std::string ours = format == SweepFormat::Csv ? sweep_header(format) : "{\"index\":";
  const std::size_t common = std::min(text.size(), ours.size());
  return text.substr(0, common) == std::string_view(ours).substr(0, common);
}

std::optional<Error> add_row(const SweepGrid& grid, SweepRow row, std::size_t line, SweepResume& resume) {
  const std::string where = "line " + integer_text(std::uint64_t{line});
  if (row.index >= grid.size() || row.config_hash != config_hash(grid.config(row.index))) {
    return foreign("holds the rows of another sweep: " + where + " is none of this one's runs");
  }
  if (!resume.done[row.index]) {
    resume.done[row.index] = true;
    resume.rows.push_back(std::move(row));
  }
  return std::nullopt;
}

}  // namespace

Result<SweepResume> resume_sweep(std::string_view text, SweepFormat format, const SweepGrid& grid) {
  SweepResume resume;
  resume.done.resize(grid.size());
  const std::string header = sweep_header(format);
  std::size_t line = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', resume.whole_bytes)) {
    const std::string_view words = text.substr(resume.whole_bytes, end - resume.whole_bytes);
    ++line;
    if (line == 1 && !header.empty()) {
      if (text.substr(0, end + 1) != header) {
        return foreign("is no file of a sweep, or one of another version: its first line is not that of this one");
      }
    } else {
      Result<SweepRow> row = read_sweep_line(format, words);
      if (!row.ok()) {
        return foreign("is no file of a sweep: line " + integer_text(std::uint64_t{line}) + " " + row.error().message);
      }
      if (auto error = add_row(grid, std::move(row).value(), line, resume)) {
        return *std::move(error);
      }
    }
    resume.whole_bytes = end + 1;
  }
  resume.torn = resume.whole_bytes < text.size();
  if (resume.whole_bytes == 0 && !begins_ours(text, format)) {
    return foreign("is no file of a sweep");
  }
  resume.needs_header = resume.whole_bytes == 0 && !header.empty();
  return resume;
}

}  // namespace lossline
