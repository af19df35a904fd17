// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/table_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/api/number_text.h"

namespace lossline {
namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) {
      return fields;
    }
    line.remove_prefix(comma + 1);
  }
}

class TableReader {
 public:
  explicit TableReader(Dataset& table) : table_(table) {}

  Result<void> header(std::string_view line) {
    std::vector<std::string_view> names = fields_of(line);
    if (names.size() < 2 || std::find(names.begin(), names.end(), std::string_view()) != names.end()) {
      return fault("the header must name at least one feature and the target");
    }
    table_.target = names.back();
    names.pop_back();
    table_.features.assign(names.begin(), names.end());
    return {};
  }

  Result<void> row(std::string_view line) {
    ++line_;
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.size() != table_.columns() + 1) {
      return fault("holds " + integer_text(std::uint64_t{fields.size()}) + " values instead of " +
                   integer_text(std::uint64_t{table_.columns() + 1}));
    }
    for (std::size_t column = 0; column < table_.columns(); ++column) {
      const auto number = parse_double(fields[column]);
      if (!number) {
        return fault("\"" + std::string(fields[column]) + "\" is not a number");
      }
      table_.x.push_back(*number);
    }
    const auto found = std::find(table_.classes.begin(), table_.classes.end(), fields.back());
    if (found == table_.classes.end()) {
      return fault("\"" + std::string(fields.back()) + "\" is none of the classes");
    }
    table_.labels.push_back(static_cast<std::int32_t>(std::distance(table_.classes.begin(), found)));
    ++table_.rows;
    return {};
  }

 private:
  [[nodiscard]] Error fault(const std::string& what) const {
    return {ErrorCode::Internal, "built-in dataset " + table_.name + ", line " + integer_text(line_) + ": " + what};
  }

  Dataset& table_;
  std::uint64_t line_ = 1;
};

}  // namespace

Result<void> parse_class_table(std::string_view text, Dataset& dataset) {
  Dataset table = dataset;
  table.features.clear();
  table.rows = 0;
  table.x.clear();
  table.labels.clear();
  table.values.clear();
  TableReader reader(table);
  bool first = true;
  while (first || !text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    auto read = first ? reader.header(line) : reader.row(line);
    if (!read.ok()) {
      return read;
    }
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  dataset = std::move(table);
  return {};
}

}  // namespace lossline
