// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/bench_options.h"
#include "app/cli/bench_run.h"
#include "app/cli/bench_table.h"
#include "core/api/result.h"
#include "core/api/run_control.h"

namespace lossline {

/// What a bench asks of its surroundings; a test gives it its own.
struct BenchSources {
  std::function<Result<std::shared_ptr<TrainingEngine>>()> open_engine;
  std::function<Result<double>(int threads)> measure_peak;  ///< float32 GFLOP/s on so many threads
  int usable_threads = 1;
  std::optional<std::uint64_t> memory_bytes;  ///< free for data; empty = not known
};

/// What came of it. With a stop, the rounds done before.
struct BenchAnswer {
  std::vector<BenchRow> rows;
  MeasuredPeaks peaks;
  std::optional<Error> error;  ///< what ended it early; the rows made so far are kept
};

/// A whole bench on a thread of its own: opens the engine, measures the peaks, then job by job makes the data, dumps it
/// where asked, and runs it. The owner watches.
class BenchWorker {
 public:
  /// `control` must outlive the worker. Starts at once.
  BenchWorker(BenchSources sources, ParsedBench asked, RunControl& control);
  /// Asks it to stop and waits for it.
  ~BenchWorker();
  BenchWorker(const BenchWorker&) = delete;
  BenchWorker& operator=(const BenchWorker&) = delete;

  /// Waits until it ended or has something new to tell, at most `limit`. True when it ended.
  [[nodiscard]] bool wait(std::chrono::milliseconds limit);
  /// What it does: "wide-mnist: round 2 of 5, fused, 2 threads".
  [[nodiscard]] std::string doing() const;
  /// What there is so far: jobs done, and after the end all.
  [[nodiscard]] BenchAnswer answer() const;

 private:
  void work();
  std::optional<Error> work_all();
  std::optional<Error> measure_peaks(const std::vector<BenchSide>& sides);
  std::optional<Error> work_job(const BenchJob& job, TrainingEngine* engine, const std::vector<BenchSide>& sides);
  [[nodiscard]] std::vector<BenchSide> sides(TrainingEngine& engine) const;
  void tell(std::string doing);

  const BenchSources sources_;
  const ParsedBench asked_;
  RunControl& control_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool news_ = false, ended_ = false;  // guarded by mutex_, as all below
  std::string doing_ = "preparing";
  BenchAnswer answer_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace lossline
