// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/hardware/cpu_set.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Sets cpu.usable_threads: the CPUs of the affinity mask (sched_getaffinity on the live machine, Cpus_allowed_list of
/// proc/self/status on a recorded one) that the cgroup's cpuset allows, and no more than its quota. A container with 2
/// CPUs of 64 says 2. Call after the topology was read; `online` may be empty.
void add_usable_threads(const RootFiles& files, const CpuSet& online, HardwareFacts& facts);

}  // namespace lossline
