// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "core/api/number_text.h"
#include "core/data/datasets.h"

namespace lossline {
namespace {

void declare(CLI::App& app) {
  use_compact_help(app);
  app.set_help_flag();
  app.add_flag("--json", "one JSON array instead of the table");
  app.add_flag("-h,--help", "print this");
}

std::string count_of(std::size_t count, const char* what) {
  return integer_text(std::uint64_t{count}) + " " + what;
}

std::string json_text(const std::vector<Dataset>& datasets) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Dataset& dataset : datasets) {
    const bool has_classes = dataset.target_kind == TargetKind::Classes;
    list.push_back({{"name", dataset.name},
                    {"title", dataset.title},
                    {"description", dataset.description},
                    {"rows", dataset.rows},
                    {"columns", dataset.columns()},
                    {"features", dataset.features},
                    {"target", dataset.target},
                    {"target_kind", has_classes ? "classes" : "numeric"},
                    {"classes", dataset.classes}});
  }
  return list.dump(2) + "\n";
}

std::string table_text(const std::vector<Dataset>& datasets) {
  std::size_t wide = 0;
  for (const Dataset& dataset : datasets) {
    wide = std::max(wide, dataset.name.size());
  }
  std::string text;
  for (const Dataset& dataset : datasets) {
    const bool has_classes = dataset.target_kind == TargetKind::Classes;
    text += dataset.name + std::string(wide - dataset.name.size(), ' ') + "  " + count_of(dataset.rows, "rows") + "  " +
            count_of(dataset.columns(), "columns") + "  " +
            (has_classes ? count_of(dataset.classes.size(), "classes") : "numeric target") + "  " +
            dataset.description + "\n";
  }
  return text;
}

}  // namespace

int run_datasets(const std::vector<std::string>& args) {
  CLI::App app("Usage: lossline-cli datasets [options]\nLists what can be trained on.\n");
  declare(app);
  const Arguments arguments = read_arguments(app, args);
  if (arguments.has("help")) {
    return print_result(app.help()) ? kDone : kRunFailed;
  }
  if (!arguments.faults.empty()) {
    return refuse(arguments.faults);
  }
  std::vector<Dataset> datasets;
  for (const std::string& name : dataset_names()) {
    Result<Dataset> loaded = load_dataset(name);
    if (!loaded.ok()) {
      say_error(loaded.error().message);
      return exit_code_of(loaded.error().code);
    }
    datasets.push_back(std::move(loaded).value());
  }
  return print_result(arguments.has("json") ? json_text(datasets) : table_text(datasets)) ? kDone : kRunFailed;
}

}  // namespace lossline
