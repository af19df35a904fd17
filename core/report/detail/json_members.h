// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline::detail {

// Members of an object that is written by hand, for streams of a million of them. Each begins with a comma unless `out`
// ends in '{'.

void append_key(std::string& out, std::string_view key);
/// Null where there is no text.
void append_text(std::string& out, std::string_view key, const std::optional<std::string>& text);
void append_list(std::string& out, std::string_view key, const std::vector<std::string>& texts);

}  // namespace lossline::detail
