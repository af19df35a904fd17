// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/hardware/proc_cpuinfo.h"

namespace lossline {

/// What a CPU tells of itself. x86: vendor, family, model, stepping as CPUID gives them, extended parts added. ARM:
/// implementer and part of MIDR_EL1. Whatever is not known stays empty.
struct CpuKey {
  std::string vendor;  ///< "Intel", "AMD" … or the vendor id: "GenuineIntel"
  std::optional<int> family, model, stepping;
  std::optional<int> implementer, part, variant;
  std::string name;    ///< the model string; empty: not told
  bool guest = false;  ///< of a virtual machine: the host chose what is told
};

/// What the ids and the name say about the cores. Never a guess: what they don't decide is in `candidates`.
struct CpuName {
  std::optional<std::string> microarchitecture;  ///< core names: "Zen 5", of a hybrid "Golden Cove + Gracemont"
  std::vector<std::string> candidates;           ///< when the key leaves several; not empty only without the above
  std::optional<std::string> codename;           ///< of the product line, where the key or the name decides it: "Turin"
  std::optional<std::string> marketing_generation;  ///< "EPYC 9005", "12th Gen Core"
  bool generation_by_name = false;                  ///< read from the model string, not from the ids
  std::string confidence = "unknown";               ///< "certain", "likely", "unknown"; of the microarchitecture
  std::string ids;  ///< "family 26, model 0xF0"; "implementer 0x99, part 0x001"; empty when none were told
};

/// Pure; any thread. A name that hypervisors invent ("QEMU Virtual CPU") makes its ids worthless.
[[nodiscard]] CpuName name_cpu(const CpuKey& key);
/// Of a whole /proc/cpuinfo: all kinds of cores it shows, joined by " + ". Likely where CPUs were offline or an old
/// kernel told only one part for all, since other kinds may be hidden then.
[[nodiscard]] CpuName name_cpu(const CpuInfo& info);

/// For people: the cores' name, "one of …" with the ids, or "unknown (family 26, model 0xF0)".
[[nodiscard]] std::string microarchitecture_text(const CpuName& name);

/// Sets cpu.microarchitecture, marketing_generation, codename and unknown_cores.
void add_cpu_microarchitecture(const CpuInfo& info, HardwareFacts& facts);

/// "Zen 5 · EPYC 9005 (Turin)"; "unknown (family 26, model 0xF0)"; empty when not even ids were told.
[[nodiscard]] std::optional<std::string> architecture_text(const CpuFacts& cpu);

}  // namespace lossline
