// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/hardware_facts.h"
#include "core/hardware/names/gpu_name.h"

namespace lossline {

/// A GPU's place among its kind in one line: "40 series · Ada Lovelace · 70 upper-mid · Ti SUPER", with "laptop" or the
/// like at the end where it is known to be no desktop card. Parts nobody told are left out; where several architectures
/// are possible it says "Fermi or Kepler". Empty when nothing is known. UTF-8.
[[nodiscard]] std::string gpu_badge(const GpuFacts& gpu);

/// The same of a name alone.
[[nodiscard]] std::string gpu_badge(const GpuName& name);

}  // namespace lossline
