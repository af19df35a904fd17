// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// Words in a row for a sentence, `last` before the last one: listed({"A", "B", "C"}, " or ") is "A, B or C". Empty for
/// none.
[[nodiscard]] std::string listed(const std::vector<std::string>& words, std::string_view last);

}  // namespace lossline
