// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training_job.h"

#include <exception>
#include <string>
#include <utility>

#include "core/api/utc_text.h"

namespace lossline {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TrainingJob::TrainingJob(EngineSource open_engine, TrainConfig config, const Dataset& dataset, RunControl& control)
    : control_(control) {
  worker_ = std::thread([this, open_engine = std::move(open_engine), config = std::move(config), &dataset] {
    work(open_engine, config, dataset);
  });
}

TrainingJob::~TrainingJob() {
  control_.request_stop();
  worker_.join();
}

void TrainingJob::work(const EngineSource& open_engine, const TrainConfig& config, const Dataset& dataset) {
  std::optional<Result<RunRecord>> answer;
  try {
    const auto begin = std::chrono::steady_clock::now();
    const auto asked_at = std::chrono::system_clock::now();
    const Result<std::shared_ptr<TrainingEngine>> engine = open_engine();
    if (!engine.ok()) {
      answer = engine.error();
    } else {
      const double load_s = seconds_since(begin);
      RunRecord record = engine.value()->run(config, dataset, control_, *this);
      // The user asked before the library was there: its loading is part of what the run cost.
      record.started_at = utc_text(asked_at);
      record.timing.warmup_s += load_s;
      record.runtime_s += load_s;
      answer = std::move(record);
    }
  } catch (const std::exception& error) {
    // The engine never throws; what is left is memory that ran out here.
    answer = Error{ErrorCode::Internal, error.what()};
  }
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  changed_.notify_all();
}

void TrainingJob::on_start(const RunStart& start) {
  auto copy = std::make_shared<const RunStart>(start);
  const std::lock_guard lock(mutex_);
  start_ = std::move(copy);
  news_ = true;
  changed_.notify_all();
}

bool TrainingJob::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limit, [this] { return news_ || answer_.has_value(); });
  news_ = false;
  return answer_.has_value();
}

std::shared_ptr<const RunStart> TrainingJob::started() const {
  const std::lock_guard lock(mutex_);
  return start_;
}

Result<RunRecord> TrainingJob::take() {
  const std::lock_guard lock(mutex_);
  Result<RunRecord> answer = *std::move(answer_);
  answer_.reset();
  return answer;
}

}  // namespace lossline
