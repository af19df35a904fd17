// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/hardware_text.h"

#include <optional>
#include <utility>
#include <vector>

#include "app/cli/peak_text.h"
#include "app/cli/summary_text.h"
#include "core/analysis/progress_text.h"
#include "core/api/list_text.h"
#include "core/api/number_text.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/gpu_badge.h"
#include "core/hardware/names/cpu_name.h"

namespace lossline {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

void add(Rows& rows, const char* name, const std::optional<std::string>& value) {
  if (value) {
    rows.emplace_back(name, *value);
  }
}

std::string count_of(int count, const char* one, const char* many) {
  return integer_text(std::int64_t{count}) + " " + (count == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : between) + part;
  }
  return text;
}

std::string cores_text(const CpuFacts& cpu) {
  std::vector<std::string> parts;
  if (cpu.physical_cores) {
    parts.push_back(count_of(*cpu.physical_cores, "core", "cores"));
  }
  if (cpu.logical_threads) {
    parts.push_back(count_of(*cpu.logical_threads, "thread", "threads"));
  }
  if (cpu.usable_threads) {
    parts.push_back(integer_text(std::int64_t{*cpu.usable_threads}) + " usable here");
  }
  return parts.empty() ? "unknown" : joined(parts, ", ");
}

void add_cpu(const CpuFacts& cpu, Rows& rows) {
  rows.emplace_back("CPU", cpu.model_name.value_or("unknown"));
  add(rows, "vendor", cpu.vendor);
  add(rows, "architecture", architecture_text(cpu));
  rows.emplace_back("cores", cores_text(cpu));
  std::vector<std::string> kinds;
  for (const CoreKind& kind : cpu.core_kinds) {
    kinds.push_back(kind.kind + ": " + count_of(kind.cores, "core", "cores") + ", " +
                    count_of(kind.threads, "thread", "threads"));
  }
  if (!kinds.empty()) {
    rows.emplace_back("core kinds", joined(kinds, "; "));
  }
  if (!cpu.isa.empty()) {
    rows.emplace_back("instructions", joined(cpu.isa, ", "));
  }
  std::vector<std::string> caches;
  for (const auto& [level, bytes] : cpu.caches_bytes) {
    caches.push_back(level + " " + bytes_text(bytes));
  }
  if (!caches.empty()) {
    rows.emplace_back("caches", joined(caches, ", "));
  }
  add(rows, "hypervisor", cpu.hypervisor);
}

/// "  (by its name, likely)": said only where it is not the driver or the id that spoke.
std::string doubt(const HardwareFacts& hardware, const GpuFacts& gpu, const char* fact) {
  const auto told = hardware.sources.find("gpus[" + integer_text(std::int64_t{gpu.index}) + "]." + fact);
  if (told == hardware.sources.end() || told->second.source != "name") {
    return {};
  }
  return told->second.confidence == "certain" ? " (by its name)" : " (by its name, likely)";
}

void add_figures(const GpuFacts& gpu, std::vector<std::string>& lines) {
  if (gpu.memory_total_bytes) {
    lines.push_back(bytes_text(*gpu.memory_total_bytes) + " of memory" +
                    (gpu.memory_free_bytes ? ", " + bytes_text(*gpu.memory_free_bytes) + " free" : ""));
  } else {
    lines.push_back(gpu.memory_shared ? "no memory of its own: it uses the machine's" : "memory unknown");
  }
  if (gpu.peak_fp32_gflops) {
    const std::string clock =
        gpu.peak_clock ? " at " + significant(gpu.peak_clock->mhz, 4) + " MHz, its " + gpu.peak_clock->name : "";
    lines.push_back("peak " + significant(*gpu.peak_fp32_gflops, 4) + " GFLOP/s (float32)" + clock);
  }
  if (gpu.peak_memory_gb_s) {
    lines.push_back("peak " + significant(*gpu.peak_memory_gb_s, 4) + " GB/s to its memory");
  }
}

void add_gpu(const HardwareFacts& hardware, const GpuFacts& gpu, Rows& rows) {
  std::vector<std::string> lines = {gpu.name.value_or("unknown GPU")};
  if (const std::string badge = gpu_badge(gpu); !badge.empty()) {
    lines.push_back(badge + doubt(hardware, gpu, "architecture"));
  }
  add_figures(gpu, lines);
  for (const std::string& slices : counted(gpu.mig_slices)) {
    lines.push_back("MIG slice " + slices);
  }
  if (gpu.compute_capability) {
    lines.push_back("compute capability " + *gpu.compute_capability);
  }
  if (gpu.pci_id) {
    lines.push_back("PCI " + *gpu.pci_id + (gpu.chip ? ", chip " + *gpu.chip : "") +
                    (gpu.driver ? ", driver " + *gpu.driver : ", no driver"));
  }
  if (gpu.why_not) {
    lines.push_back(*gpu.why_not);
  }
  rows.emplace_back("GPU " + integer_text(std::int64_t{gpu.index}), joined(lines, "\n"));
}

void add_cuda(const CudaFacts& cuda, Rows& rows) {
  rows.emplace_back("LibTorch's CUDA", cuda.built_version.value_or("none: built for the CPU alone"));
  add(rows, "cuDNN", cuda.cudnn_version);
  rows.emplace_back("CUDA devices", integer_text(std::int64_t{cuda.device_count}));
  if (cuda.current_device) {
    rows.emplace_back("current device", integer_text(std::int64_t{*cuda.current_device}));
  }
}

}  // namespace

std::string hardware_text(const HardwareFacts& hardware, bool with_cuda, const CpuPeak* peak) {
  Rows rows;
  add_cpu(hardware.cpu, rows);
  if (peak != nullptr) {
    rows.emplace_back("measured peak", peak_text(*peak));
  }
  std::string memory = hardware.memory_total_bytes ? bytes_text(*hardware.memory_total_bytes) : "unknown";
  if (hardware.memory_available_bytes) {
    memory += ", " + bytes_text(*hardware.memory_available_bytes) + " available";
  }
  rows.emplace_back("memory", memory);
  for (const GpuFacts& gpu : hardware.gpus) {
    add_gpu(hardware, gpu, rows);
  }
  add(rows, "NVIDIA driver", hardware.nvidia_driver_version);
  if (with_cuda) {
    add_cuda(hardware.cuda, rows);
  }
  const auto why_not = why_no_gpu(hardware);
  rows.emplace_back("training on a GPU", why_not ? *why_not : "possible");
  return two_columns(rows);
}

}  // namespace lossline
