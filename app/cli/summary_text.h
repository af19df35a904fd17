// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/api/run_record.h"

namespace lossline {

/// Names and values in two columns, a line each. A value of several lines is indented.
[[nodiscard]] std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows);

/// What a person wants to know of a run that ended, in two columns. The paths are where its files were written.
[[nodiscard]] std::string summary_text(const RunRecord& record, const std::optional<std::filesystem::path>& report,
                                       const std::optional<std::filesystem::path>& curve);

}  // namespace lossline
