// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/api/hardware_facts.h"
#include "core/hardware/cpu_set.h"
#include "core/hardware/proc_cpuinfo.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Which CPUs there are and which of them share a core, as /sys/devices/system/cpu shows it.
struct CpuTopology {
  CpuSet online;              ///< empty when /sys does not tell
  std::vector<CpuSet> cores;  ///< the online CPUs of each core; empty when not told of every CPU
  CpuSet strongest;           ///< CPUs of the fastest kind of core; empty where there is but one kind
};

/// Reads the topology and sets cpu.logical_threads, cpu.physical_cores and cpu.core_kinds. Counts fall back on
/// /proc/cpuinfo. Kinds, fastest first: "P" and "E" where Linux lists Intel's hybrid cores; on ARM by part and
/// cpu_capacity, "M" for what lies between. Empty where all cores are alike or nothing tells.
[[nodiscard]] CpuTopology read_cpu_topology(const RootFiles& files, const CpuInfo& info, HardwareFacts& facts);

/// Whether CPUs that are built in are not online: on ARM they may be of another kind, which then shows nowhere.
[[nodiscard]] bool cpus_offline(const RootFiles& files);

}  // namespace lossline
