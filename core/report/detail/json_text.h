// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lossline::detail {

// JSON as text. Not the library's own: its numbers are not always the shortest, and its layout puts every number of a
// list on a line of its own.

/// The shortest text that reads back to the same double, laid out as Python does: 0.0001, 1e-05, 20000, 1e+16. Whole
/// values have no ".0", non-finite ones are null.
void append_number(std::string& out, double value);

/// Quoted and escaped; invalid UTF-8 becomes U+FFFD.
void append_string(std::string& out, const std::string& text);

/// On one line without a blank.
[[nodiscard]] std::string compact_text(const nlohmann::ordered_json& value);

/// Two blanks a level; what fits goes on one line. `indent` is the level the value stands at, `used` the columns
/// already taken on its first line.
void append_pretty(std::string& out, const nlohmann::ordered_json& value, std::size_t indent, std::size_t used);

}  // namespace lossline::detail
