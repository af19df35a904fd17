// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/hardware_facts.h"

namespace lossline {

// What the helper program lossline-nvml answers, one JSON object a line; `nvml.json` of a recorded machine is one too.
// Every key below may be missing or null:
//
//   {"state":"ok","detail":"","driver_version":"550.54.14","cuda_version":"12.4","devices":[
//     {"index":0,"pci_address":"0000:01:00.0","name":"NVIDIA GeForce RTX 4090","memory_total_bytes":25757220864,
//      "memory_free_bytes":25000000000,"memory_used_bytes":300000000,"memory_unified":false,"compute_capability":"8.9",
//      "architecture":"Ada Lovelace","cuda_cores":16384,"memory_bus_width_bits":384,"max_graphics_clock_mhz":3105,
//      "max_sm_clock_mhz":3105,"max_memory_clock_mhz":10501,"graphics_clock_mhz":210,"sm_clock_mhz":210,
//      "memory_clock_mhz":405,"power_w":21.5,"power_limit_w":450,"temperature_c":35,"utilisation_percent":0,
//      "mig":{"enabled":false,"slices":[]}}]}
//
// "state" is ok, no_library, no_driver, version_mismatch, no_permission or failed; without ok there are no devices.

struct NvmlDevice {
  std::optional<std::string> pci_address;  ///< as /sys writes it: "0000:01:00.0"
  std::optional<std::string> name, compute_capability, architecture;
  std::optional<std::uint64_t> memory_total_bytes, memory_free_bytes, memory_used_bytes;
  bool memory_unified = false;  ///< no memory of its own to tell of: it uses the machine's
  std::optional<int> cuda_cores, memory_bus_width_bits;
  std::optional<double> max_graphics_clock_mhz, max_sm_clock_mhz, max_memory_clock_mhz;
  std::optional<double> graphics_clock_mhz, sm_clock_mhz, memory_clock_mhz;
  std::optional<double> power_w, power_limit_w, temperature_c, utilisation_percent;
  bool mig_enabled = false;
  std::vector<std::string> mig_slices;
};

struct NvmlAnswer {
  NvmlFacts::State state = NvmlFacts::State::Nonsense;
  std::string detail;  ///< one clean line
  std::optional<std::string> driver_version, cuda_version;
  std::vector<NvmlDevice> devices;
};

/// Longest answer that is read.
inline constexpr std::size_t kNvmlAnswerLimit = std::size_t{1} << 20U;

/// Reads an answer. A driver may lie: what can't be true (more memory free than there is, a figure outside all reason,
/// a name that is no clean text, a device's address a second time) is left out, field by field; the state is Nonsense
/// where the whole is no such answer or tells of more devices than any machine has. Never throws.
[[nodiscard]] NvmlAnswer parse_nvml_answer(std::string_view text);

}  // namespace lossline
