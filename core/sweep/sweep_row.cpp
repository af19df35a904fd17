// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_row.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/report/complete_record.h"

namespace lossline {
namespace {

struct Cell {
  enum class Kind { Empty, Text, Number, List };
  Kind kind = Kind::Empty;
  std::string text;
};

Cell text_cell(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      c = ' ';  // a row is a line, whatever a message or a name has in it
    }
  }
  return {Cell::Kind::Text, std::move(text)};
}

Cell number_cell(std::uint64_t value) {
  return {Cell::Kind::Number, integer_text(value)};
}

Cell number_cell(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Cell{Cell::Kind::Number, shortest(*value)} : Cell{};
}

Cell number_cell(const std::optional<std::uint64_t>& value) {
  return value ? number_cell(*value) : Cell{};
}

Cell config_cell(const TrainConfig& config, const ConfigField& field) {
  std::string text = field_text(config, field.name);
  if (field.name == "hidden") {
    return {Cell::Kind::List, std::move(text)};
  }
  const bool number = parse_double(text).has_value();
  return number ? Cell{Cell::Kind::Number, std::move(text)} : text_cell(std::move(text));
}

struct Column {
  std::string name;
  Cell cell;
};

std::vector<Column> columns_of(const SweepRow& row, const TrainConfig& asked, const RunRecord& record) {
  const Summary& summary = record.summary;
  std::vector<Column> columns = {{"index", number_cell(row.index)}, {"dataset", text_cell(asked.dataset)}};
  for (const ConfigField& field : config_fields()) {
    columns.push_back({std::string(field.key), config_cell(asked, field)});
  }
  const std::vector<Column> results = {
      {"resolved_device", text_cell(record.resolved.device)},
      {"resolved_strategy", text_cell(record.resolved.strategy)},
      {"resolved_loss", text_cell(record.resolved.loss)},
      {"resolved_threads", number_cell(static_cast<std::uint64_t>(std::max(0, record.resolved.threads)))},
      {"state", text_cell(std::string(to_text(record.state)))},
      {"error", record.error ? text_cell(record.error->message) : Cell{}},
      {"epochs_done", number_cell(summary.epochs_done)},
      {"first_loss", number_cell(summary.first_loss)},
      {"last_loss", number_cell(summary.last_loss)},
      {"best_loss", number_cell(summary.best_loss)},
      {"best_epoch", number_cell(summary.best_epoch)},
      {"first_nonfinite_epoch", number_cell(summary.first_nonfinite_epoch)},
      {"train_accuracy", number_cell(summary.train_accuracy)},
      {"test_accuracy", number_cell(summary.test_accuracy)},
      {"test_loss", number_cell(summary.test_loss)},
      {"train_seconds", number_cell(std::optional<double>(summary.train_seconds))},
      {"config_hash", text_cell(row.config_hash)},
      {"initial_weights_hash", text_cell(record.initial_weights_hash)}};
  columns.insert(columns.end(), results.begin(), results.end());
  return columns;
}

std::string csv_text(const Cell& cell) {
  if (cell.text.find_first_of(",\"") == std::string::npos) {
    return cell.text;
  }
  std::string quoted = "\"";
  for (const char c : cell.text) {
    quoted += c;
    if (c == '"') {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string json_quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::Text:
      return json_quoted(cell.text);
    case Cell::Kind::Number:
      return cell.text;
    case Cell::Kind::List:
      return '[' + cell.text + ']';
    case Cell::Kind::Empty:
      break;
  }
  return "null";
}

/// The fields of one line; empty when its quotes don't fit.
std::optional<std::vector<std::string>> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"' && (quoted || fields.back().empty())) {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return quoted ? std::nullopt : std::optional(std::move(fields));
}

/// The line's values as texts, in the order of the columns; empty when it has others.
std::optional<std::vector<std::string>> json_fields(std::string_view line) {
  const auto object = nlohmann::ordered_json::parse(line.begin(), line.end(), nullptr, false);
  if (!object.is_object() || object.size() != sweep_columns().size()) {
    return std::nullopt;
  }
  std::vector<std::string> fields;
  for (const std::string& name : sweep_columns()) {
    const auto member = object.find(name);
    if (member == object.end()) {
      return std::nullopt;
    }
    fields.push_back(member->is_string() ? member->get<std::string>() : member->is_null() ? "" : member->dump());
  }
  return fields;
}

std::optional<RunState> state_of(std::string_view text) {
  for (const RunState state : {RunState::Finished, RunState::Diverged, RunState::Failed}) {
    if (to_text(state) == text) {
      return state;
    }
  }
  return std::nullopt;  // a stopped run has no row
}

const std::string& field_of(const std::vector<std::string>& fields, std::string_view column) {
  const auto& names = sweep_columns();
  return fields[static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin())];
}

}  // namespace

std::optional<SweepFormat> sweep_format_of(std::string_view file_name) {
  const auto ends_with = [&file_name](std::string_view ending) {
    return file_name.size() > ending.size() && file_name.substr(file_name.size() - ending.size()) == ending;
  };
  if (ends_with(".csv")) {
    return SweepFormat::Csv;
  }
  return ends_with(".jsonl") ? std::optional(SweepFormat::JsonLines) : std::nullopt;
}

const std::vector<std::string>& sweep_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (Column& column : columns_of({}, {}, {})) {
      list.push_back(std::move(column.name));
    }
    return list;
  }();
  return names;
}

std::string sweep_header(SweepFormat format) {
  std::string line;
  if (format == SweepFormat::Csv) {
    for (const std::string& name : sweep_columns()) {
      line += (line.empty() ? "" : ",") + name;
    }
    line += '\n';
  }
  return line;
}

std::string sweep_line(SweepFormat format, const SweepRow& row, const TrainConfig& asked, const RunRecord& record) {
  const bool csv = format == SweepFormat::Csv;
  std::string line;
  for (const Column& column : columns_of(row, asked, record)) {
    line += line.empty() ? (csv ? "" : "{") : ",";
    line += csv ? csv_text(column.cell) : json_quoted(column.name) + ":" + json_text(column.cell);
  }
  return line + (csv ? "\n" : "}\n");
}

SweepRow sweep_row_of(std::uint64_t index, const TrainConfig& asked, const RunRecord& record) {
  const Summary& summary = record.summary;
  return {index, config_hash(asked), record.state, summary.test_accuracy, summary.test_loss, summary.train_seconds};
}

Result<SweepRow> read_sweep_line(SweepFormat format, std::string_view line) {
  const auto fields = format == SweepFormat::Csv ? csv_fields(line) : json_fields(line);
  if (!fields || fields->size() != sweep_columns().size()) {
    return Error{ErrorCode::Format, "has other columns than a sweep's row"};
  }
  const auto index = parse_uint64(field_of(*fields, "index"));
  const auto state = state_of(field_of(*fields, "state"));
  if (!index || !state) {
    return Error{ErrorCode::Format, "has no index or no state of a sweep's row"};
  }
  SweepRow row;
  row.index = *index;
  row.state = *state;
  row.config_hash = field_of(*fields, "config_hash");
  row.test_accuracy = parse_double(field_of(*fields, "test_accuracy"));
  row.test_loss = parse_double(field_of(*fields, "test_loss"));
  row.train_seconds = parse_double(field_of(*fields, "train_seconds")).value_or(0);
  return row;
}

}  // namespace lossline
