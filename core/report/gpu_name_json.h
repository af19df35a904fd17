// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/hardware/names/gpu_name.h"

namespace lossline {

/// Appends the name as a JSON object on one line, without a line end. Keys always in the same order; what is unknown is
/// null. Valid JSON for any name. Fast enough for streams of millions.
void append_gpu_name_json(std::string& out, const GpuName& name);

/// A document for people and scripts, indented, with a line end: an object for one name, a list for any other number.
[[nodiscard]] std::string gpu_names_json_text(const std::vector<GpuName>& names);

}  // namespace lossline
