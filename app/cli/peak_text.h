// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/kernels/peak.h"

namespace lossline {

/// What was measured, for a person, a line each: "1 thread: 245 GFLOP/s; 2 threads: 470 (float32, AVX3_DL, 512 bits)"
/// and the same of the memory in GB/s.
[[nodiscard]] std::string peak_text(const CpuPeak& peak);

}  // namespace lossline
