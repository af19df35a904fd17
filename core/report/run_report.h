// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/result.h"
#include "core/api/run_record.h"

namespace lossline {

/// The newest major version of the run report this program reads, and the one it writes.
inline constexpr int kReportSchemaVersion = 1;

/// A run report as opened or about to be written: "lossline.run_report", schema 1.
struct RunReport {
  RunRecord record;
  /// What the opened file held and this version does not know: keys at any level, extra history columns, words such as
  /// the strategy of a later version. Opaque; kept so that saving again loses nothing. Empty for a run of our own.
  std::string unknown_json;
  /// What a user should know after opening, a sentence each: `"config.strategy" is "x", which this version …`.
  std::vector<std::string> warnings;
};

/// Reads a report from its text (UTF-8, a byte order mark is accepted). Errors are Format: not JSON (with line and
/// byte), not a report, a newer major version, a key of the wrong type (named), or `schema`, `schema_version`, `config`
/// or `history` missing. Other missing keys leave their field empty. A loss of null, "NaN" or "Infinity" becomes a
/// non-finite one. LossPoint::elapsed_s is not in a report and stays 0. Any thread.
[[nodiscard]] Result<RunReport> parse_report(std::string_view text);

/// The report's text: keys in the order of schema 1, numbers the shortest that read back to the same double, non-finite
/// ones null, the same in every locale, one line end at the end. Invalid UTF-8 becomes U+FFFD. Any thread; the history
/// may still grow, the points seen at the call are written.
[[nodiscard]] std::string report_text(const RunReport& report);

}  // namespace lossline
