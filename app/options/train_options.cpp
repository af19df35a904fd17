// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/train_options.h"

#include <memory>
#include <thread>

#include <CLI/CLI.hpp>

#include "app/options/help_text.h"
#include "app/options/output_paths.h"
#include "core/data/check_run.h"
#include "core/data/datasets.h"

namespace lossline {
namespace {

constexpr const char* kUsage =
    "Usage: lossline-cli train DATASET [options]      DATASET: iris\n"
    "Defaults are in brackets; of choices the first is the default.";

void add_text_option(CLI::App& app, const std::string& name, const std::string& value, const std::string& help) {
  app.add_option("--" + name, help)->type_name(value)->expected(1);
}

std::unique_ptr<CLI::App> make_app() {
  auto app = std::make_unique<CLI::App>(kUsage, "train");
  app->set_help_flag();
  use_compact_help(*app);
  const std::string no_help;
  app->add_option("DATASET", no_help)->expected(1);
  add_config_options(*app, "Options");
  add_text_option(*app, "report", "FILE.json", "write the report of the run there");
  add_text_option(*app, "curve", "FILE.csv", "write the losses there (Wall time,Step,Value)");
  add_text_option(*app, "name", "TEXT", "a name for the run");
  add_text_option(*app, "note", "TEXT", "a note kept with it");
  app->add_flag("--quiet", "no progress on stderr");
  app->add_flag("--json", "the report itself on stdout");
  app->add_flag("-h,--help", "")->group("");
  return app;
}

}  // namespace

void add_config_options(CLI::App& app, const std::string& group) {
  const TrainConfig defaults;
  for (const ConfigField& field : config_fields()) {
    const std::string help(field.help);
    app.add_option("--" + std::string(field.name), help)
        ->type_name(std::string(field.value_name))
        ->default_str(field_text(defaults, field.name))
        ->expected(1)
        ->group(group);
  }
}

std::optional<Dataset> take_dataset(const std::string* given, std::vector<Fault>& faults) {
  if (given == nullptr) {
    std::string known;
    for (const std::string& name : dataset_names()) {
      known += (known.empty() ? "" : ", ") + name;
    }
    faults.push_back({"DATASET", "is missing; built in: " + known});
    return std::nullopt;
  }
  Result<Dataset> loaded = load_dataset(*given);
  if (!loaded.ok()) {
    faults.push_back({"DATASET", loaded.error().message});
    return std::nullopt;
  }
  return std::move(loaded).value();
}

TrainConfig take_config(const Arguments& arguments, const std::string* given, std::optional<Dataset>& dataset,
                        std::vector<Fault>& faults) {
  TrainConfig config;
  config.dataset = given == nullptr ? config.dataset : *given;
  dataset = take_dataset(given, faults);
  for (const ConfigField& field : config_fields()) {
    if (const std::string* text = arguments.find(std::string(field.name))) {
      if (auto fault = set_field(config, field.name, *text)) {
        faults.push_back(*std::move(fault));
      }
    }
  }
  const auto machine_threads = static_cast<int>(std::thread::hardware_concurrency());
  for (Fault& fault : faults_of(config, dataset ? &*dataset : nullptr, machine_threads)) {
    faults.push_back(std::move(fault));  // what could not be read has its fault already, and a default in the config
  }
  return config;
}

ParsedTrain parse_train(const std::vector<std::string>& args) {
  const auto app = make_app();
  Arguments arguments = read_arguments(*app, args);
  ParsedTrain parsed;
  parsed.help = arguments.has("help");
  if (parsed.help) {
    return parsed;
  }
  parsed.faults = std::move(arguments.faults);
  parsed.config = take_config(arguments, arguments.positionals.empty() ? nullptr : &arguments.positionals.front(),
                              parsed.dataset, parsed.faults);
  parsed.report = take_output_path(arguments, "report", parsed.faults);
  parsed.curve = take_output_path(arguments, "curve", parsed.faults);
  check_two_files(parsed.report, "report", parsed.curve, "curve", parsed.faults);
  const auto text_of = [&arguments](const char* name) {
    const std::string* text = arguments.find(name);
    return text == nullptr ? std::string() : *text;
  };
  parsed.name = text_of("name");
  parsed.note = text_of("note");
  parsed.quiet = arguments.has("quiet");
  parsed.json = arguments.has("json");
  return parsed;
}

std::string train_help() {
  return make_app()->help();
}

}  // namespace lossline
