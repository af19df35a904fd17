// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/cli/progress_printer.h"

namespace lossline {

/// Tells on stderr how far a sweep is, as ProgressPrinter does of a run: one line redrawn on a terminal, elsewhere a
/// line when another tenth of the runs is done.
class SweepPrinter {
 public:
  /// `before` of `total` runs have rows from an earlier start.
  SweepPrinter(ProgressPrinter::Style style, std::uint64_t before, std::uint64_t total);

  void preparing();
  /// `rows` were added in `seconds`; call it at most ten times a second.
  void update(std::uint64_t rows, double seconds);
  void stopping();
  /// Once, after the end, with the last figures.
  void finish(std::uint64_t rows, double seconds);

 private:
  void draw(const std::string& line);

  ProgressPrinter::Style style_;
  std::uint64_t before_, total_;
  std::vector<std::uint64_t> lines_at_;
  std::size_t next_line_ = 0;
  bool drawn_ = false;
};

}  // namespace lossline
