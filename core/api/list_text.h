// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// Words in a row for a sentence, `last` before the last one: listed({"A", "B", "C"}, " or ") is "A, B or C". Empty for
/// none.
[[nodiscard]] std::string listed(const std::vector<std::string>& words, std::string_view last);

/// Each text once, in the order of its first, with its count before it where it is there more than once: "4 × 1g.10gb".
[[nodiscard]] std::vector<std::string> counted(const std::vector<std::string>& texts);

}  // namespace lossline
