// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lossline {

// Numbers as text, the same in every locale: a dot, no grouping. The standard's stod, printf and to_string follow
// LC_NUMERIC, which a GUI toolkit may change behind our back; nothing in core or app uses them.

/// The whole text as a double ("1e-3", "nan", "inf" included); empty when it is anything else.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);
/// The whole text as a whole number; empty when it is anything else or out of range.
[[nodiscard]] std::optional<std::int64_t> parse_int64(std::string_view text);
[[nodiscard]] std::optional<std::uint64_t> parse_uint64(std::string_view text);

/// The shortest text that reads back to the same double: "0.01", "1e-05", "nan".
[[nodiscard]] std::string shortest(double value);
/// With exactly `decimals` digits after the dot: fixed(0.06192, 4) is "0.0619".
[[nodiscard]] std::string fixed(double value, int decimals);
/// With `digits` significant digits, without exponent where that stays short: significant(11300.4, 3) is "11300".
[[nodiscard]] std::string significant(double value, int digits);
[[nodiscard]] std::string integer_text(std::int64_t value);
[[nodiscard]] std::string integer_text(std::uint64_t value);

}  // namespace lossline
