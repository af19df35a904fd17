// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/hardware/proc_cpuinfo.h"

namespace lossline {

/// The vector levels every CPU of the file has, weakest first: "AVX2", "FMA", "AVX-512", "AMX"; "NEON", "SVE"; "LASX",
/// "RVV", "AltiVec".
[[nodiscard]] std::vector<std::string> isa_levels(const CpuInfo& info);

/// Sets cpu.isa.
void add_isa(const CpuInfo& info, HardwareFacts& facts);

}  // namespace lossline
