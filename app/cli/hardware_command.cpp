// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/hardware_text.h"
#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/engine/engine_loader.h"
#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "app/options/output_paths.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/hardware_probe.h"
#include "core/hardware/nvml/nvml_helper.h"
#include "core/kernels/peak.h"
#include "core/report/hardware_json.h"

namespace lossline {
namespace {

void declare(CLI::App& app) {
  use_compact_help(app);
  app.set_help_flag();
  app.add_flag("--json", "the `hardware` object of a run report");
  app.add_flag("--torch", "ask LibTorch about CUDA too (takes longer)");
  app.add_flag("--measure", "measure the CPU's peaks (takes two seconds)");
  const std::string root_help = "a machine recorded below this folder";
  app.add_option("--root", root_help)->type_name("DIR")->default_str("/")->expected(1);
  app.add_flag("-h,--help", "print this");
}

/// Joins what LibTorch says. Any thread: this program has no other that touches CUDA.
Result<void> ask_torch(HardwareFacts& facts) {
  const Result<std::shared_ptr<TrainingEngine>> engine = load_engine();
  if (!engine.ok()) {
    return engine.error();
  }
  merge_cuda(facts, engine.value()->facts().cuda);
  return {};
}

/// Measures on all usable threads and joins what came of it.
Result<CpuPeak> measure(HardwareFacts& facts) {
  PeakSettings settings;
  for (const auto& [level, bytes] : facts.cpu.caches_bytes) {
    settings.cache_bytes = std::max(settings.cache_bytes, bytes);
  }
  settings.memory_bytes = facts.memory_available_bytes.value_or(0) / 4;  // whatever else runs needs some too
  Result<CpuPeak> peak = measure_cpu_peak(facts.cpu.usable_threads.value_or(1), settings);
  if (peak.ok()) {
    facts.cpu.peak_fp32_gflops = peak.value().all_fp32_gflops.best;
    facts.cpu.peak_memory_gb_s = peak.value().all_memory_gb_s.best;
    facts.sources["cpu.peak_fp32_gflops"] = {"measured", "certain"};
    facts.sources["cpu.peak_memory_gb_s"] = {"measured", "certain"};
  }
  return peak;
}

}  // namespace

int run_hardware(const std::vector<std::string>& args) {
  CLI::App app("Usage: lossline-cli hardware [options]\nWhat this machine is, as far as training goes.\n");
  declare(app);
  Arguments arguments = read_arguments(app, args);
  if (arguments.has("help")) {
    return print_result(app.help()) ? kDone : kRunFailed;
  }
  std::vector<Fault> faults = std::move(arguments.faults);
  const std::filesystem::path root = take_root(arguments, faults);
  const bool with_cuda = arguments.has("torch");
  if (with_cuda && arguments.find("root") != nullptr) {
    faults.push_back({"torch", "can't go with --root: LibTorch knows only this machine"});
  }
  if (arguments.has("measure") && arguments.find("root") != nullptr) {
    faults.push_back({"measure", "can't go with --root: only this machine can be measured"});
  }
  if (!faults.empty()) {
    return refuse(faults);
  }
  HardwareFacts facts = make_hardware_probe(root)->read();
  NvmlHelper(nvml_helper_program()).add_to(facts);
  if (with_cuda) {
    if (const Result<void> asked = ask_torch(facts); !asked.ok()) {
      say_error(asked.error().message);
      return exit_code_of(asked.error().code);
    }
  }
  std::optional<CpuPeak> peak;
  if (arguments.has("measure")) {
    Result<CpuPeak> measured = measure(facts);
    if (!measured.ok()) {
      say_error(measured.error().message);
      return exit_code_of(measured.error().code);
    }
    peak = std::move(measured).value();
  }
  const std::string text = arguments.has("json") ? hardware_json_text(facts, with_cuda)
                                                 : hardware_text(facts, with_cuda, peak ? &*peak : nullptr);
  return print_result(text) ? kDone : kRunFailed;
}

}  // namespace lossline
