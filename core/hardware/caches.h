// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/hardware/cpu_topology.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Sets cpu.caches_bytes from /sys: one instance of each level, as a core of the fastest kind sees it.
void add_caches(const RootFiles& files, const CpuTopology& topology, HardwareFacts& facts);

}  // namespace lossline
