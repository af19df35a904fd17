// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/api/result.h"

namespace lossline {

/// Takes the next piece of a file; false once a write failed, when the writer may as well give up.
using WriteBytes = std::function<bool(std::string_view)>;

/// Makes a file's content by calling `write` as often as it likes; false when it can't: nothing is then replaced.
using FileContent = std::function<bool(const WriteBytes& write)>;

/// Writes a file whole or not at all: a temporary file beside the target, flushed to the disk, renamed over it. On any
/// failure the temporary file is removed, the old file stays as it was, and the error (Io) says what, where and what to
/// do. A symbolic link stays a link: its target is replaced. An existing file keeps its permissions. What is not a
/// plain file (a pipe, /dev/stdout, /dev/null) is written straight. Any thread.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path, const FileContent& content);
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// Why write_file_atomically() could not write there, as far as can be told without writing: `the folder "x" does not
/// exist; create it first`. Empty when it looks fine. To be asked before a long run; leaves nothing behind.
[[nodiscard]] std::optional<std::string> why_not_writable(const std::filesystem::path& path);

}  // namespace lossline
