// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/train_config.h"
#include "core/sweep/sweep_grid.h"
#include "core/sweep/sweep_row.h"

namespace lossline {

/// What `lossline-cli sweep` was asked. Nothing may be started unless `faults` is empty.
struct ParsedSweep {
  SweepGrid grid;
  std::optional<Dataset> dataset;  ///< loaded; there when no fault concerns it
  std::filesystem::path out;
  SweepFormat format = SweepFormat::Csv;
  std::optional<int> jobs;  ///< runs at once; empty = auto
  bool quiet = false;
  bool json = false;
  bool help = false;  ///< --help was among the arguments; the rest does not matter then
  std::vector<Fault> faults;
};

/// Reads the arguments after "sweep". Every fault of the line and of every combination at once. Looks at the file
/// system, changes nothing there; what --out holds is not looked at.
[[nodiscard]] ParsedSweep parse_sweep(const std::vector<std::string>& args);

/// Fits 80×24.
[[nodiscard]] std::string sweep_help();

}  // namespace lossline
