// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Sets memory_total_bytes and memory_available_bytes from proc/meminfo (MemTotal, MemAvailable): the machine's,
/// whatever a container may take of it.
void add_memory(const RootFiles& files, HardwareFacts& facts);

}  // namespace lossline
