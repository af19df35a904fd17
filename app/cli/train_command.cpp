// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <memory>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/progress_printer.h"
#include "app/cli/stop_signals.h"
#include "app/cli/summary_text.h"
#include "app/cli/terminal.h"
#include "app/cli/training_job.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/engine/engine_loader.h"
#include "app/options/train_options.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/hardware_probe.h"
#include "core/hardware/nvml/nvml_helper.h"
#include "core/report/complete_record.h"
#include "core/report/report_file.h"

namespace lossline {
namespace {

ProgressPrinter::Style progress_style(const ParsedTrain& asked) {
  if (asked.quiet) {
    return ProgressPrinter::Style::Quiet;
  }
  return stderr_redraws() ? ProgressPrinter::Style::Bar : ProgressPrinter::Style::Lines;
}

/// Runs and watches; the machine is looked at meanwhile. `began` tells whether a first epoch was about to begin.
Result<RunRecord> run_watched(const ParsedTrain& asked, RunControl& control, const StopSignals& signals,
                              HardwareFacts& hardware, bool& began) {
  ProgressPrinter printer(progress_style(asked), asked.config.epochs);
  printer.preparing();
  TrainingJob job([] { return load_engine(); }, asked.config, *asked.dataset, control);
  hardware = make_hardware_probe()->read();
  NvmlHelper(nvml_helper_program()).add_to(hardware);
  constexpr std::chrono::milliseconds kBetweenUpdates(100);
  while (!job.wait(kBetweenUpdates)) {
    if (signals.received() != 0) {
      printer.stopping();
    } else if (const auto start = job.started()) {
      printer.update(*start);
    }
  }
  Result<RunRecord> answer = job.take();
  const auto start = job.started();
  began = start != nullptr;
  if (answer.ok()) {
    printer.finish(start.get(), answer.value());
  } else {
    printer.clear();
  }
  return answer;
}

/// The error in the words of the option that asked for it.
void tell_error(const Error& error, const TrainConfig& config) {
  const bool of_device = error.code == ErrorCode::DeviceUnavailable && config.device.kind == DeviceSpec::Kind::Cuda;
  const bool bug = error.code == ErrorCode::Internal;
  say_error((of_device ? "--device: " : bug ? "an internal error, a bug in Lossline: " : "") + error.message);
}

/// Writes what was asked for; false when something could not be written. Paths that were not written are cleared.
bool write_files(const RunReport& report, ParsedTrain& asked) {
  bool all = true;
  const auto written = [&all](std::optional<std::filesystem::path>& path, const Result<void>& result) {
    if (!result.ok()) {
      say_error(result.error().message);
      path.reset();
      all = false;
    }
  };
  if (asked.report) {
    written(asked.report, write_report(*asked.report, report));
  }
  if (asked.curve) {
    written(asked.curve, write_curve_csv(*asked.curve, report.record));
  }
  return all;
}

}  // namespace

int run_train(const std::vector<std::string>& args) {
  ParsedTrain asked = parse_train(args);
  if (asked.help) {
    return print_result(train_help()) ? kDone : kRunFailed;
  }
  if (!asked.faults.empty()) {
    return refuse(asked.faults);
  }
  RunControl control;
  const StopSignals signals(control);  // before LibTorch is opened: it must not find the default ones

  HardwareFacts hardware;
  bool began = false;
  Result<RunRecord> answer = run_watched(asked, control, signals, hardware, began);
  if (!answer.ok()) {
    tell_error(answer.error(), asked.config);
    return exit_code_of(answer.error().code);
  }
  RunReport report;
  report.record = std::move(answer).value();
  RunRecord& record = report.record;
  if (record.error) {
    tell_error(*record.error, asked.config);
  }
  const int code = exit_code_of(record, signals.received());
  if (record.state == RunState::Failed && !began) {
    return code;  // nothing was trained: there is nothing to report
  }
  record.display_name = asked.name;
  record.notes = asked.note;
  merge_cuda(hardware, record.hardware.cuda);
  complete_record(record, hardware, {});
  // Files first: a reader of stdout that goes away must not cost the report.
  const bool wrote = write_files(report, asked);
  const bool told = print_result(asked.json ? report_text(report) : summary_text(record, asked.report, asked.curve));
  return wrote && told ? code : kRunFailed;
}

}  // namespace lossline
