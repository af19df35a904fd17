// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/gpu_name_text.h"
#include "app/cli/input_lines.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "core/hardware/names/gpu_name.h"
#include "core/report/gpu_name_json.h"

namespace lossline {
namespace {

void declare(CLI::App& app) {
  use_compact_help(app);
  app.set_help_flag();
  app.add_option("NAME", "a GPU's name, as any tool prints it")->expected(0, -1);
  app.add_flag("--lines", "stdin: a name a line; stdout: a JSON object a line");
  app.add_flag("--json", "JSON: an object for one NAME, a list for several");
  app.add_flag("-h,--help", "print this");
}

/// Every line of stdin, also an empty one, gives one line; what was read is written as it goes.
int answer_lines() {
  constexpr std::size_t kChunk = 1U << 16U;
  std::string out;
  bool written = true;
  const bool read = for_each_input_line([&](std::string_view line) {
    append_gpu_name_json(out, parse_gpu_name(line));
    out += '\n';
    if (out.size() >= kChunk) {
      written = print_result(out);
      out.clear();
    }
    return written;
  });
  written = written && print_result(out);
  return read && written ? kDone : kRunFailed;
}

}  // namespace

int run_gpu_name(const std::vector<std::string>& args) {
  CLI::App app(
      "Usage: lossline-cli gpu-name NAME... | --lines [--json]\n"
      "What a GPU's name says: maker, generation, architecture, tier, form factor. What\n"
      "it does not decide stays unknown: a name is not a measurement.\n");
  declare(app);
  Arguments arguments = read_arguments(app, args);
  if (arguments.has("help")) {
    return print_result(app.help()) ? kDone : kRunFailed;
  }
  std::vector<Fault> faults = std::move(arguments.faults);
  const bool lines = arguments.has("lines");
  if (lines && !arguments.positionals.empty()) {
    faults.push_back({"NAME", "can't go with --lines, which reads the names from the standard input"});
  } else if (!lines && arguments.positionals.empty() && faults.empty()) {
    faults.push_back({"NAME", "is missing; give a name, such as \"RTX 4070 Ti\", or --lines"});
  }
  if (!faults.empty()) {
    return refuse(faults);
  }
  if (lines) {
    return answer_lines();
  }
  std::vector<GpuName> names;
  for (const std::string& name : arguments.positionals) {
    names.push_back(parse_gpu_name(name));
  }
  return print_result(arguments.has("json") ? gpu_names_json_text(names) : gpu_names_text(names)) ? kDone : kRunFailed;
}

}  // namespace lossline
