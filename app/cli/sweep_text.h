// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/sweep/sweep_grid.h"
#include "core/sweep/sweep_tally.h"

namespace lossline {

/// What there is to tell of a sweep that ended.
struct SweepEnd {
  std::string state;         ///< "finished", "stopped" or "failed"
  std::uint64_t before = 0;  ///< rows that were there from an earlier start
  std::uint64_t added = 0;
  int jobs = 0;        ///< runs at once
  double seconds = 0;  ///< from the first run's begin to the last one's row
  std::filesystem::path out;
};

/// For people: how it went in two columns, then the best runs with the settings that were swept.
[[nodiscard]] std::string sweep_summary_text(const SweepEnd& end, const SweepGrid& grid, const SweepTally& tally);

/// The same as one JSON document.
[[nodiscard]] std::string sweep_summary_json(const SweepEnd& end, const SweepGrid& grid, const SweepTally& tally);

}  // namespace lossline
