// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/input_lines.h"
#include "app/cli/summary_text.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/cpu_answer.h"
#include "core/report/cpu_name_json.h"

namespace lossline {
namespace {

constexpr std::size_t kBlock = std::size_t{64} * 1024;
constexpr std::size_t kFileLimit = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kMostFaultsTold = 20;

void declare(CLI::App& app) {
  use_compact_help(app);
  app.set_help_flag();
  app.add_option("FILE")->expected(0, 1 << 20);
  const std::string cpuinfo_help = "files as /proc/cpuinfo; \"-\" is stdin";
  app.add_option("--cpuinfo", cpuinfo_help)->type_name("FILE...")->expected(1);
  app.add_flag("--lines", "stdin: ids a line; stdout: an answer a line");
  app.add_flag("--json", "one JSON object a line");
  app.add_flag("-h,--help", "print this");
}

/// What can be read of the stream, up to kFileLimit, into `text`; 0 or the error's number.
int read_all(int stream, std::string& text) {
  std::string block(kBlock, '\0');
  while (text.size() < kFileLimit) {
    const ssize_t got = ::read(stream, block.data(), std::min(kBlock, kFileLimit - text.size()));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got < 0 ? errno : 0;
    }
    text.append(block, 0, static_cast<std::size_t>(got));
  }
  return 0;
}

Result<std::string> read_file(const std::string& path) {
  const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  const int error = file < 0 ? errno : read_all(file, text);
  if (file > STDIN_FILENO) {
    ::close(file);
  }
  if (error != 0) {
    const std::string why = std::generic_category().message(error);
    return Error{ErrorCode::InvalidConfig, "\"" + path + "\" can't be read: " + why};
  }
  return text;
}

std::string counts_text(const CpuAnswer& answer) {
  const auto count = [](int number, const char* one, const char* many) {
    return integer_text(std::int64_t{number}) + " " + (number == 1 ? one : many);
  };
  std::string text = answer.physical_cores ? count(*answer.physical_cores, "core", "cores") : "";
  if (answer.logical_threads) {
    text += (text.empty() ? "" : ", ") + count(*answer.logical_threads, "thread", "threads");
  }
  return text.empty() ? "unknown" : text;
}

/// "Zen 5 · EPYC 9005 (Turin) · likely"
std::string cores_text(const CpuAnswer& answer) {
  CpuFacts cpu;
  cpu.microarchitecture = microarchitecture_text(answer.name);
  cpu.marketing_generation = answer.name.marketing_generation;
  cpu.codename = answer.name.codename;
  return architecture_text(cpu).value_or("unknown") + (answer.name.confidence == "likely" ? " · likely" : "");
}

std::string file_text(const std::string& path, const CpuAnswer& answer) {
  std::vector<std::pair<std::string, std::string>> rows;
  rows.emplace_back("file", terminal_text(path));
  rows.emplace_back("CPU", answer.model_name.empty() ? "no name told" : answer.model_name);
  rows.emplace_back("vendor", answer.vendor.empty() ? "unknown" : answer.vendor);
  rows.emplace_back("architecture", cores_text(answer));
  rows.emplace_back("cores", counts_text(answer));
  if (answer.hypervisor) {
    rows.emplace_back("hypervisor", *answer.hypervisor);
  }
  return two_columns(rows);
}

int name_files(const std::vector<std::string>& paths, bool json) {
  std::vector<Fault> faults;
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    Result<std::string> text = read_file(path);
    if (text.ok()) {
      texts.push_back(std::move(text).value());
    } else {
      faults.push_back({"cpuinfo", text.error().message});
    }
  }
  if (!faults.empty()) {
    return refuse(faults);
  }
  std::string out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const CpuAnswer answer = answer_of_cpuinfo(texts[i]);
    if (answer.empty()) {
      faults.push_back({"cpuinfo", "\"" + paths[i] + "\" tells nothing of a CPU; a copy of /proc/cpuinfo is wanted"});
    }
    if (json) {
      append_cpu_name_json(out, answer);
    } else if (!answer.empty()) {
      out += (out.empty() ? "" : "\n") + file_text(paths[i], answer);
    }
  }
  if (!print_result(out)) {
    return kRunFailed;
  }
  return faults.empty() ? kDone : refuse(faults);
}

/// Every line of stdin gives one line; lines that are no ids are told at the end, up to kMostFaultsTold of them.
int name_lines(bool json) {
  std::string out;
  std::vector<Fault> faults;
  std::size_t number = 0, bad_lines = 0;
  bool written = true;
  const bool read = for_each_input_line([&](std::string_view line) {
    ++number;
    Result<CpuAnswer> answer = answer_of_ids(line);
    if (!answer.ok() && ++bad_lines <= kMostFaultsTold) {
      faults.push_back({"lines", "line " + integer_text(std::uint64_t{number}) + ": " + answer.error().message});
    }
    const CpuAnswer told = answer.ok() ? std::move(answer).value() : CpuAnswer();
    if (json) {
      append_cpu_name_json(out, told);
    } else {
      out += cores_text(told) + "\n";
    }
    if (out.size() >= kBlock) {
      written = print_result(out);
      out.clear();
    }
    return written;
  });
  if (!written || !print_result(out) || !read) {
    return kRunFailed;
  }
  if (bad_lines > faults.size()) {
    const std::size_t more = bad_lines - faults.size();
    faults.push_back({"lines", "and " + integer_text(std::uint64_t{more}) + " more lines like these"});
  }
  return faults.empty() ? kDone : refuse(faults);
}

}  // namespace

int run_cpu_name(const std::vector<std::string>& args) {
  CLI::App app(
      "Usage: lossline-cli cpu-name --cpuinfo FILE... | --lines [--json]\n"
      "Which cores stand behind a CPU's ids, and how many the file shows.\n"
      "A line of ids is vendor,family,model,stepping,implementer,part.\n");
  declare(app);
  Arguments arguments = read_arguments(app, args);
  if (arguments.has("help")) {
    return print_result(app.help()) ? kDone : kRunFailed;
  }
  std::vector<Fault> faults = std::move(arguments.faults);
  const std::string* first = arguments.find("cpuinfo");
  const bool lines = arguments.has("lines");
  std::vector<std::string> paths = std::move(arguments.positionals);
  if (first != nullptr) {
    paths.insert(paths.begin(), *first);
  } else if (!paths.empty()) {
    faults.push_back({"FILE", "goes after --cpuinfo, as in lossline-cli cpu-name --cpuinfo /proc/cpuinfo"});
  }
  if (lines && first != nullptr) {
    faults.push_back({"lines", "can't go with --cpuinfo; leave one out"});
  } else if (!lines && paths.empty() && faults.empty()) {
    faults.push_back({"", "--cpuinfo FILE or --lines is needed"});
  }
  if (!faults.empty()) {
    return refuse(faults);
  }
  return lines ? name_lines(arguments.has("json")) : name_files(paths, arguments.has("json"));
}

}  // namespace lossline
