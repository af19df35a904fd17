// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

namespace lossline {

/// Calls `take` with each line of stdin, without its line end ("\n" or "\r\n"); the last one may lack it. Of a line
/// longer than 64 KiB only that much is kept. Ends early when `take` returns false, which is no fault. A read that
/// fails is told on stderr; returns false then.
[[nodiscard]] bool for_each_input_line(const std::function<bool(std::string_view)>& take);

}  // namespace lossline
