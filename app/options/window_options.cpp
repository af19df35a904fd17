// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/window_options.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "app/options/output_paths.h"
#include "app/options/train_options.h"

namespace lossline {
namespace {

constexpr const char* kUsage =
    "Usage: lossline [FILE...] [options]\n"
    "Trains a network on the CPU or a GPU and shows the loss while it falls.\n"
    "FILE: a run report to open. Without a display use lossline-cli.\n";
constexpr const char* kFooter =
    "\nWith --start come the options of training, such as --strategy eager;\n"
    "`lossline-cli train --help` lists them all.";

std::unique_ptr<CLI::App> make_app() {
  auto app = std::make_unique<CLI::App>(kUsage, "lossline");
  app->set_help_flag();
  use_compact_help(*app);
  app->footer(kFooter);
  const std::string no_help;
  constexpr int kMostFiles = 1000;
  app->add_option("FILE", no_help)->expected(0, kMostFiles);
  const auto add = [&app](const char* name, const char* value, const std::string& help) {
    return app->add_option(name, help)->type_name(value)->expected(1);
  };
  add("--start", "DATASET", "train at once, as if the button were pressed");
  add("--export", "FILE.json", "write the report there when the run ended");
  add("--grab", "FILE.png", "save a picture there when all is done");
  add("--theme", "auto|light|dark", "auto follows the desktop's setting");
  add("--root", "DIR", "read the machine's facts below this folder")->default_str("/");
  app->add_flag("--timings", "tell on stderr how fast the window was");
  app->add_flag("--quit-when-done", "close when all is done; the exit code says how");
  app->add_flag("--version", "print the version");
  app->add_flag("-h,--help", "print this");
  add_config_options(*app, "");
  return app;
}

void check_picture(const std::filesystem::path& path, std::vector<Fault>& faults) {
  if (path.extension() != ".png") {
    faults.push_back({"grab", "must name a file that ends in .png, got \"" + path.string() + "\""});
  }
}

void take_theme(const Arguments& arguments, WindowOptions& options) {
  const std::string* text = arguments.find("theme");
  if (text == nullptr) {
    return;
  }
  if (*text == "light" || *text == "dark" || *text == "auto") {
    options.theme = *text;
  } else {
    options.faults.push_back({"theme", "must be auto, light or dark, got \"" + *text + "\""});
  }
}

/// The run to start; without --start an option of training has nothing to act on.
void take_start(const Arguments& arguments, WindowOptions& options) {
  if (const std::string* dataset_name = arguments.find("start")) {
    std::optional<Dataset> dataset;
    std::vector<Fault> faults;
    options.start = take_config(arguments, dataset_name, dataset, faults);
    for (Fault& fault : faults) {
      if (fault.field == "DATASET") {
        fault.field = "start";
      }
      options.faults.push_back(std::move(fault));
    }
    return;
  }
  for (const ConfigField& field : config_fields()) {
    if (arguments.find(std::string(field.name)) != nullptr) {
      options.faults.push_back({std::string(field.name), "needs --start DATASET: it is an option of training"});
    }
  }
}

}  // namespace

WindowOptions parse_window(const std::vector<std::string>& args) {
  const auto app = make_app();
  Arguments arguments = read_arguments(*app, args);
  WindowOptions options;
  options.help = arguments.has("help");
  options.version = arguments.has("version");
  if (options.help || options.version) {
    return options;
  }
  options.faults = std::move(arguments.faults);
  options.files.assign(arguments.positionals.begin(), arguments.positionals.end());
  options.timings = arguments.has("timings");
  options.quit_when_done = arguments.has("quit-when-done");
  take_theme(arguments, options);
  options.root = take_root(arguments, options.faults);
  take_start(arguments, options);
  options.export_file = take_output_path(arguments, "export", options.faults);
  options.grab_file = take_output_path(arguments, "grab", options.faults);
  if (options.grab_file) {
    check_picture(*options.grab_file, options.faults);
  }
  check_two_files(options.export_file, "export", options.grab_file, "grab", options.faults);
  if (options.export_file && options.quit_when_done && !options.start) {
    options.faults.push_back({"export", "has no run to write: give --start DATASET, or leave --quit-when-done out"});
  }
  return options;
}

std::string window_help() {
  return make_app()->help();
}

}  // namespace lossline
