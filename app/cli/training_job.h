// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/api/dataset.h"
#include "core/api/result.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/training_engine.h"

namespace lossline {

/// One run on a thread of its own: opens the engine, trains, keeps the answer. The owner watches and joins.
class TrainingJob : private RunObserver {
 public:
  using EngineSource = std::function<Result<std::shared_ptr<TrainingEngine>>()>;

  /// `control` and `dataset` must outlive the job. Starts at once.
  TrainingJob(EngineSource open_engine, TrainConfig config, const Dataset& dataset, RunControl& control);
  /// Asks the run to stop and waits for it.
  ~TrainingJob() override;
  TrainingJob(const TrainingJob&) = delete;
  TrainingJob& operator=(const TrainingJob&) = delete;

  /// Waits until the run ended or began its first epoch since the last call, at most `limit`. True when it ended.
  [[nodiscard]] bool wait(std::chrono::milliseconds limit);

  /// What the engine said when its first epoch was about to begin; null before.
  [[nodiscard]] std::shared_ptr<const RunStart> started() const;

  /// Once, after wait() returned true: the run's record, or why there was no run.
  [[nodiscard]] Result<RunRecord> take();

 private:
  void on_start(const RunStart& start) override;
  void work(const EngineSource& open_engine, const TrainConfig& config, const Dataset& dataset);

  RunControl& control_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool news_ = false;  // guarded by mutex_, as all below
  std::shared_ptr<const RunStart> start_;
  std::optional<Result<RunRecord>> answer_;
  std::thread worker_;  // last: it uses the others
};

}  // namespace lossline
