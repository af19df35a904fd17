// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/hardware_facts.h"

namespace lossline {

/// The machine for a person, in two columns. What no source told is "unknown" where one would look for it, and left out
/// elsewhere. `with_cuda`: LibTorch was asked, so its own view is told too.
[[nodiscard]] std::string hardware_text(const HardwareFacts& hardware, bool with_cuda);

}  // namespace lossline
