// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/api/loss_choice.h"
#include "core/api/mlp_spec.h"

namespace lossline::test {
namespace {

using namespace std::chrono_literals;

RunRecord begun_record(const TrainConfig& config, const Dataset& dataset, const EngineFacts& facts) {
  RunRecord record;
  record.started_at = "2026-01-01T00:00:00.000Z";
  record.config = config;
  record.resolved.device = to_text(config.device);
  record.resolved.strategy = to_text(config.strategy == Strategy::Fused ? Strategy::Fused : Strategy::Eager);
  record.resolved.loss = to_text(resolve_loss(config.loss, dataset.target_kind));
  record.resolved.threads = config.threads.value_or(1);
  record.initial_weights_hash = std::string(64, '0');
  record.data.rows = dataset.rows;
  record.data.test_rows = static_cast<std::uint64_t>(std::ceil(config.test_size * static_cast<double>(dataset.rows)));
  record.data.train_rows = dataset.rows - record.data.test_rows;
  record.data.features = dataset.features;
  record.data.target = dataset.target;
  record.data.classes = dataset.classes;
  const MlpSpec spec{static_cast<std::int64_t>(dataset.columns()), config.hidden,
                     static_cast<std::int64_t>(dataset.outputs()), config.activation};
  record.model = {spec.layers(), spec.parameters(), spec.flops_per_sample()};
  record.environment.torch_version = facts.torch_version;
  record.environment.blas = facts.blas;
  record.hardware.cuda = facts.cuda;
  record.weights.assign(static_cast<std::size_t>(spec.parameters()), 0.5F);
  return record;
}

bool is_recorded(std::uint64_t epoch, const TrainConfig& config) {
  return epoch == 1 || epoch == config.epochs || epoch % config.record_every == 0;
}

void sum_up(RunRecord& record, const LossHistory& history, std::uint64_t epochs_done, double train_seconds) {
  Summary& summary = record.summary;
  summary.epochs_done = epochs_done;
  summary.train_seconds = train_seconds;
  record.runtime_s = train_seconds;
  record.timing.phases_s.unattributed = train_seconds;
  if (train_seconds > 0) {
    summary.epochs_per_s = static_cast<double>(epochs_done) / train_seconds;
    summary.samples_per_s = *summary.epochs_per_s * static_cast<double>(record.data.train_rows);
  }
  if (history.empty()) {
    return;
  }
  summary.first_loss = history[0].loss;
  summary.last_loss = history.back().loss;
  history.for_each_span(0, history.size(), [&](const LossPoint* points, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (std::isfinite(points[i].loss) && (!summary.best_loss || points[i].loss < *summary.best_loss)) {
        summary.best_loss = points[i].loss;
        summary.best_epoch = points[i].epoch;
      }
    }
  });
  summary.train_accuracy = 0.95;
  summary.test_accuracy = 0.9;
  summary.test_loss = 0.2;
}

}  // namespace

void Gate::close_before(std::uint64_t epoch) {
  const std::lock_guard lock(mutex_);
  closed_before_ = epoch;
}

void Gate::open() {
  {
    const std::lock_guard lock(mutex_);
    closed_before_ = 0;
  }
  changed_.notify_all();
}

bool Gate::reached() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

bool Gate::wait_until_reached() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, 10s, [this] { return waiting_; });
}

void Gate::pass(std::uint64_t epoch, const RunControl& control) {
  std::unique_lock lock(mutex_);
  while (epoch == closed_before_ && !control.stop_requested()) {
    if (!std::exchange(waiting_, true)) {
      changed_.notify_all();
    }
    changed_.wait_for(lock, 5ms);  // a stop does not notify
  }
  waiting_ = false;
}

RunRecord FakeEngine::run(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                          RunObserver& observer) {
  ++runs_;
  RunRecord record = begun_record(config, dataset, script.facts);
  record.resolved.candidates = script.candidates;
  record.resolved.strategy_note = script.strategy_note;
  if (script.throws) {
    throw std::runtime_error(*script.throws);
  }
  if (script.refusal) {
    record.state = RunState::Failed;
    record.error = script.refusal;
    return record;
  }
  const auto history = std::make_shared<LossHistory>();
  const auto progress = std::make_shared<LiveProgress>();
  record.history = history;
  observer.on_start({record.resolved, record.data, record.model, history, progress});

  std::uint64_t done = 0;
  double seconds = 0;
  while (script.endless || done < config.epochs) {
    const std::uint64_t epoch = done + 1;
    gate.pass(epoch, control);
    control.wait_if_held();
    if (control.stop_requested()) {
      record.state = RunState::Stopped;
      break;
    }
    if (script.fail_after && done == *script.fail_after) {
      record.state = RunState::Failed;
      record.error = Error{ErrorCode::Engine, "the device went away; start again"};
      break;
    }
    const double loss = script.loss(epoch);
    const double taken = script.epoch_seconds(epoch);
    seconds += taken;
    if (script.real_time) {
      std::this_thread::sleep_for(std::chrono::duration<double>(taken));
    }
    if (is_recorded(epoch, config) || !std::isfinite(loss)) {
      history->append({loss, static_cast<std::uint32_t>(epoch), static_cast<float>(seconds)});
    }
    done = epoch;
    progress->last_loss = loss;
    progress->train_seconds = seconds;
    progress->epochs_done = done;
    if (!std::isfinite(loss)) {
      record.state = RunState::Diverged;
      record.summary.first_nonfinite_epoch = epoch;
      record.error = Error{ErrorCode::Engine, "the loss is no longer a number; try a smaller learning rate"};
      break;
    }
  }
  sum_up(record, *history, done, seconds);
  return record;
}

Dataset tiny_dataset() {
  Dataset dataset;
  dataset.name = "tiny";
  dataset.title = "Tiny";
  dataset.description = "Ten made-up rows.";
  dataset.features = {"a", "b"};
  dataset.target = "kind";
  dataset.classes = {"no", "yes"};
  dataset.rows = 10;
  for (std::int32_t row = 0; row < 10; ++row) {
    dataset.x.push_back(row);
    dataset.x.push_back(10 - row);
    dataset.labels.push_back(row % 2);
  }
  return dataset;
}

}  // namespace lossline::test
