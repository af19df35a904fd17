// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

#include "app/cli/bench_dump.h"
#include "app/cli/bench_options.h"
#include "app/cli/bench_table.h"
#include "app/cli/bench_worker.h"
#include "app/cli/commands.h"
#include "app/cli/stop_signals.h"
#include "app/cli/terminal.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/engine/engine_loader.h"
#include "core/hardware/hardware_probe.h"
#include "core/kernels/peak.h"
#include "core/report/atomic_file.h"

namespace lossline {
namespace {

using SteadyClock = std::chrono::steady_clock;

BenchSources live_sources() {
  const HardwareFacts facts = make_hardware_probe()->read();
  BenchSources sources;
  sources.open_engine = [] { return load_engine(); };
  sources.measure_peak = [](int threads) -> Result<double> {
    PeakSettings settings;
    settings.memory_bytes = 1;  // the least there is: the memory's figure is not asked for
    settings.seconds = 0.1;
    const Result<CpuPeak> peak = measure_cpu_peak(threads, settings);
    return peak.ok() ? Result<double>(peak.value().all_fp32_gflops.best) : peak.error();
  };
  sources.usable_threads = facts.cpu.usable_threads.value_or(1);
  sources.memory_bytes = facts.memory_available_bytes;
  return sources;
}

/// One line, redrawn on a terminal; elsewhere a line for each job only.
class BenchProgress {
 public:
  void show(const std::string& doing) {
    if (redraws_) {
      say("\r\x1b[K" + doing.substr(0, stderr_columns() - 1));
    } else if (const std::string job = doing.substr(0, doing.find(':')); job != told_ && job != doing) {
      say(job + "\n");
      told_ = job;
    }
  }
  void clear() const {
    if (redraws_) {
      say("\r\x1b[K");
    }
  }

 private:
  const bool redraws_ = stderr_redraws();
  std::string told_;
};

/// Watches until the end, or until a stop that the worker can't follow soon: it may be where nothing asks for one, such
/// as opening a library or preparing data. False then.
bool watch(BenchWorker& worker, const StopSignals& signals) {
  constexpr std::chrono::milliseconds kBetweenLooks(20), kPatience(80);
  BenchProgress progress;
  std::optional<SteadyClock::time_point> stop_at;
  while (!worker.wait(kBetweenLooks)) {
    if (signals.received() == 0) {
      progress.show(worker.doing());
    } else if (!stop_at) {
      stop_at = SteadyClock::now() + kPatience;
    } else if (SteadyClock::now() > *stop_at) {
      progress.clear();
      return false;
    }
  }
  progress.clear();
  return true;
}

bool any_timed(const std::vector<BenchRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const BenchRow& row) { return !row.seconds.empty(); });
}

/// Files first, then the result on stdout; false when something could not be written.
bool write_answer(const ParsedBench& asked, const BenchAnswer& answer) {
  bool all = true;
  if (asked.runs) {
    const std::string text = rounds_text(answer.rows);
    if (const Result<void> wrote = write_file_atomically(*asked.runs, std::string_view(text)); !wrote.ok()) {
      say_error(wrote.error().message);
      all = false;
    }
  }
  if (!answer.rows.empty()) {
    const bool told =
        print_result(asked.json ? bench_json(answer.rows, answer.peaks) : bench_text(answer.rows, answer.peaks));
    all = told && all;
  }
  return all;
}

int code_of(const BenchAnswer& answer, int signal) {
  if (signal != 0) {
    return kSignalBase + signal;
  }
  if (answer.error) {
    return exit_code_of(answer.error->code);
  }
  if (answer.rows.empty() || any_timed(answer.rows)) {
    return kDone;
  }
  return exit_code_of(answer.rows.back().error.value_or(ErrorCode::Engine));
}

}  // namespace

int run_bench(const std::vector<std::string>& args) {
  ParsedBench asked = parse_bench(args, static_cast<int>(std::thread::hardware_concurrency()));
  if (asked.help) {
    return print_result(bench_help()) ? kDone : kRunFailed;
  }
  if (!asked.faults.empty()) {
    return refuse(asked.faults);
  }
  RunControl control;
  const StopSignals signals(control);  // before LibTorch is opened: it must not find the default ones
  auto worker = std::make_unique<BenchWorker>(live_sources(), asked, control);
  const bool ended = watch(*worker, signals);
  const BenchAnswer answer = worker->answer();
  if (answer.error) {
    const bool bug = answer.error->code == ErrorCode::Internal;
    say_error((bug ? "an internal error, a bug in Lossline: " : "") + answer.error->message);
  }
  if (signals.received() != 0) {
    say("stopped\n");
  }
  const bool wrote = write_answer(asked, answer);
  const int code = wrote ? code_of(answer, signals.received()) : kRunFailed;
  if (!ended) {
    std::_Exit(code);  // what the worker still does is of no use, and may take a second
  }
  return code;
}

}  // namespace lossline
