// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/sweep_options.h"

#include <algorithm>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>

#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "app/options/output_paths.h"
#include "app/options/train_options.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr const char* kUsage =
    "Usage: lossline-cli sweep DATASET --out FILE.csv|FILE.jsonl [options]\n"
    "Trains every combination of the values given, many at once, a row a run, as in\n"
    "  lossline-cli sweep iris --hidden 5 10 64,32 --lr 0.01 0.1 --seeds 0..99 \\\n"
    "    --out iris.csv\n"
    "The same command again goes on where a stopped one ended. Every option of train\n"
    "takes several values here:";
constexpr int kMostWords = 1'000'000;
constexpr int kMostJobs = 1024;

/// The options' names, few enough lines for a screen; `train --help` says what each is.
std::string names_text() {
  std::string text, line;
  for (const ConfigField& field : config_fields()) {
    if (field.name == kSeedField) {
      continue;
    }
    const std::string name = " --" + std::string(field.name);
    if (line.size() + name.size() > kHelpColumns) {
      text += line + "\n";
      line.clear();
    }
    line += name;
  }
  return text + line;
}

std::unique_ptr<CLI::App> make_app() {
  auto app = std::make_unique<CLI::App>(std::string(kUsage) + "\n" + names_text(), "sweep");
  app->set_help_flag();
  use_compact_help(*app);
  const std::string no_text;
  app->add_option("DATASET", no_text)->expected(1);
  for (const ConfigField& field : config_fields()) {
    if (field.name != kSeedField) {
      app->add_option("--" + std::string(field.name), no_text)
          ->type_name(std::string(field.value_name))
          ->expected(1, kMostWords)
          ->group("");
    }
  }
  app->add_option("--" + std::string(kSeedsOption), "of weights and batch order; both ends are in it")
      ->type_name("0..99|1,5,9...")
      ->expected(1, kMostWords);
  app->add_option("--out", "a row a run; CSV or JSON lines by the ending")->type_name("FILE")->expected(1);
  app->add_option("--jobs", "runs at once, auto = one a usable core")->type_name("auto|N")->expected(1);
  app->add_flag("--quiet", "no progress on stderr");
  app->add_flag("--json", "a summary as JSON on stdout");
  app->add_flag("-h,--help", "")->group("");
  return app;
}

void take_jobs(const Arguments& arguments, ParsedSweep& parsed) {
  const std::string* text = arguments.find("jobs");
  if (text == nullptr || *text == "auto") {
    return;
  }
  const auto jobs = parse_uint64(*text);
  if (!jobs || *jobs < 1 || *jobs > kMostJobs) {
    parsed.faults.push_back(
        {"jobs", "must be auto or from 1 to " + integer_text(std::int64_t{kMostJobs}) + ", got \"" + *text + "\""});
    return;
  }
  parsed.jobs = static_cast<int>(*jobs);
}

void take_out(const Arguments& arguments, ParsedSweep& parsed) {
  const std::string* text = arguments.find("out");
  if (text == nullptr) {
    const auto told = [](const Fault& fault) { return fault.field == "out"; };
    if (std::none_of(parsed.faults.begin(), parsed.faults.end(), told)) {
      parsed.faults.push_back({"out", "is missing: the rows need a file, such as --out sweep.csv"});
    }
    return;
  }
  if (const auto format = sweep_format_of(*text)) {
    parsed.format = *format;
    parsed.out = take_output_path(arguments, "out", parsed.faults).value_or(*text);
  } else {
    parsed.faults.push_back({"out", "must end in .csv or .jsonl, got \"" + *text + "\""});
  }
}

}  // namespace

ParsedSweep parse_sweep(const std::vector<std::string>& args) {
  const auto app = make_app();
  Arguments arguments = read_arguments(*app, args);
  ParsedSweep parsed;
  parsed.help = arguments.has("help");
  if (parsed.help) {
    return parsed;
  }
  parsed.faults = std::move(arguments.faults);
  const std::string* given = arguments.positionals.empty() ? nullptr : &arguments.positionals.front();
  parsed.dataset = take_dataset(given, parsed.faults);
  const auto machine_threads = static_cast<int>(std::thread::hardware_concurrency());
  parsed.grid = make_sweep_grid(given == nullptr ? std::string() : *given, arguments.lists,
                                parsed.dataset ? &*parsed.dataset : nullptr, machine_threads, parsed.faults);
  take_out(arguments, parsed);
  take_jobs(arguments, parsed);
  parsed.quiet = arguments.has("quiet");
  parsed.json = arguments.has("json");
  return parsed;
}

std::string sweep_help() {
  return make_app()->help();
}

}  // namespace lossline
