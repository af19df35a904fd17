// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/hardware_facts.h"

namespace lossline {

/// The report's `hardware` object as text for people and scripts, indented, with a line end. `cuda` is null unless
/// `with_cuda`: LibTorch was then asked.
[[nodiscard]] std::string hardware_json_text(const HardwareFacts& hardware, bool with_cuda);

}  // namespace lossline
