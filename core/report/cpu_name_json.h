// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/hardware/names/cpu_answer.h"

namespace lossline {

/// Appends the cpu-name object on one line with a line end. Always valid JSON in UTF-8; null = not known.
void append_cpu_name_json(std::string& out, const CpuAnswer& answer);

}  // namespace lossline
