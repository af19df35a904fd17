// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lossline {

/// "26", "0x1a": an id as kernels and people write it, below 2^24; empty when it is anything else.
[[nodiscard]] std::optional<int> id_number(std::string_view text);

/// "0xF0", "0x001": upper-case letters or not, at least `digits` of them.
[[nodiscard]] std::string hex_text(int number, int digits, bool upper);

}  // namespace lossline
