// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/run_control.h"
#include "core/api/training_engine.h"
#include "core/data/bench_jobs.h"

namespace lossline {

/// One way to run a job.
struct BenchSide {
  Strategy strategy = Strategy::Eager;  ///< not Auto
  int threads = 1;
  DeviceSpec device;
};

/// What a job took one way.
struct BenchRow {
  std::string job;
  BenchSide side;
  std::vector<double> seconds;      ///< train_seconds of each timed round, in their order
  double work_gflop = 0;            ///< 10^9 operations of one run: flops_per_sample · training rows · epochs
  std::optional<double> last_loss;  ///< of the last run
  std::string note;                ///< why there are no (more) figures, or what is wrong with them; a sentence or empty
  std::optional<ErrorCode> error;  ///< of a run that failed
};

/// One run of a round, told when it begins (`seconds` empty) and when it ended well.
struct BenchStep {
  const BenchRow& row;
  int round = 0;  ///< 0 = the warm-up
  std::optional<double> seconds;
};

struct BenchPlan {
  std::vector<BenchSide> sides;
  int rounds = 5;  ///< timed ones, 1 or more
  int warmups = 1;
};

/// How far last losses may lie apart, relative to eager's: sums in another order drift by this much over the steps of
/// the bench jobs, another computation by more.
inline constexpr double kBenchLossTolerance = 1e-3;

/// Runs the job each way in turn, round after round, so that whatever else the machine does meets all alike. A way the
/// engine refuses, that fails or that was not run as asked is not tried again: its row says why. Rows whose loss is not
/// eager's say so. A stop ends it within the engine's batch; the rows then hold the rounds done. Blocks; a worker's
/// thread. `tell` is called on it.
[[nodiscard]] std::vector<BenchRow> time_job(const BenchJob& job, const Dataset& data, const BenchPlan& plan,
                                             TrainingEngine& engine, RunControl& control,
                                             const std::function<void(const BenchStep&)>& tell);

}  // namespace lossline
