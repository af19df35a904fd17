// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/api/result.h"
#include "core/report/run_report.h"

namespace lossline {

/// parse_report() of a file. Errors name the file: Io when it can't be read, Format when it is not a report.
[[nodiscard]] Result<RunReport> read_report(const std::filesystem::path& path);

/// Writes report_text() atomically (see write_file_atomically), without holding the whole text in memory.
[[nodiscard]] Result<void> write_report(const std::filesystem::path& path, const RunReport& report);
/// The same of a run of our own, of which nothing is unknown.
[[nodiscard]] Result<void> write_report(const std::filesystem::path& path, const RunRecord& record);

/// Writes the loss curve as TensorBoard exports a scalar: `Wall time,Step,Value`, a line for each recorded epoch,
/// atomically. Wall time: seconds since 1970-01-01 UTC, the run's start, warm-up and search plus the training seconds
/// up to that epoch. A record read from a report has no time for each point; its training time is then spread evenly
/// over its epochs. Step: the epoch. Value: the loss, "NaN", "Infinity" or "-Infinity" where it is not finite.
[[nodiscard]] Result<void> write_curve_csv(const std::filesystem::path& path, const RunRecord& record);

}  // namespace lossline
