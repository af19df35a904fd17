// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/hardware_facts.h"
#include "core/kernels/peak.h"

namespace lossline {

/// The machine for a person, in two columns. What no source told is "unknown" where one would look for it, and left out
/// elsewhere. `with_cuda`: LibTorch was asked, so its own view is told too. `peak`: what was measured, or null.
[[nodiscard]] std::string hardware_text(const HardwareFacts& hardware, bool with_cuda, const CpuPeak* peak = nullptr);

}  // namespace lossline
