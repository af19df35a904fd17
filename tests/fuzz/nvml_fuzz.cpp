// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an answer of NVML's helper: no crash, nothing that can't be true in the facts, and a report that is
// JSON.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/hardware/clean_text.h"
#include "core/hardware/details_text.h"
#include "core/hardware/gpu_page.h"
#include "core/hardware/nvml/nvml_answer.h"
#include "core/hardware/nvml/nvml_merge.h"
#include "core/report/hardware_json.h"
#include "tests/fuzz/demand.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lossline;
  const std::string_view text(size == 0 ? "" : reinterpret_cast<const char*>(data), size);
  const NvmlAnswer answer = parse_nvml_answer(text);
  HardwareFacts facts;
  GpuFacts gpu;
  gpu.vendor = "NVIDIA";
  gpu.pci_address = "0000:01:00.0";
  facts.gpus = {gpu};
  merge_nvml(facts, answer);
  demand(!facts.gpus.empty() && facts.gpus.size() <= 300);
  for (const GpuFacts& each : facts.gpus) {
    demand(!each.name || clean_text(*each.name) == *each.name);
    demand(!each.memory_free_bytes || (each.memory_total_bytes && *each.memory_free_bytes <= *each.memory_total_bytes));
    demand(!each.peak_fp32_gflops || (*each.peak_fp32_gflops > 0 && each.peak_clock));
  }
  static_cast<void>(nvml_readings(facts, answer));
  static_cast<void>(gpu_obstacles(facts));
  const std::string json = hardware_json_text(facts, true);
  demand(json.find('\0') == std::string::npos && !json.empty() && json.back() == '\n');
  const std::string details = details_text(facts, ProgramDetails());
  demand(!details.empty() && details.back() == '\n');
  return 0;
}
