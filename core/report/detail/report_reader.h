// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/api/result.h"
#include "core/report/run_report.h"

namespace lossline::detail {

/// parse_report(); `subject` begins the sentence of an error: "The report", or a file's name in quotes.
[[nodiscard]] Result<RunReport> parse_report_of(const std::string& subject, std::string_view text);

/// Empty when the text may be a report by its first bytes; else why not. For telling early, before all of a large file
/// is read.
[[nodiscard]] std::string why_no_report(std::string_view start);

}  // namespace lossline::detail
