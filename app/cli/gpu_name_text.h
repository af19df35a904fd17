// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/hardware/names/gpu_name.h"

namespace lossline {

/// The names for a person: a block of two columns each, with what is possible where a name does not decide, and once at
/// the end that a name is not a measurement.
[[nodiscard]] std::string gpu_names_text(const std::vector<GpuName>& names);

}  // namespace lossline
