// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace lossline {

/// Distribution, kernel and architecture of this machine: "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64". Never a
/// host name. What is not told is left out; never empty.
[[nodiscard]] std::string os_name();

/// The same of a recorded machine, from its etc/os-release (or usr/lib/os-release) and proc/sys/kernel alone.
/// "Linux" when it says nothing.
[[nodiscard]] std::string os_name(const std::filesystem::path& root);

/// The C library this process runs on: "glibc 2.36". "unknown C library" where there is no way to ask.
[[nodiscard]] std::string libc_version();

}  // namespace lossline
