// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace lossline::detail {

/// What a path leads to once its symbolic links are followed.
struct FileTarget {
  enum class Kind {
    Missing,     ///< nothing there yet; the folder may be missing too
    File,        ///< a plain file
    Folder,      ///< a folder, or a path that ends in a slash
    Stream,      ///< exists and is neither: a pipe, a device
    Descriptor,  ///< one of this process's open files: /dev/stdout, /dev/fd/3
    Unreachable  ///< can't be looked at: `why` says so
  };
  Kind kind = Kind::Missing;
  std::filesystem::path path;  ///< links followed
  int descriptor = -1;         ///< only with Descriptor
  mode_t mode = 0;             ///< permissions, only with File
  uid_t owner = 0;             ///< only with File
  gid_t group = 0;             ///< only with File
  int why = 0;                 ///< errno, only with Unreachable
};

/// Follows the links itself, so that a link to a file that is not there yet is understood too.
[[nodiscard]] FileTarget find_target(const std::filesystem::path& path);

/// The folder that holds it, "." for a bare name.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& file);

/// In plain words with the next step, never a translated one: "the disk is full; free some space …".
[[nodiscard]] std::string errno_words(int error);

/// The path as it stands in a sentence: in double quotes.
[[nodiscard]] std::string quoted(const std::filesystem::path& path);

}  // namespace lossline::detail
