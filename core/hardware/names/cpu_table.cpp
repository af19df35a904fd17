// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_table.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/hardware/clean_text.h"
#include "core/hardware/names/id_number.h"

namespace lossline {
namespace resources {
extern const std::string_view cpu_names_txt;
}

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(by);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(at + by.size());
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool word_fits(std::string_view pattern, std::string_view word) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '*') {
      return true;  // only at the end of a word
    }
    if (i >= word.size() || (pattern[i] == '#' ? !is_digit(word[i]) : pattern[i] != '?' && pattern[i] != word[i])) {
      return false;
    }
  }
  return pattern.size() == word.size();
}

bool stands_at(const std::vector<std::string>& pattern, const std::vector<std::string>& name, std::size_t at) {
  if (at + pattern.size() > name.size()) {
    return false;
  }
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!word_fits(pattern[i], name[at + i])) {
      return false;
    }
  }
  return true;
}

void erase_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.replace(at, part.size(), " ");
  }
}

/// "FX(tm)-8350" is one word, "Core(TM)2" is not "Core 2"; a mark leaves nothing behind, except before a letter.
void drop_mark(std::string& text, std::string_view mark) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    text.erase(at, mark.size());
  }
}

/// A view of the table's text: what it points to outlives the row.
std::string_view cell(const std::vector<std::string_view>& cells, std::size_t at) {
  return at < cells.size() ? cells[at] : std::string_view();
}

std::optional<CpuRow> parse_row(std::string_view line) {
  const std::vector<std::string_view> cells = split(line, "|");
  CpuRow row;
  row.kind = cell(cells, 0);
  std::string_view cores, sure;
  if (row.kind == "x86") {
    for (const std::string_view maker : split(cell(cells, 1), ",")) {
      row.makers.emplace_back(maker);
    }
    row.family = id_number(cell(cells, 2)).value_or(-1);
    row.models = NumberSet(cell(cells, 3));
    row.steppings = NumberSet(cell(cells, 4));
    row.name = NamePattern(cell(cells, 5));
    cores = cell(cells, 6);
    row.codename = cell(cells, 7);
    row.generation = cell(cells, 8);
    sure = cell(cells, 9);
  } else if (row.kind == "arm") {
    row.family = id_number(cell(cells, 1)).value_or(-1);
    row.models = NumberSet(cell(cells, 2));
    row.steppings = NumberSet(cell(cells, 3));
    cores = cell(cells, 4);
    row.generation = cell(cells, 5);
    sure = cell(cells, 6);
  } else if (row.kind == "riscv") {
    row.key = std::string(cell(cells, 1)) + "/" + std::string(cell(cells, 2));
    cores = cell(cells, 3);
  } else if (row.kind == "machine") {
    row.key = cell(cells, 1);
    cores = cell(cells, 2);
  } else if (row.kind == "uarch" || row.kind == "name" || row.kind == "invented") {
    row.name = NamePattern(cell(cells, 1));
    cores = cell(cells, 2);
  } else {
    return std::nullopt;
  }
  row.likely = sure == "likely";
  const bool numbered = row.kind == "x86" || row.kind == "arm";
  const bool whole = (cores.empty() == (row.kind == "invented")) && (sure.empty() || row.likely) &&
                     (!numbered || (row.family >= 0 && !row.models.empty()));
  for (const std::string_view core : split(cores, " or ")) {
    row.cores.emplace_back(core);
  }
  return whole ? std::optional<CpuRow>(std::move(row)) : std::nullopt;
}

}  // namespace

std::vector<std::string> name_words(std::string_view text) {
  std::string low = lower(text);
  drop_mark(low, "(r)");
  drop_mark(low, "(tm)");
  erase_all(low, ",");
  std::vector<std::string> out;
  for (const std::string_view word : words(low)) {
    out.emplace_back(word);
  }
  return out;
}

NamePattern::NamePattern(std::string_view text) {
  for (const std::string_view alternative : split(text, ",")) {
    std::vector<std::string> parts = name_words(alternative);
    if (!parts.empty()) {
      alternatives_.push_back(std::move(parts));
    }
  }
}

bool NamePattern::fits(const std::vector<std::string>& name) const {
  return std::any_of(alternatives_.begin(), alternatives_.end(), [&](const std::vector<std::string>& pattern) {
    for (std::size_t at = 0; at < name.size(); ++at) {
      if (stands_at(pattern, name, at)) {
        return true;
      }
    }
    return false;
  });
}

bool NamePattern::begins(const std::vector<std::string>& name) const {
  return std::any_of(alternatives_.begin(), alternatives_.end(),
                     [&](const std::vector<std::string>& pattern) { return stands_at(pattern, name, 0); });
}

NumberSet::NumberSet(std::string_view text) {
  for (const std::string_view part : split(text, ",")) {
    const std::size_t dash = part.find('-');
    const std::optional<int> first = id_number(trimmed(part.substr(0, dash)));
    const std::optional<int> last = dash == std::string_view::npos ? first : id_number(trimmed(part.substr(dash + 1)));
    if (first && last) {
      ranges_.emplace_back(*first, *last);
    }
  }
}

bool NumberSet::has(int number) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [number](const std::pair<int, int>& range) {
    return number >= range.first && number <= range.second;
  });
}

std::vector<CpuRow> parse_cpu_table(std::string_view text, int& bad_lines) {
  std::vector<CpuRow> rows;
  bad_lines = 0;
  while (!text.empty()) {
    const std::string_view line = trimmed(next_line(text));
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (std::optional<CpuRow> row = parse_row(line)) {
      rows.push_back(std::move(*row));
    } else {
      ++bad_lines;
    }
  }
  return rows;
}

const std::vector<CpuRow>& cpu_table() {
  static const std::vector<CpuRow> kTable = [] {
    int bad_lines = 0;  // a test holds it at 0
    return parse_cpu_table(resources::cpu_names_txt, bad_lines);
  }();
  return kTable;
}

}  // namespace lossline
