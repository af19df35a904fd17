// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_options.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "app/options/output_paths.h"
#include "app/options/suggest.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr int kMostRounds = 1000;

std::unique_ptr<CLI::App> make_app() {
  auto app = std::make_unique<CLI::App>(
      "Usage: lossline-cli bench [JOB...] [options]\n"
      "Times training jobs of fixed size, each strategy and thread count in turn.\n"
      "Jobs: iris-20k, tab-100k, wide-mnist; without a name all, which takes minutes.",
      "bench");
  app->set_help_flag();
  use_compact_help(*app);
  const std::string no_help;
  app->add_option("JOB", no_help)->expected(0, -1);
  const auto add = [&app](const char* name, const char* value, const char* start, const std::string& help) {
    app->add_option(name, help)->type_name(value)->default_str(start)->expected(1);
  };
  add("--rounds", "N", "5", "timed runs of each way; 0 with --dump: none");
  add("--warmups", "N", "1", "runs of each way before them, not timed");
  add("--strategies", "A,B", "", "of eager, fused, graph (all that can run)");
  add("--threads", "N,M", "", "thread counts (1 and all usable ones)");
  add("--runs", "FILE", "", "write each timed run there, a JSON object a line");
  add("--dump", "DIR", "", "write data and settings there (.npy, JSON)");
  app->add_flag("--json", "one JSON document instead of the table");
  app->add_flag("-h,--help", "")->group("");
  return app;
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', from)) {
    parts.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  parts.push_back(text.substr(from));
  return parts;
}

template <typename Value>
void add_once(std::vector<Value>& list, Value value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) {
    list.push_back(value);
  }
}

void take_jobs(const Arguments& arguments, ParsedBench& parsed) {
  std::vector<std::string> names;
  std::string list;
  for (const BenchJob& job : bench_jobs()) {
    names.push_back(job.name);
    list += (list.empty() ? "" : ", ") + job.name;
  }
  for (const std::string& word : arguments.positionals) {
    if (const BenchJob* job = find_bench_job(word)) {
      add_once(parsed.jobs, job);
      continue;
    }
    const auto meant = closest(word, names);
    parsed.faults.push_back(
        {"JOB", "there is no \"" + word + "\"; " + (meant ? "did you mean " + *meant + "?" : "jobs: " + list)});
  }
  if (arguments.positionals.empty()) {
    for (const BenchJob& job : bench_jobs()) {
      parsed.jobs.push_back(&job);
    }
  }
}

void take_count(const Arguments& arguments, const char* name, int least, int& count, std::vector<Fault>& faults) {
  const std::string* text = arguments.find(name);
  if (text == nullptr) {
    return;
  }
  const auto value = parse_int64(*text);
  if (!value || *value < least || *value > kMostRounds) {
    faults.push_back({name, "must be a whole number from " + integer_text(std::int64_t{least}) + " to " +
                                integer_text(std::int64_t{kMostRounds}) + ", got \"" + *text + "\""});
    return;
  }
  count = static_cast<int>(*value);
}

void take_strategies(const Arguments& arguments, ParsedBench& parsed) {
  const std::string* text = arguments.find("strategies");
  if (text == nullptr) {
    return;
  }
  for (const std::string& word : split_list(*text)) {
    TrainConfig config;
    if (set_field(config, "strategy", word) || config.strategy == Strategy::Auto) {
      parsed.faults.push_back({"strategies", "must be some of eager, fused, graph with commas, got \"" + word + "\""});
    } else {
      add_once(parsed.strategies, config.strategy);
    }
  }
}

void take_threads(const Arguments& arguments, int machine_threads, ParsedBench& parsed) {
  const std::string* text = arguments.find("threads");
  if (text == nullptr) {
    return;
  }
  for (const std::string& word : split_list(*text)) {
    TrainConfig config;
    std::optional<Fault> fault;
    if (set_field(config, "threads", word) || !config.threads || !config.validate().empty()) {
      fault = Fault{"threads", "must be counts from 1 to 1024 with commas, got \"" + word + "\""};
    } else {
      fault = check_threads_fit(config, machine_threads);
    }
    if (fault) {
      parsed.faults.push_back(*std::move(fault));
    } else {
      add_once(parsed.threads, *config.threads);
    }
  }
}

/// A folder that is there, or one that can be made in a folder that is.
void take_dump(const Arguments& arguments, ParsedBench& parsed) {
  const std::string* text = arguments.find("dump");
  if (text == nullptr) {
    return;
  }
  parsed.dump = *text;
  std::error_code error;
  if (text->empty()) {
    parsed.faults.push_back({"dump", "must be a folder, got an empty name"});
  } else if (std::filesystem::exists(*parsed.dump, error) && !std::filesystem::is_directory(*parsed.dump, error)) {
    parsed.faults.push_back({"dump", "must be a folder, got \"" + *text + "\""});
  }
}

}  // namespace

ParsedBench parse_bench(const std::vector<std::string>& args, int machine_threads) {
  const auto app = make_app();
  Arguments arguments = read_arguments(*app, args);
  ParsedBench parsed;
  parsed.help = arguments.has("help");
  if (parsed.help) {
    return parsed;
  }
  parsed.faults = std::move(arguments.faults);
  parsed.json = arguments.has("json");
  take_jobs(arguments, parsed);
  take_dump(arguments, parsed);
  take_count(arguments, "rounds", parsed.dump ? 0 : 1, parsed.rounds, parsed.faults);
  take_count(arguments, "warmups", 0, parsed.warmups, parsed.faults);
  take_strategies(arguments, parsed);
  take_threads(arguments, machine_threads, parsed);
  parsed.runs = take_output_path(arguments, "runs", parsed.faults);
  return parsed;
}

std::string bench_help() {
  return make_app()->help();
}

}  // namespace lossline
