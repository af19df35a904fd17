// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/api/hardware_facts.h"

namespace lossline {

/// What a program adds to the machine's facts. Empty texts are left out, or said to be unknown.
struct ProgramDetails {
  std::string lossline_version, torch_version, os, libc_version, compiler;
  std::optional<std::string> qt_version;
  std::optional<std::string> visible_devices;  ///< CUDA_VISIBLE_DEVICES: cuda_visible_devices() of gpu_page.h
  std::string home;                            ///< the user's home folder, shown as "~"; may be empty
};

/// Versions and hardware as lines "OS: …" for a bug report, in the manner of PyTorch's collect_env. Without serial
/// numbers, UUIDs, host and user names: paths below the home folder begin with "~". Ends with a line end. Pure.
[[nodiscard]] std::string details_text(const HardwareFacts& facts, const ProgramDetails& program);

}  // namespace lossline
