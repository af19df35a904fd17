// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// What the maker calls the series, read from the number in the name: "8th Gen Core", "Core Ultra Series 2",
/// "Xeon Scalable 3rd Gen", "Ryzen 7000", "EPYC 9005". `name` as name_words() gives it. Empty when the name has no such
/// number.
[[nodiscard]] std::optional<std::string> generation_from_name(std::string_view maker,
                                                              const std::vector<std::string>& name);

}  // namespace lossline
