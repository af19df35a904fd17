// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_run.h"

#include <algorithm>
#include <cmath>

#include "core/api/number_text.h"

namespace lossline {
namespace {

class NobodyWatches : public RunObserver {
 public:
  void on_start(const RunStart& /*start*/) override {}
};

/// Why this record gives no figure; empty when it does.
std::string reason_against(const RunRecord& record, const BenchSide& side) {
  if (record.state != RunState::Finished) {
    return record.error ? record.error->message : "the run " + std::string(to_text(record.state));
  }
  if (record.resolved.strategy != to_text(side.strategy)) {
    return "the engine ran " + record.resolved.strategy + " instead";
  }
  if (record.resolved.threads != side.threads && side.strategy != Strategy::Graph) {
    return "the engine ran on " + integer_text(std::int64_t{record.resolved.threads}) + " threads instead";
  }
  return {};
}

void take_record(BenchRow& row, const RunRecord& record, bool timed) {
  row.note = reason_against(record, row.side);
  if (!row.note.empty()) {
    row.error = record.error ? record.error->code : ErrorCode::Engine;
    return;
  }
  constexpr double kGiga = 1e9;
  row.work_gflop = static_cast<double>(record.model.flops_per_sample) * static_cast<double>(record.data.train_rows) *
                   static_cast<double>(record.summary.epochs_done) / kGiga;
  row.last_loss = record.summary.last_loss;
  if (timed) {
    row.seconds.push_back(record.summary.train_seconds);
  }
}

/// The first eager row is what the others' losses are held against.
void compare_losses(std::vector<BenchRow>& rows) {
  const auto eager = std::find_if(rows.begin(), rows.end(), [](const BenchRow& row) {
    return row.side.strategy == Strategy::Eager && row.last_loss && row.note.empty();
  });
  if (eager == rows.end()) {
    return;
  }
  const double expected = *eager->last_loss;
  for (BenchRow& row : rows) {
    if (row.note.empty() && row.last_loss &&
        !(std::abs(*row.last_loss - expected) <= kBenchLossTolerance * std::abs(expected))) {
      row.note = "its last loss is " + significant(*row.last_loss, 6) + ", eager's " + significant(expected, 6);
    }
  }
}

}  // namespace

std::vector<BenchRow> time_job(const BenchJob& job, const Dataset& data, const BenchPlan& plan, TrainingEngine& engine,
                               RunControl& control, const std::function<void(const BenchStep&)>& tell) {
  std::vector<BenchRow> rows;
  for (const BenchSide& side : plan.sides) {
    BenchRow row;
    row.job = job.name;
    row.side = side;
    rows.push_back(std::move(row));
  }
  NobodyWatches observer;
  for (int round = 1 - plan.warmups; round <= plan.rounds; ++round) {
    for (BenchRow& row : rows) {
      if (!row.note.empty()) {
        continue;
      }
      const int told = std::max(round, 0);
      tell({row, told, std::nullopt});
      TrainConfig config = job.config;
      config.strategy = row.side.strategy;
      config.threads = row.side.threads;
      config.device = row.side.device;
      const RunRecord record = engine.run(config, data, control, observer);
      if (record.state == RunState::Stopped || control.stop_requested()) {
        compare_losses(rows);
        return rows;
      }
      take_record(row, record, round > 0);
      if (row.note.empty()) {
        tell({row, told, record.summary.train_seconds});
      }
    }
  }
  compare_losses(rows);
  return rows;
}

}  // namespace lossline
