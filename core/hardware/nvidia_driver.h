// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/api/hardware_facts.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// The first word of the form 535.183.01 in what NVIDIA's kernel module says of itself; empty when there is none.
[[nodiscard]] std::optional<std::string> nvidia_version_in(std::string_view text);

/// Sets nvidia_driver_version from proc/driver/nvidia/version or sys/module/nvidia/version: the module that is loaded,
/// not the packages that are installed.
void add_nvidia_driver(const RootFiles& files, HardwareFacts& facts);

}  // namespace lossline
