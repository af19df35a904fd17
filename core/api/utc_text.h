// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace lossline {

/// ISO 8601 with milliseconds, in UTC: "2026-01-01T00:00:00.000Z". The same in every locale.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point time);

}  // namespace lossline
