// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/summary_text.h"
#include "core/analysis/progress_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

using Line = std::vector<std::string>;

std::string states_text(const SweepTally& tally) {
  std::string text = integer_text(tally.finished()) + " finished";
  if (tally.diverged() > 0) {
    text += ", " + integer_text(tally.diverged()) + " diverged";
  }
  if (tally.failed() > 0) {
    text += ", " + integer_text(tally.failed()) + " failed";
  }
  return text;
}

/// Columns as wide as their widest entry; the last one's end is not padded.
std::string table_text(const std::vector<Line>& lines) {
  constexpr std::size_t kGap = 2;
  std::vector<std::size_t> wide(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      wide[i] = std::max(wide[i], line[i].size());
    }
  }
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += line[i] + (i + 1 == line.size() ? "\n" : std::string(wide[i] - line[i].size() + kGap, ' '));
    }
  }
  return text;
}

std::string best_text(const SweepGrid& grid, const SweepTally& tally) {
  std::vector<Line> lines = {{"best run"}};
  for (const SweepGrid::Axis& axis : grid.axes()) {
    lines.front().push_back(axis.name);
  }
  lines.front().insert(lines.front().end(), {"test accuracy", "test loss", "train s"});
  for (const SweepRow& row : tally.best()) {
    const TrainConfig config = grid.config(row.index);
    Line line = {integer_text(row.index)};
    for (const SweepGrid::Axis& axis : grid.axes()) {
      const std::string text = field_text(config, axis.name);
      line.push_back(text.empty() ? "none" : text);
    }
    line.push_back(row.test_accuracy ? percent_text(*row.test_accuracy) : "-");
    line.push_back(row.test_loss ? loss_text(*row.test_loss) : "-");
    line.push_back(significant(row.train_seconds, 3));
    lines.push_back(std::move(line));
  }
  return table_text(lines);
}

double rate_of(const SweepEnd& end) {
  return end.seconds > 0 ? static_cast<double>(end.added) / end.seconds : 0;
}

nlohmann::ordered_json number_or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

}  // namespace

std::string sweep_summary_text(const SweepEnd& end, const SweepGrid& grid, const SweepTally& tally) {
  std::string rows = integer_text(tally.rows()) + " of " + integer_text(grid.size());
  if (end.before > 0) {
    rows += ", " + integer_text(end.before) + " of them from before";
  }
  std::vector<std::pair<std::string, std::string>> facts = {
      {"state", end.state}, {"rows", rows}, {"runs", states_text(tally)}};
  if (end.added > 0) {
    facts.emplace_back("time", fixed(end.seconds, 3) + " s for " + integer_text(end.added) + ", " +
                                   integer_text(std::int64_t{end.jobs}) + " at once, " +
                                   rate_text(rate_of(end), Grouping::None) + " runs/s");
  }
  facts.emplace_back("file", end.out.string());
  return two_columns(facts) + (tally.best().empty() ? std::string() : "\n" + best_text(grid, tally));
}

std::string sweep_summary_json(const SweepEnd& end, const SweepGrid& grid, const SweepTally& tally) {
  nlohmann::ordered_json best = nlohmann::ordered_json::array();
  for (const SweepRow& row : tally.best()) {
    nlohmann::ordered_json object = {{"index", row.index}};
    const TrainConfig config = grid.config(row.index);
    nlohmann::ordered_json settings = nlohmann::ordered_json::object();
    for (const SweepGrid::Axis& axis : grid.axes()) {
      settings[axis.name] = field_text(config, axis.name);
    }
    object["settings"] = std::move(settings);
    object["test_accuracy"] = number_or_null(row.test_accuracy);
    object["test_loss"] = number_or_null(row.test_loss);
    object["train_seconds"] = row.train_seconds;
    object["config_hash"] = row.config_hash;
    best.push_back(std::move(object));
  }
  const nlohmann::ordered_json document = {
      {"state", end.state},           {"out", end.out.string()},
      {"runs", grid.size()},          {"rows", tally.rows()},
      {"rows_before", end.before},    {"rows_added", end.added},
      {"finished", tally.finished()}, {"diverged", tally.diverged()},
      {"failed", tally.failed()},     {"jobs", end.jobs},
      {"seconds", end.seconds},       {"runs_per_s", end.added > 0 ? nlohmann::ordered_json(rate_of(end)) : nullptr},
      {"best", std::move(best)}};
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lossline
