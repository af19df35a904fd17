// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// What the kernel's own drivers for AMD (amdgpu) and Intel (i915, xe) GPUs tell below /sys about one that has a
/// pci_address: memory, busy share, and hwmon's temperature and power. Empty figures for everything they don't tell,
/// and for all other drivers. Under a millisecond; any thread.
[[nodiscard]] GpuReading read_gpu_sysfs(const RootFiles& files, const GpuFacts& gpu);

/// Sets memory and its free part of AMD's and Intel's GPUs that have memory of their own, where their drivers tell it,
/// and the peak of AMD's that the kernel's compute driver (kfd) describes: plain float32, one operation a lane and
/// clock, at the highest engine clock. Call after add_gpu_identity().
void add_gpu_sysfs(const RootFiles& files, HardwareFacts& facts);

}  // namespace lossline
