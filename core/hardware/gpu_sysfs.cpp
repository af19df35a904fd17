// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_sysfs.h"

namespace lossline {

GpuReading read_gpu_sysfs(const RootFiles& /*files*/, const GpuFacts& gpu) {
  GpuReading reading;
  reading.index = gpu.index;
  return reading;
}

}  // namespace lossline
