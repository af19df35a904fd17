// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets.h"

#include <algorithm>
#include <cstddef>

#include "core/data/table_text.h"

namespace lossline {

namespace resources {
extern const std::string_view iris_csv;
}  // namespace resources

namespace {

struct BuiltIn {
  std::string_view name, title, description;
  std::vector<std::string> classes;
  const std::string_view* table;  // a pointer: the text is set up in another translation unit
};

const std::vector<BuiltIn>& built_ins() {
  static const std::vector<BuiltIn> all = {
      {"iris",
       "Iris",
       "150 iris flowers of three species, four lengths each (R. A. Fisher, 1936; the values of scikit-learn's "
       "load_iris).",
       {"setosa", "versicolor", "virginica"},
       &resources::iris_csv},
  };
  return all;
}

// Letters to insert, delete or change to get from a to b (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, change});
    }
  }
  return row.back();
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return result;
}

// Fit for one line of a message: no control characters, and not endless.
std::string quotable(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string result(text.substr(0, kMost));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      c = '?';
    }
  }
  return text.size() > kMost ? result + "…" : result;
}

Error unknown(std::string_view name) {
  std::string message = "unknown dataset \"" + quotable(name) + "\"";
  std::string list;
  const BuiltIn* nearest = nullptr;
  std::size_t nearest_distance = 3;  // farther than two letters is another word
  for (const BuiltIn& one : built_ins()) {
    list += (list.empty() ? "" : ", ") + std::string(one.name);
    const std::size_t length = std::max(name.size(), one.name.size());
    if (length > 64) {
      continue;
    }
    const std::size_t distance = edit_distance(lower(name), one.name);
    if (distance < nearest_distance && distance * 2 <= length) {
      nearest = &one;
      nearest_distance = distance;
    }
  }
  message += nearest != nullptr ? ": did you mean " + std::string(nearest->name) + "? Built in: " + list
                                : ": the built-in ones are " + list;
  return {ErrorCode::InvalidConfig, message};
}

}  // namespace

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const BuiltIn& one : built_ins()) {
    names.emplace_back(one.name);
  }
  return names;
}

Result<Dataset> load_dataset(std::string_view name) {
  const auto& all = built_ins();
  const auto found = std::find_if(all.begin(), all.end(), [&](const BuiltIn& one) { return one.name == name; });
  if (found == all.end()) {
    return unknown(name);
  }
  Dataset dataset;
  dataset.name = found->name;
  dataset.title = found->title;
  dataset.description = found->description;
  dataset.target_kind = TargetKind::Classes;
  dataset.classes = found->classes;
  auto read = parse_class_table(*found->table, dataset);
  if (!read.ok()) {
    return read.error();
  }
  return dataset;
}

}  // namespace lossline
