// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/api/result.h"
#include "core/sweep/sweep_grid.h"
#include "core/sweep/sweep_row.h"

namespace lossline {

/// Where a sweep stands, by what its file has.
struct SweepResume {
  std::size_t whole_bytes = 0;  ///< what is kept; the rest is a line that was torn off in the middle
  bool torn = false;
  bool needs_header = false;   ///< nothing is kept, and the format has a header
  std::vector<SweepRow> rows;  ///< in the order of the file, each run once
  std::vector<bool> done;      ///< by index
};

/// Reads the text of a sweep's file, which may end in the middle of a line where the program was killed. Format when
/// the file is none of this sweep: other columns, a line that is no row, or a row whose config is not the one this grid
/// has at its index. The sentence goes on from the file's name.
[[nodiscard]] Result<SweepResume> resume_sweep(std::string_view text, SweepFormat format, const SweepGrid& grid);

}  // namespace lossline
