// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/hardware/proc_cpuinfo.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Sets cpu.hypervisor: "KVM", "VMware", "Xen", "Hyper-V", "VirtualBox" …, or "unknown hypervisor" where the CPU says
/// it is a guest's and nothing says whose. Sources: /sys/hypervisor, DMI strings, the guest clocks the kernel found,
/// the CPU's own flag. Makers of hosting machines are believed only for a guest: their bare-metal ones carry the name
/// too.
void add_hypervisor(const RootFiles& files, const CpuInfo& info, HardwareFacts& facts);

}  // namespace lossline
