// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_printer.h"

#include <string>

#include "app/cli/progress_line.h"
#include "app/cli/terminal.h"
#include "app/console/console.h"
#include "core/analysis/progress_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

/// The newest point at or before `epoch`; null when there is none. Epochs increase.
const LossPoint* point_at(const LossHistory& history, std::uint64_t epoch) {
  std::size_t from = 0, to = history.size();
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    if (history[middle].epoch <= epoch) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from == 0 ? nullptr : &history[from - 1];
}

std::string end_line(const RunRecord& record, std::uint64_t total) {
  const std::string done = integer_text(record.summary.epochs_done);
  const std::string of = " of " + integer_text(total);
  switch (record.state) {
    case RunState::Finished:
      return "finished: " + done + " epochs in " + fixed(record.summary.train_seconds, 3) + " s";
    case RunState::Stopped:
      return "stopped after epoch " + done + of;
    case RunState::Diverged:
      return "diverged after epoch " + done + of;
    case RunState::Failed:
      break;
  }
  return "failed after epoch " + done + of;
}

}  // namespace

ProgressPrinter::ProgressPrinter(Style style, std::uint64_t total_epochs)
    : style_(style), total_(total_epochs), lines_at_(tenths(total_epochs)) {}

void ProgressPrinter::draw(const std::string& line) {
  say(kEraseLine + line.substr(0, stderr_columns() - 1));  // the last column would make some terminals wrap
  drawn_ = true;
}

void ProgressPrinter::preparing() {
  if (style_ == Style::Bar) {
    draw("preparing");
  }
}

void ProgressPrinter::stopping() {
  if (style_ == Style::Bar) {
    draw("stopping; Ctrl+C again ends at once");
  }
}

void ProgressPrinter::update(const RunStart& start) {
  const LiveProgress& progress = *start.progress;
  const std::uint64_t done = progress.epochs_done.load();
  if (style_ == Style::Lines) {
    print_lines(*start.history, progress, done);
  } else if (style_ == Style::Bar) {
    ProgressState state{done, total_, std::nullopt, progress.train_seconds.load()};
    if (!start.history->empty()) {
      state.loss = start.history->back().loss;
    }
    draw(bar_line(state, stderr_columns() - 1));
  }
}

void ProgressPrinter::print_lines(const LossHistory& history, const LiveProgress& progress, std::uint64_t epochs_done) {
  for (; next_line_ < lines_at_.size() && lines_at_[next_line_] <= epochs_done; ++next_line_) {
    const std::uint64_t epoch = lines_at_[next_line_];
    ProgressState state{epoch, total_, std::nullopt, 0};
    if (const LossPoint* point = point_at(history, epoch)) {
      state.loss = point->loss;
      // Losses may be kept for every Nth epoch only: the pace up to that one holds for the few that follow.
      state.seconds = static_cast<double>(point->elapsed_s) * static_cast<double>(epoch) / point->epoch;
    } else {
      state.seconds = progress.train_seconds.load() * static_cast<double>(epoch) / static_cast<double>(epochs_done);
    }
    say(plain_line(state) + "\n");
  }
}

void ProgressPrinter::finish(const RunStart* start, const RunRecord& record) {
  if (style_ == Style::Quiet) {
    return;
  }
  if (start == nullptr) {
    clear();
    return;
  }
  update(*start);
  if (style_ == Style::Bar) {
    say("\n");
    drawn_ = false;
    if (record.state == RunState::Finished) {
      return;  // a full bar says it
    }
  }
  say(end_line(record, total_) + "\n");
}

void ProgressPrinter::clear() {
  if (drawn_) {
    say(kEraseLine);
    drawn_ = false;
  }
}

}  // namespace lossline
