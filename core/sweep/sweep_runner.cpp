// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_runner.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace lossline {
namespace {

using Clock = std::chrono::steady_clock;

/// Nobody watches a single run of a thousand.
class NoObserver : public RunObserver {
 public:
  void on_start(const RunStart& /*start*/) override {}
};

/// Runs that agree in these are alike in what is fastest for them.
std::string kind_of(const TrainConfig& config) {
  std::string kind;
  for (const char* field :
       {"device", "hidden", "activation", "optimizer", "batch-size", "loss", "test-size", "threads"}) {
    kind += field_text(config, field) + ';';
  }
  return kind;
}

std::optional<Strategy> strategy_of(const std::string& text) {
  TrainConfig config;
  const bool known = !set_field(config, "strategy", text) && config.strategy != Strategy::Auto;
  return known ? std::optional(config.strategy) : std::nullopt;
}

}  // namespace

SweepRunner::SweepRunner(Parts parts) : parts_(std::move(parts)) {
  parts_.done.resize(parts_.grid.size());
  open_ = static_cast<std::uint64_t>(std::count(parts_.done.begin(), parts_.done.end(), false));
  leader_ = std::thread([this] { lead(); });
}

SweepRunner::~SweepRunner() {
  parts_.control.request_stop();
  leader_.join();
}

void SweepRunner::lead() {
  std::vector<std::shared_ptr<TrainingEngine>> engines;
  const std::uint64_t workers = std::min(open_, static_cast<std::uint64_t>(std::max(1, parts_.jobs)));
  // Here, not in the workers: a library that is opened twice at once may mix up the signals it has to leave alone.
  while (engines.size() < workers && !parts_.control.stop_requested()) {
    Result<std::shared_ptr<TrainingEngine>> engine = parts_.open_engine();
    if (!engine.ok()) {
      end_with(engine.error());
      break;
    }
    engines.push_back(std::move(engine).value());
  }
  {
    const std::lock_guard lock(mutex_);
    begun_ = Clock::now();
  }
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < engines.size(); ++i) {
      others.emplace_back([this, &engine = *engines[i]] { work(engine); });
    }
  } catch (const std::system_error&) {
    // The system gives no more threads: those that are there do all of it.
  }
  if (!engines.empty()) {
    work(*engines.front());
  }
  for (std::thread& other : others) {
    other.join();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void SweepRunner::work(TrainingEngine& engine) {
  try {
    while (const auto index = next()) {
      const TrainConfig asked = parts_.grid.config(*index);
      keep(*index, asked, run_one(engine, asked));
    }
  } catch (const std::exception& error) {
    // No engine throws; what is left is memory that ran out here.
    end_with({ErrorCode::Internal, error.what()});
  }
}

std::optional<std::uint64_t> SweepRunner::next() {
  const std::lock_guard lock(mutex_);
  if (failed_ || parts_.control.stop_requested()) {
    return std::nullopt;
  }
  while (next_ < parts_.done.size() && parts_.done[next_]) {
    ++next_;
  }
  return next_ < parts_.done.size() ? std::optional(next_++) : std::nullopt;
}

RunRecord SweepRunner::run_one(TrainingEngine& engine, const TrainConfig& asked) {
  NoObserver nobody;
  TrainConfig config = asked;
  const std::string kind = asked.strategy == Strategy::Auto ? kind_of(asked) : std::string();
  if (!kind.empty()) {
    // A search takes longer than a small run: the first of its kind does it for all.
    const std::lock_guard lock(mutex_);
    const auto chosen = chosen_.find(kind);
    config.strategy = chosen == chosen_.end() ? Strategy::Auto : chosen->second;
  }
  RunRecord record = engine.run(config, parts_.dataset, parts_.control, nobody);
  if (!kind.empty() && record.state != RunState::Failed) {
    if (const auto chosen = strategy_of(record.resolved.strategy)) {
      const std::lock_guard lock(mutex_);
      chosen_.emplace(kind, *chosen);
    }
  }
  return record;
}

void SweepRunner::keep(std::uint64_t index, const TrainConfig& asked, RunRecord record) {
  if (record.state == RunState::Stopped) {
    return;  // to be run again
  }
  const bool no_device = record.error && record.error->code == ErrorCode::DeviceUnavailable;
  if (no_device && asked.device.kind == DeviceSpec::Kind::Cuda) {
    end_with(*record.error);
    return;
  }
  const SweepRow row = sweep_row_of(index, asked, record);
  const std::lock_guard one_at_a_time(keeping_);
  if (failed_) {
    return;
  }
  if (const Result<void> kept = parts_.keep(row, asked, record); !kept.ok()) {
    end_with(kept.error());
    return;
  }
  rows_.fetch_add(1);
  const std::lock_guard lock(mutex_);
  last_row_ = Clock::now();
}

void SweepRunner::end_with(Error error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) {
      error_ = std::move(error);
    }
    failed_ = true;
  }
  parts_.control.request_stop();  // the others' runs may have hours to go
}

double SweepRunner::seconds() const {
  const std::lock_guard lock(mutex_);
  if (!begun_) {
    return 0;
  }
  return std::chrono::duration<double>((ended_ ? last_row_.value_or(*begun_) : Clock::now()) - *begun_).count();
}

bool SweepRunner::wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [this] { return ended_; });
}

}  // namespace lossline
