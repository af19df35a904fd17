// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/hardware/cpu_set.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// One "processor" block of /proc/cpuinfo.
struct CpuInfoEntry {
  int processor = 0;
  std::optional<int> physical_id, core_id, siblings, cpu_cores;
  std::string part;  ///< "0x41/0xd08": ARM's implementer and part; empty elsewhere
};

/// A kind of core that an ARM kernel tells.
struct CpuPart {
  std::string implementer, part;  ///< "0x41", "0xd08"
  std::optional<int> variant;     ///< the major revision
};

/// /proc/cpuinfo, read as x86, ARM, POWER, RISC-V and LoongArch kernels write it. Texts are clean_text(); empty = not
/// told.
struct CpuInfo {
  std::string model_name;
  std::string vendor_id;                ///< "GenuineIntel"
  std::string family, model, stepping;  ///< as printed: "26"
  std::string implementer;              ///< "0x41"
  std::vector<std::string> parts;       ///< ARM parts, each once, in the file's order: "0xd03", "0xd08"
  std::vector<CpuPart> arm_parts;       ///< the same with implementer and variant, each kind once
  bool parts_hidden = false;            ///< ARM: a CPU is offline or tells no part: there may be other kinds
  std::string uarch;                    ///< RISC-V: "sifive,u74-mc"
  std::string mvendorid, marchid;       ///< RISC-V: "0x489", as printed
  std::string machine;                  ///< s390: "8561"
  std::optional<int> cpus_said;         ///< s390: "# processors"
  std::string riscv_isa;                ///< "rv64imafdcv_zicbom"
  std::vector<std::string> flags;       ///< lower case, sorted, each once; what every entry has
  std::vector<CpuInfoEntry> entries;
};

[[nodiscard]] CpuInfo parse_cpuinfo(std::string_view text);
/// Of the machine; an empty CpuInfo when there is no such file.
[[nodiscard]] CpuInfo read_cpuinfo(const RootFiles& files);

[[nodiscard]] bool has_flag(const CpuInfo& info, std::string_view flag);

/// Counts as the file alone shows them: what to take where /sys is silent.
struct CpuCounts {
  std::optional<int> physical_cores, logical_threads;
  bool cores_told = false;  ///< false: ARM, where "one CPU is one core" holds for all but a few
};
/// Cores per package come from "cpu cores", not from distinct core ids: those repeat inside a package of several dies.
/// A file with fewer blocks than "siblings" is an excerpt, and "siblings" is believed.
[[nodiscard]] CpuCounts count_cpus(const CpuInfo& info);

/// Maker by its name: "Intel", "AMD", "ARM" … Empty when not told; an unknown vendor id is handed on as printed.
[[nodiscard]] std::optional<std::string> cpu_vendor(const CpuInfo& info);
/// The name printed; for ARM and RISC-V kernels that print none the ids instead: "ARM CPU (implementer 0x41, part
/// 0xd08)".
[[nodiscard]] std::optional<std::string> cpu_display_name(const CpuInfo& info);

/// Sets cpu.model_name and cpu.vendor.
void add_cpu_name(const CpuInfo& info, HardwareFacts& facts);

}  // namespace lossline
