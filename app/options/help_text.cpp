// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/help_text.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

namespace lossline {
namespace {

struct Cell {
  std::string head;  ///< "--lr X"
  std::string text;  ///< "learning rate [0.01]"
};

/// Characters, not bytes, of UTF-8.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t used = width(text);
  text.append(used < columns ? columns - used : 0, ' ');
  return text;
}

Cell cell_of(const CLI::Option& option) {
  Cell cell;
  cell.head = "--" + option.get_lnames().front();
  const std::string kind = option.get_type_name();
  if (option.get_items_expected_max() != 0 && !kind.empty()) {
    cell.head += " " + kind;
  }
  cell.text = option.get_description();
  // Of choices the default is the first one, which the description of the command says.
  if (!option.get_default_str().empty() && kind.find('|') == std::string::npos) {
    cell.text += " [" + option.get_default_str() + "]";
  }
  return cell;
}

std::string lines_of(const std::vector<Cell>& cells) {
  constexpr std::size_t kIndent = 1, kGap = 2, kHeadColumns = 27, kHalf = kHelpColumns / 2;
  std::string out;
  const auto short_form = [](const Cell& cell) { return " " + cell.head + "  " + cell.text; };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool pair =
        i + 1 < cells.size() && width(short_form(cells[i])) < kHalf && width(short_form(cells[i + 1])) <= kHalf;
    if (pair) {
      out += padded(short_form(cells[i]), kHalf) + short_form(cells[i + 1]) + "\n";
      ++i;
      continue;
    }
    std::string line(kIndent, ' ');
    line += padded(cells[i].head, kHeadColumns);
    out += line + std::string(kGap, ' ') + cells[i].text + "\n";
  }
  return out;
}

class CompactFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode /*mode*/) const override {
    std::vector<Cell> cells;
    for (const CLI::Option* option : app->get_options()) {
      if (!option->get_positional() && !option->get_group().empty()) {
        cells.push_back(cell_of(*option));
      }
    }
    return app->get_description() + "\n" + lines_of(cells) +
           (app->get_footer().empty() ? "" : app->get_footer() + "\n");
  }
};

}  // namespace

void use_compact_help(CLI::App& app) {
  app.formatter(std::make_shared<CompactFormatter>());
}

std::string version_line(std::string_view program) {
  return std::string(program) + " " + LOSSLINE_VERSION;
}

}  // namespace lossline
