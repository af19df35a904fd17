// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_worker.h"

#include <exception>
#include <new>
#include <utility>

#include "app/cli/bench_dump.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

/// Bytes a value of the data takes at the most: as read (8), split, on the device and laid out for the kernels (4
/// each).
constexpr std::uint64_t kBytesOfAValue = 20;

std::string count_text(int count, const char* one, const char* many) {
  return integer_text(std::int64_t{count}) + " " + (count == 1 ? one : many);
}

std::string step_text(const BenchStep& step, int rounds) {
  const std::string round =
      step.round == 0 ? "warm-up"
                      : "round " + integer_text(std::int64_t{step.round}) + " of " + integer_text(std::int64_t{rounds});
  return step.row.job + ": " + round + ", " + std::string(to_text(step.row.side.strategy)) + ", " +
         count_text(step.row.side.threads, "thread", "threads");
}

}  // namespace

BenchWorker::BenchWorker(BenchSources sources, ParsedBench asked, RunControl& control)
    : sources_(std::move(sources)), asked_(std::move(asked)), control_(control) {
  thread_ = std::thread([this] { work(); });
}

BenchWorker::~BenchWorker() {
  control_.request_stop();
  thread_.join();
}

void BenchWorker::work() {
  std::optional<Error> error;
  try {
    error = work_all();
  } catch (const std::bad_alloc&) {
    error = Error{ErrorCode::Engine, "there is not enough memory for the job's data; name a smaller job"};
  } catch (const std::exception& caught) {
    error = Error{ErrorCode::Internal, caught.what()};
  }
  const std::lock_guard lock(mutex_);
  answer_.error = std::move(error);
  ended_ = true;
  changed_.notify_all();
}

std::optional<Error> BenchWorker::work_all() {
  std::shared_ptr<TrainingEngine> engine;
  std::vector<BenchSide> ways;
  if (asked_.rounds > 0) {
    Result<std::shared_ptr<TrainingEngine>> opened = sources_.open_engine();
    if (!opened.ok()) {
      return opened.error();
    }
    engine = std::move(opened).value();
    ways = sides(*engine);
    if (auto error = measure_peaks(ways)) {
      return error;
    }
  }
  for (const BenchJob* job : asked_.jobs) {
    if (control_.stop_requested()) {
      break;
    }
    if (auto error = work_job(*job, engine.get(), ways)) {
      return error;
    }
  }
  return std::nullopt;
}

std::vector<BenchSide> BenchWorker::sides(TrainingEngine& engine) const {
  std::vector<Strategy> strategies = asked_.strategies;
  if (strategies.empty()) {
    strategies = {Strategy::Eager, Strategy::Fused};
    if (engine.facts().cuda.is_available) {
      strategies.push_back(Strategy::Graph);
    }
  }
  std::vector<int> threads = asked_.threads;
  if (threads.empty()) {
    threads.push_back(1);
    if (sources_.usable_threads > 1) {
      threads.push_back(sources_.usable_threads);
    }
  }
  std::vector<BenchSide> all;
  for (const Strategy strategy : strategies) {
    if (strategy == Strategy::Graph) {
      DeviceSpec gpu;
      gpu.kind = DeviceSpec::Kind::Cuda;
      all.push_back({strategy, 1, gpu});  // one thread feeds it
      continue;
    }
    for (const int count : threads) {
      all.push_back({strategy, count, {}});
    }
  }
  return all;
}

std::optional<Error> BenchWorker::measure_peaks(const std::vector<BenchSide>& sides) {
  MeasuredPeaks peaks;
  for (const BenchSide& side : sides) {
    if (control_.stop_requested()) {
      return std::nullopt;
    }
    if (side.device.kind != DeviceSpec::Kind::Cpu || peaks.count(side.threads) != 0) {
      continue;
    }
    tell("measuring the peak on " + count_text(side.threads, "thread", "threads"));
    const Result<double> peak = sources_.measure_peak(side.threads);
    if (!peak.ok()) {
      return peak.error();
    }
    peaks[side.threads] = peak.value();
  }
  const std::lock_guard lock(mutex_);
  answer_.peaks = std::move(peaks);
  return std::nullopt;
}

std::optional<Error> BenchWorker::work_job(const BenchJob& job, TrainingEngine* engine,
                                           const std::vector<BenchSide>& sides) {
  const std::uint64_t need = std::uint64_t{job.rows} * job.columns * kBytesOfAValue;
  if (sources_.memory_bytes && *sources_.memory_bytes < need) {
    constexpr std::uint64_t kMiB = 1U << 20U;
    return Error{ErrorCode::DeviceUnavailable, job.name + " needs about " + integer_text(need / kMiB) +
                                                   " MiB of memory for its data, and " +
                                                   integer_text(*sources_.memory_bytes / kMiB) +
                                                   " MiB are free; close other programs or name a smaller job"};
  }
  tell(job.name + ": making the data");
  const Result<Dataset> data = job.make_data();
  if (!data.ok()) {
    return data.error();
  }
  if (asked_.dump && !control_.stop_requested()) {
    tell(job.name + ": writing the data");
    if (const Result<void> wrote = dump_job(*asked_.dump, job, data.value()); !wrote.ok()) {
      return wrote.error();
    }
  }
  if (engine == nullptr || control_.stop_requested()) {
    return std::nullopt;
  }
  const BenchPlan plan{sides, asked_.rounds, asked_.warmups};
  std::vector<BenchRow> rows = time_job(job, data.value(), plan, *engine, control_, [this](const BenchStep& step) {
    if (!step.seconds) {
      tell(step_text(step, asked_.rounds));
    }
  });
  const std::lock_guard lock(mutex_);
  for (BenchRow& row : rows) {
    answer_.rows.push_back(std::move(row));
  }
  return std::nullopt;
}

void BenchWorker::tell(std::string doing) {
  const std::lock_guard lock(mutex_);
  doing_ = std::move(doing);
  news_ = true;
  changed_.notify_all();
}

bool BenchWorker::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [this] { return news_ || ended_; });
  news_ = false;
  return ended_;
}

std::string BenchWorker::doing() const {
  const std::lock_guard lock(mutex_);
  return doing_;
}

BenchAnswer BenchWorker::answer() const {
  const std::lock_guard lock(mutex_);
  return answer_;
}

}  // namespace lossline
