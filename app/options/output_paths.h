// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/arguments.h"

namespace lossline {

// Options that name files and folders, checked before anything is started. Looks at the file system, changes nothing.

/// The path of option `name`; one that can't be written is a fault.
[[nodiscard]] std::optional<std::filesystem::path> take_output_path(const Arguments& arguments, const std::string& name,
                                                                    std::vector<Fault>& faults);

/// A fault of the second option when both name one file, by whatever way to it.
void check_two_files(const std::optional<std::filesystem::path>& first, const std::string& first_name,
                     const std::optional<std::filesystem::path>& second, const std::string& second_name,
                     std::vector<Fault>& faults);

/// The folder of --root, "/" when not given; anything but a readable folder that holds proc or sys is a fault.
[[nodiscard]] std::filesystem::path take_root(const Arguments& arguments, std::vector<Fault>& faults);

}  // namespace lossline
