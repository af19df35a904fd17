// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/result.h"
#include "core/api/run_record.h"

namespace lossline {

/// How a sweep's rows are written down.
enum class SweepFormat {
  Csv,        ///< RFC 4180, but lines end in a single LF; a header of the columns' names first
  JsonLines,  ///< one object a line, the same names, no header
};

/// By the ending of a file's name, `.csv` or `.jsonl`; empty for any other.
[[nodiscard]] std::optional<SweepFormat> sweep_format_of(std::string_view file_name);

/// The columns' names in order: index, the dataset and every field of the config, what was resolved, how the run ended,
/// its figures, and the hashes of the report.
[[nodiscard]] const std::vector<std::string>& sweep_columns();

/// The line before the first row, with its end; empty where the format has none.
[[nodiscard]] std::string sweep_header(SweepFormat format);

/// What a row says that is needed to go on with a sweep and to sum it up.
struct SweepRow {
  std::uint64_t index = 0;
  std::string config_hash;
  RunState state = RunState::Finished;
  std::optional<double> test_accuracy, test_loss;
  double train_seconds = 0;
};

/// `asked` is the config of the grid, of which config_hash is taken; the record's own may differ from it.
[[nodiscard]] SweepRow sweep_row_of(std::uint64_t index, const TrainConfig& asked, const RunRecord& record);

/// The row of one run as text, with its end; `row` is sweep_row_of() the same run. Numbers have a dot and no grouping,
/// as in the report; what is not known is empty (null).
[[nodiscard]] std::string sweep_line(SweepFormat format, const SweepRow& row, const TrainConfig& asked,
                                     const RunRecord& record);

/// Reads a whole line, given without its end. Format when it is no row of these columns; the sentence goes on from
/// "line 7 ".
[[nodiscard]] Result<SweepRow> read_sweep_line(SweepFormat format, std::string_view line);

}  // namespace lossline
