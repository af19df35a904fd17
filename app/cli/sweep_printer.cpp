// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep_printer.h"

#include <string>

#include "app/cli/progress_line.h"
#include "app/cli/terminal.h"
#include "app/console/console.h"

namespace lossline {

SweepPrinter::SweepPrinter(ProgressPrinter::Style style, std::uint64_t before, std::uint64_t total)
    : style_(style), before_(before), total_(total), lines_at_(tenths(total)) {
  while (next_line_ < lines_at_.size() && lines_at_[next_line_] <= before) {
    ++next_line_;
  }
}

void SweepPrinter::draw(const std::string& line) {
  say("\r\x1b[K" + line.substr(0, stderr_columns() - 1));
  drawn_ = true;
}

void SweepPrinter::preparing() {
  if (style_ == ProgressPrinter::Style::Bar) {
    draw("preparing");
  }
}

void SweepPrinter::stopping() {
  if (style_ == ProgressPrinter::Style::Bar) {
    draw("stopping; Ctrl+C again ends at once");
  }
}

void SweepPrinter::update(std::uint64_t rows, double seconds) {
  const ProgressState state{before_ + rows, total_, std::nullopt, seconds, before_, "run"};
  if (style_ == ProgressPrinter::Style::Bar) {
    draw(bar_line(state, stderr_columns() - 1));
  } else if (style_ == ProgressPrinter::Style::Lines && next_line_ < lines_at_.size() &&
             lines_at_[next_line_] <= state.epoch) {
    say(plain_line(state) + "\n");
    while (next_line_ < lines_at_.size() && lines_at_[next_line_] <= state.epoch) {
      ++next_line_;  // a fast sweep does several tenths between two looks
    }
  }
}

void SweepPrinter::finish(std::uint64_t rows, double seconds) {
  update(rows, seconds);
  if (drawn_) {
    say("\n");
    drawn_ = false;
  }
}

}  // namespace lossline
