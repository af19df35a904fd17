// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/stop_signals.h"
#include "app/cli/sweep_printer.h"
#include "app/cli/sweep_text.h"
#include "app/cli/terminal.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/engine/engine_loader.h"
#include "app/options/sweep_options.h"
#include "core/api/number_text.h"
#include "core/hardware/root_files.h"
#include "core/hardware/usable_threads.h"
#include "core/sweep/sweep_file.h"
#include "core/sweep/sweep_runner.h"

namespace lossline {
namespace {

ProgressPrinter::Style progress_style(bool quiet) {
  if (quiet) {
    return ProgressPrinter::Style::Quiet;
  }
  return stderr_redraws() ? ProgressPrinter::Style::Bar : ProgressPrinter::Style::Lines;
}

int usable_cores() {
  HardwareFacts facts;
  add_usable_threads(RootFiles("/"), {}, facts);
  return std::max(1, facts.cpu.usable_threads.value_or(1));
}

/// As many as there are cores for; a run that has several threads takes several.
int jobs_of(const ParsedSweep& asked) {
  if (asked.jobs) {
    return *asked.jobs;
  }
  int most = asked.grid.config(0).threads.value_or(1);
  for (const SweepGrid::Axis& axis : asked.grid.axes()) {
    if (axis.name == "threads") {
      for (const std::string& text : axis.values) {
        most = std::max(most, static_cast<int>(parse_int64(text).value_or(1)));
      }
    }
  }
  return std::max(1, usable_cores() / most);
}

void tell_found(const SweepResume& found, std::uint64_t runs) {
  if (found.torn) {
    say("the last line was not whole and is cut off; its run is made again\n");
  }
  if (!found.rows.empty()) {
    say("going on: " + integer_text(std::uint64_t{found.rows.size()}) + " of " + integer_text(runs) +
        " rows are there\n");
  }
}

void tell_stopped(const SweepTally& tally, const SweepGrid& grid) {
  say("stopped: " + integer_text(tally.rows()) + " of " + integer_text(grid.size()) +
      " rows are written; the same command goes on from there\n");
}

int exit_code_of_sweep(const SweepTally& tally, const std::optional<Error>& error, int signal) {
  if (error) {
    return exit_code_of(error->code);
  }
  if (signal != 0) {
    return kSignalBase + signal;
  }
  return tally.failed() > 0 ? kRunFailed : kDone;
}

void tell_error(const Error& error) {
  const bool bug = error.code == ErrorCode::Internal;
  const bool of_device = error.code == ErrorCode::DeviceUnavailable;
  say_error((bug ? "an internal error, a bug in Lossline: " : of_device ? "--device: " : "") + error.message);
}

/// Runs and watches until all ended.
void watch(SweepRunner& runner, SweepPrinter& printer, const StopSignals& signals) {
  constexpr std::chrono::milliseconds kBetweenUpdates(100);
  while (!runner.wait(kBetweenUpdates)) {
    if (signals.received() != 0) {
      printer.stopping();
    } else if (runner.seconds() > 0) {
      printer.update(runner.rows(), runner.seconds());
    }
  }
  printer.finish(runner.rows(), runner.seconds());
}

int sweep(const ParsedSweep& asked) {
  RunControl control;
  const StopSignals signals(control);  // before LibTorch is opened: it must not find the default ones
  const Result<std::unique_ptr<SweepFile>> opened = SweepFile::open(asked.out, asked.format, asked.grid);
  if (!opened.ok()) {
    say_error("--out: " + opened.error().message);
    return opened.error().code == ErrorCode::Format ? kWrongUsage : kRunFailed;
  }
  SweepFile& file = *opened.value();
  SweepTally tally;
  for (const SweepRow& row : file.found().rows) {
    tally.add(row);
  }
  SweepEnd end{"finished", tally.rows(), 0, jobs_of(asked), 0, asked.out};
  if (!asked.quiet) {
    tell_found(file.found(), asked.grid.size());
  }
  const auto keep = [&](const SweepRow& row, const TrainConfig& config, const RunRecord& record) {
    Result<void> written = file.append(sweep_line(asked.format, row, config, record));
    if (written.ok()) {
      tally.add(row);
    }
    return written;
  };
  SweepRunner runner(
      {asked.grid, *asked.dataset, control, file.found().done, end.jobs, [] { return load_engine(); }, keep});
  SweepPrinter printer(progress_style(asked.quiet), end.before, asked.grid.size());
  printer.preparing();
  watch(runner, printer, signals);
  end.added = runner.rows();
  end.seconds = runner.seconds();
  const bool all = tally.rows() == asked.grid.size();
  if (runner.error()) {
    end.state = "failed";
    tell_error(*runner.error());
  } else if (!all) {
    end.state = "stopped";
    tell_stopped(tally, asked.grid);
  }
  const bool told = print_result(asked.json ? sweep_summary_json(end, asked.grid, tally)
                                            : sweep_summary_text(end, asked.grid, tally));
  const int code = exit_code_of_sweep(tally, runner.error(), all ? 0 : signals.received());
  return told ? code : kRunFailed;
}

}  // namespace

int run_sweep(const std::vector<std::string>& args) {
  const ParsedSweep asked = parse_sweep(args);
  if (asked.help) {
    return print_result(sweep_help()) ? kDone : kRunFailed;
  }
  return asked.faults.empty() ? sweep(asked) : refuse(asked.faults);
}

}  // namespace lossline
