// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/summary_text.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/progress_text.h"
#include "core/analysis/strategy_advice.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string loss_row(const Summary& summary) {
  std::string text;
  if (summary.first_loss) {
    text = loss_text(*summary.first_loss) + " at the first epoch";
  }
  if (summary.last_loss) {
    text += (text.empty() ? "" : ", ") + loss_text(*summary.last_loss) + " at the last";
  }
  if (summary.best_loss && summary.best_epoch) {
    text += ", best " + loss_text(*summary.best_loss) + " at epoch " + integer_text(*summary.best_epoch);
  }
  return text;
}

/// "96.7 % (29 of 30)"
std::string accuracy_row(double share, std::uint64_t rows) {
  const auto right = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(rows)));
  return percent_text(share) + " (" + integer_text(right) + " of " + integer_text(rows) + ")";
}

void add_speed(const Summary& summary, Rows& rows) {
  rows.emplace_back("training time", fixed(summary.train_seconds, 3) + " s");
  if (summary.epochs_per_s) {
    std::string text = rate_text(*summary.epochs_per_s, Grouping::None) + " epochs/s";
    if (summary.samples_per_s) {
      text += ", " + rate_text(*summary.samples_per_s, Grouping::None) + " rows/s";
    }
    rows.emplace_back("speed", text);
  }
}

void add_quality(const RunRecord& record, Rows& rows) {
  const Summary& summary = record.summary;
  if (const std::string text = loss_row(summary); !text.empty()) {
    rows.emplace_back("loss", text);
  }
  if (summary.first_nonfinite_epoch) {
    rows.emplace_back("not finite from", "epoch " + integer_text(*summary.first_nonfinite_epoch));
  }
  if (summary.train_accuracy) {
    rows.emplace_back("train accuracy", accuracy_row(*summary.train_accuracy, record.data.train_rows));
  }
  if (summary.test_accuracy) {
    rows.emplace_back("test accuracy", accuracy_row(*summary.test_accuracy, record.data.test_rows));
  }
  if (summary.test_loss) {
    rows.emplace_back("test loss", loss_text(*summary.test_loss));
  }
}

/// What ran, what that was chosen among, and what fused would have made of a run by eager.
void add_strategy(const RunRecord& record, Rows& rows) {
  rows.emplace_back("ran as", record.resolved.strategy + " on " + record.resolved.device + ", " +
                                  integer_text(std::int64_t{record.resolved.threads}) +
                                  (record.resolved.threads == 1 ? " thread" : " threads"));
  if (!record.resolved.strategy_note.empty()) {
    rows.emplace_back("because", record.resolved.strategy_note);
  }
  if (const std::string choice = strategy_choice_text(record); !choice.empty()) {
    rows.emplace_back("chosen", choice);
  }
  const Summary& summary = record.summary;
  if (const auto advice =
          fused_advice(record.resolved, record.config.epochs, summary.epochs_done, summary.train_seconds)) {
    const std::string text = fused_advice_text(*advice, Grouping::None);
    rows.emplace_back("fused", advice->faster() ? text + "; --strategy fused" : text);
  }
}

}  // namespace

std::string two_columns(const Rows& rows) {
  constexpr std::size_t kGap = 2;
  std::size_t wide = 0;
  for (const auto& row : rows) {
    wide = std::max(wide, row.first.size());
  }
  std::string text;
  for (const auto& [name, value] : rows) {
    text += name + std::string(wide - name.size() + kGap, ' ');
    for (const char c : value) {
      text += c;
      if (c == '\n') {
        text.append(wide + kGap, ' ');
      }
    }
    text += '\n';
  }
  return text;
}

std::string summary_text(const RunRecord& record, const std::optional<std::filesystem::path>& report,
                         const std::optional<std::filesystem::path>& curve) {
  Rows rows;
  if (!record.display_name.empty()) {
    rows.emplace_back("name", record.display_name);
  }
  rows.emplace_back("state", std::string(to_text(record.state)));
  rows.emplace_back("epochs", integer_text(record.summary.epochs_done) + " of " + integer_text(record.config.epochs));
  add_speed(record.summary, rows);
  add_quality(record, rows);
  add_strategy(record, rows);
  if (report) {
    rows.emplace_back("report", terminal_text(report->string()));
  }
  if (curve) {
    rows.emplace_back("curve", terminal_text(curve->string()));
  }
  return two_columns(rows);
}

}  // namespace lossline
