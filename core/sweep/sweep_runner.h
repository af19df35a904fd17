// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/result.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/training_engine.h"
#include "core/sweep/sweep_grid.h"
#include "core/sweep/sweep_tally.h"

namespace lossline {

/// The open runs of a sweep on threads of their own, each with an engine of its own. The owner watches and joins.
class SweepRunner {
 public:
  /// Called once a worker, one after the other on one thread; each call gives an engine that nobody else uses.
  using EngineSource = std::function<Result<std::shared_ptr<TrainingEngine>>()>;
  /// Keeps a finished run's row. One call at a time, on any of the workers; an error ends the sweep.
  using KeepRow = std::function<Result<void>(const SweepRow& row, const TrainConfig& asked, const RunRecord& record)>;

  struct Parts {
    const SweepGrid& grid;  ///< with `dataset` and `control`, must outlive the runner
    const Dataset& dataset;
    RunControl& control;     ///< a stop ends every run; those that are not done have no row
    std::vector<bool> done;  ///< by index: these are not run
    int jobs = 1;            ///< runs at once, at least 1; no more workers are made than there are open runs
    EngineSource open_engine;
    KeepRow keep;
  };

  /// Starts at once.
  explicit SweepRunner(Parts parts);
  /// Asks the runs to stop and waits for them.
  ~SweepRunner();
  SweepRunner(const SweepRunner&) = delete;
  SweepRunner& operator=(const SweepRunner&) = delete;

  /// Waits until all ended, at most `limit`. True when they did.
  [[nodiscard]] bool wait(std::chrono::milliseconds limit);

  /// Rows kept by this runner so far. Any thread.
  [[nodiscard]] std::uint64_t rows() const { return rows_.load(); }
  /// Seconds since the first run began, up to the last row once all ended; 0 before. Any thread.
  [[nodiscard]] double seconds() const;

  /// After wait() returned true: why it ended before its end, if it did. A run that failed is a row and no error here,
  /// but for a CUDA device that can't be used: no run could be made, so none has a row.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void lead();
  void work(TrainingEngine& engine);
  [[nodiscard]] std::optional<std::uint64_t> next();
  [[nodiscard]] RunRecord run_one(TrainingEngine& engine, const TrainConfig& asked);
  void keep(std::uint64_t index, const TrainConfig& asked, RunRecord record);
  void end_with(Error error);

  Parts parts_;
  std::uint64_t open_ = 0;
  std::atomic<std::uint64_t> rows_{0};
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  std::map<std::string, Strategy> chosen_;  // what `auto` came to, by what decides it
  std::optional<Error> error_;
  std::optional<std::chrono::steady_clock::time_point> begun_, last_row_;
  bool ended_ = false;
  std::mutex keeping_;
  std::thread leader_;  // last: it uses the others
};

}  // namespace lossline
