// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment),
/// letters compared without case. Bytes, not characters.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known name that was probably meant: the closest one within a third of its length, else the only one that begins
/// with what was typed. Empty when nothing is close.
[[nodiscard]] std::optional<std::string> closest(std::string_view typed, const std::vector<std::string>& known);

}  // namespace lossline
