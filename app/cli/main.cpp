// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/options/help_text.h"
#include "app/options/suggest.h"

namespace lossline {
namespace {

constexpr const char* kHelp =
    "Usage: lossline-cli COMMAND [options]\n"
    "Trains neural networks and says what it costs, without a window.\n"
    "\n"
    "Commands\n"
    " train DATASET   train a network; Ctrl+C stops it and keeps the part done\n"
    " bench [JOB...]  times training jobs of fixed size, each strategy in turn\n"
    " sweep DATASET   train every combination of lists of settings, a row a run\n"
    " hardware        what this machine is, as far as training goes\n"
    " gpu-name NAME   what a GPU's name says, and what it leaves open\n"
    " cpu-name        which cores stand behind a CPU's ids\n"
    " datasets        what can be trained on\n"
    "\n"
    "`lossline-cli COMMAND --help` tells more; `--version` prints the version.\n"
    "Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 the run failed or its\n"
    "result could not be written, 4 the device can't be used, 130 stopped by Ctrl+C.\n";

struct Command {
  std::string_view name;
  int (*run)(const std::vector<std::string>& args);
};

constexpr std::array kCommands = {Command{"train", run_train},       Command{"bench", run_bench},
                                  Command{"sweep", run_sweep},       Command{"hardware", run_hardware},
                                  Command{"gpu-name", run_gpu_name}, Command{"cpu-name", run_cpu_name},
                                  Command{"datasets", run_datasets}};

int refuse_command(const std::string& word) {
  if (word.front() == '-') {
    return refuse({{word, "unknown option; options follow a command, as in lossline-cli train iris --epochs 100"}});
  }
  std::vector<std::string> names;
  std::string list;
  for (const Command& command : kCommands) {
    names.emplace_back(command.name);
    list += (list.empty() ? "" : ", ") + names.back();
  }
  const auto meant = closest(word, names);
  const std::string hint = meant ? "did you mean " + *meant + "?" : "commands: " + list;
  return refuse({{"", "unknown command \"" + word + "\"; " + hint}});
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty()) {
    say(kHelp);
    return kWrongUsage;
  }
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") {
    return print_result(kHelp) ? kDone : kRunFailed;
  }
  if (first == "--version") {
    return print_result(version_line("lossline-cli") + "\n") ? kDone : kRunFailed;
  }
  const auto* command = std::find_if(kCommands.begin(), kCommands.end(),
                                     [&first](const Command& candidate) { return candidate.name == first; });
  if (command == kCommands.end()) {
    return refuse_command(first);
  }
  return command->run({words.begin() + 1, words.end()});
}

}  // namespace
}  // namespace lossline

int main(int argc, char** argv) {
  lossline::prepare_streams();
  try {
    return lossline::dispatch({argv + std::min(argc, 1), argv + argc});
  } catch (const std::bad_alloc&) {
    lossline::say_error("there is not enough memory; try a smaller network or record fewer epochs (--record-every)");
    return lossline::kRunFailed;
  } catch (const std::exception& error) {
    lossline::say_error(std::string("internal error, a bug in Lossline: ") + error.what());
    return lossline::kInternalError;
  }
}
