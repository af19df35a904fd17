// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/hardware/cpu_set.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// What the control groups above this process leave it of the CPUs.
struct CgroupLimits {
  std::optional<int> cpus;       ///< smallest quota ÷ period on the way up, rounded up, at least 1
  std::optional<CpuSet> cpuset;  ///< CPUs allowed; empty = not limited
};

/// Of the process itself: proc/self/cgroup and proc/self/mountinfo say where its groups lie, version 2 (cpu.max,
/// cpuset.cpus.effective) and version 1 (cpu.cfs_quota_us, cpuset.effective_cpus) alike, mixed ones too. Every group
/// from its own up to the mount's top counts, since a limit may stand on any of them.
[[nodiscard]] CgroupLimits read_cgroup_limits(const RootFiles& files);

}  // namespace lossline
