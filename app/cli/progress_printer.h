// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/api/run_record.h"
#include "core/api/training_engine.h"

namespace lossline {

/// Tells on stderr how far a run is. On a terminal: one line, redrawn at each call. Elsewhere: a line for every tenth
/// of the epochs, whose figures are those of that epoch, however late the call. Quiet: nothing.
class ProgressPrinter {
 public:
  enum class Style { Quiet, Bar, Lines };

  ProgressPrinter(Style style, std::uint64_t total_epochs);

  /// Before the first epoch.
  void preparing();
  /// While the run goes on; call it at most ten times a second.
  void update(const RunStart& start);
  /// While a stop was asked for, but the run has not ended yet.
  void stopping();
  /// Once, after the end: the last state, then one line that says how it ended. Null when no epoch had begun.
  void finish(const RunStart* start, const RunRecord& record);
  /// Takes away what is half drawn, before an error is told.
  void clear();

 private:
  void draw(const std::string& line);
  void print_lines(const LossHistory& history, const LiveProgress& progress, std::uint64_t epochs_done);

  Style style_;
  std::uint64_t total_;
  std::vector<std::uint64_t> lines_at_;  // Lines: epochs still to be told, the next one first
  std::size_t next_line_ = 0;
  bool drawn_ = false;
};

}  // namespace lossline
