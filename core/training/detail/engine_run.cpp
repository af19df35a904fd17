// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/engine_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ATen/Parallel.h>
#include <c10/core/DeviceGuard.h>
#include <torch/types.h>

#include "core/api/loss_choice.h"
#include "core/api/utc_text.h"
#include "core/data/check_run.h"
#include "core/data/prepare.h"
#include "core/model/detail/mlp_module.h"
#include "core/training/detail/device_check.h"
#include "core/training/detail/eager_run.h"
#include "core/training/detail/eager_step.h"
#include "core/training/detail/engine_door.h"
#include "core/training/detail/fused_run.h"
#include "core/training/detail/graph_step.h"
#include "core/training/detail/run_device.h"
#include "core/training/detail/strategy_trials.h"
#include "core/training/memory_limit.h"
#include "core/training/run_summary.h"
#include "core/training/strategy_search.h"
#include "core/training/usable_threads.h"

namespace lossline::detail {
namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// One run from asking to answer: each step fills its part of the record and may end the run with an error.
class EngineRun {
 public:
  EngineRun(const TrainConfig& config, const Dataset& dataset, RunControl& control, RunObserver& observer)
      : dataset_(dataset), control_(control), observer_(observer) {
    record_.started_at = utc_text(std::chrono::system_clock::now());
    record_.config = config;
    record_.history = history_;
  }

  RunRecord go() {
    if (auto error = guarded([this] { return prepare_all(); })) {
      fail(std::move(*error));
    } else if (!loop_) {
      tell_start();
      record_.state = RunState::Stopped;
    } else {
      train_and_measure();
    }
    record_.runtime_s = seconds_since(begun_) - (loop_ ? loop_->paused_seconds() : 0);
    return std::move(record_);
  }

 private:
  using Step = std::optional<Error>;

  // The engine's door: no exception of LibTorch or of ours goes further.
  template <typename F>
  Step guarded(F&& body) {
    try {
      return body();
    } catch (...) {
      return current_exception_error(training_);
    }
  }

  void tell_start() { observer_.on_start({record_.resolved, record_.data, record_.model, history_, progress_}); }

  void fail(Error error) {
    record_.state = RunState::Failed;
    record_.error = std::move(error);
  }

  /// Leaves loop_ empty when a stop was asked for before there was a network.
  Step prepare_all();
  Step check_config();
  Step open();
  Step load_data();
  Step check_memory();
  Step build();
  void choose();
  [[nodiscard]] MemoryNeed need_of(Strategy strategy) const;
  [[nodiscard]] int most_threads() const { return config().threads.value_or(usable_threads()); }
  [[nodiscard]] std::vector<Trial> trials() const;
  void make_loop(const Trial& chosen);
  /// The loop of the strategies eager and graph; eager where a graph can't be recorded.
  void make_step_loop(Strategy strategy, const LoopParts& parts);
  [[nodiscard]] Step make_graph_loop(const LoopParts& parts);
  void train_and_measure();
  Step measure_result();
  void sum_up();

  const TrainConfig& config() const { return record_.config; }

  SteadyClock::time_point begun_ = SteadyClock::now();
  const Dataset& dataset_;
  RunControl& control_;
  RunObserver& observer_;
  RunRecord record_;
  std::shared_ptr<LossHistory> history_ = std::make_shared<LossHistory>();
  std::shared_ptr<LiveProgress> progress_ = std::make_shared<LiveProgress>();
  LossKind loss_ = LossKind::Auto;
  torch::Device device_{torch::kCPU};
  std::optional<c10::OptionalDeviceGuard> guard_;
  MlpSpec spec_;
  PreparedData prepared_;
  std::int64_t batch_rows_ = 0;
  std::optional<std::uint64_t> memory_free_;
  DeviceData data_;
  at::Generator order_;
  std::shared_ptr<MlpModule> model_;
  std::unique_ptr<StepRunner> step_;
  std::unique_ptr<TrainLoop> loop_;
  bool training_ = false;
};

EngineRun::Step EngineRun::prepare_all() {
  for (Step (EngineRun::*const step)() :
       {&EngineRun::check_config, &EngineRun::open, &EngineRun::load_data, &EngineRun::check_memory}) {
    if (auto error = (this->*step)()) {
      return error;
    }
  }
  record_.resolved.threads = at::get_num_threads();
  if (control_.stop_requested()) {
    return std::nullopt;
  }
  if (auto error = build()) {
    return error;
  }
  choose();
  return std::nullopt;
}

EngineRun::Step EngineRun::check_config() {
  const std::vector<Fault> faults = faults_of(config(), &dataset_, usable_threads());
  if (!faults.empty()) {
    return Error{ErrorCode::InvalidConfig, faults_text(faults)};
  }
  loss_ = resolve_loss(config().loss, dataset_.target_kind);
  record_.resolved.loss = to_text(loss_);
  record_.resolved.strategy = to_text(config().strategy);  // auto until it is chosen
  return std::nullopt;
}

EngineRun::Step EngineRun::open() {
  const bool cuda = config().device.kind == DeviceSpec::Kind::Cuda;
  static const CudaProbe counted = count_cuda();  // short runs come by the thousand
  const CudaProbe probe = cuda ? probe_cuda(config().device.index) : counted;
  record_.hardware.cuda = cuda_facts_of(probe);
  const Result<torch::Device> device = open_device(config().device, probe);
  if (!device.ok()) {
    return device.error();
  }
  device_ = device.value();
  guard_.emplace(device_);
  record_.resolved.device = device_text(device_);
  return std::nullopt;
}

EngineRun::Step EngineRun::load_data() {
  Result<PreparedData> prepared = prepare(dataset_, config().test_size, config().split_seed, config().scale);
  if (!prepared.ok()) {
    return prepared.error();
  }
  prepared_ = std::move(prepared).value();
  record_.data = data_info(dataset_, prepared_);
  spec_ = MlpSpec{static_cast<std::int64_t>(prepared_.features), config().hidden,
                  static_cast<std::int64_t>(prepared_.outputs), config().activation};
  record_.model = {spec_.layers(), spec_.parameters(), spec_.flops_per_sample()};
  batch_rows_ = rows_per_batch(config(), static_cast<std::int64_t>(prepared_.train_rows.size()));
  return std::nullopt;
}

EngineRun::Step EngineRun::check_memory() {
  memory_free_ = memory_free_on(device_);
  return memory_refusal(need_of(config().strategy), memory_free_,
                        device_.is_cpu() ? "this machine" : device_text(device_));
}

EngineRun::Step EngineRun::build() {
  order_ = seeded_generator(config().seed);
  model_ = std::make_shared<MlpModule>(spec_, order_);
  record_.initial_weights_hash = parameters_sha256(flat_parameters(*model_));
  model_->to(device_);
  data_ = data_on(device_, prepared_, loss_);
  NamedTensors tensors = data_.named();
  for (const auto& parameter : model_->named_parameters()) {
    tensors.insert(tensors.begin(), {parameter.key(), parameter.value()});
  }
  return check_devices(tensors, device_);
}

void EngineRun::make_step_loop(Strategy strategy, const LoopParts& parts) {
  if (strategy == Strategy::Graph) {
    const Step error = make_graph_loop(parts);
    if (!error) {
      record_.resolved.strategy = to_text(Strategy::Graph);
      return;
    }
    record_.resolved.strategy_note = "the step could not be recorded as a graph: " + error->message;
  }
  record_.resolved.strategy = to_text(Strategy::Eager);
  step_ = std::make_unique<EagerStep>(model_, config(), loss_);
  auto loop = std::make_unique<EagerRun>(parts, *step_, data_);
  loop->prepare();
  loop_ = std::move(loop);
}

EngineRun::Step EngineRun::make_graph_loop(const LoopParts& parts) {
  return guarded([&]() -> Step {
    auto recorder = recorder_on(device_);
    if (!recorder) {
      return Error{ErrorCode::Engine, "nothing records work on " + device_text(device_)};
    }
    auto step = std::make_unique<GraphStep>(model_, config(), loss_, std::move(recorder));
    auto loop = std::make_unique<EagerRun>(parts, *step, data_);
    loop->prepare();
    step_ = std::move(step);
    loop_ = std::move(loop);
    return std::nullopt;
  });
}

// What a strategy needs; of auto that which needs less.
MemoryNeed EngineRun::need_of(Strategy strategy) const {
  const MemoryNeed eager = memory_need(spec_, config(), static_cast<std::uint64_t>(batch_rows_));
  if (!device_.is_cpu() || strategy == Strategy::Eager) {
    return eager;
  }
  MemoryNeed fused;
  fused.weights = static_cast<double>(spec_.parameters()) * sizeof(float);  // the module's own
  fused.activations = fused_memory_bytes(fused_plan(spec_, config(), loss_, batch_rows_, most_threads()),
                                         static_cast<std::int64_t>(prepared_.train_rows.size()));
  return strategy == Strategy::Fused || fused.total() < eager.total() ? fused : eager;
}

// Those that could do this run, best guess first.
std::vector<Trial> EngineRun::trials() const {
  if (!device_.is_cpu()) {
    const int threads = config().threads.value_or(1);  // they only issue the work
    if (config().strategy == Strategy::Auto) {
      return {{Strategy::Graph, threads}, {Strategy::Eager, threads}};
    }
    return {{config().strategy, threads}};
  }
  const auto fits = [&](Strategy strategy) {
    return !memory_free_ || need_of(strategy).total() <= static_cast<double>(*memory_free_);
  };
  std::vector<Strategy> strategies = {config().strategy};
  if (config().strategy == Strategy::Auto) {
    strategies.clear();
    for (const Strategy strategy : {Strategy::Fused, Strategy::Eager}) {
      if (fits(strategy)) {
        strategies.push_back(strategy);
      }
    }
  } else if (config().strategy == Strategy::Eager && !config().threads && fits(Strategy::Fused)) {
    strategies.push_back(Strategy::Fused);  // not to be chosen: to tell what it would take
  }
  return trials_of(strategies,
                   config().threads ? std::vector<int>{*config().threads} : thread_counts(usable_threads()));
}

void EngineRun::choose() {
  const SteadyClock::time_point start = SteadyClock::now();
  StrategyChoice choice =
      search_trials({config(), spec_, loss_, prepared_, data_, batch_rows_, control_}, trials(), config().strategy);
  // Of this thread, which does the training: another one's setting would not reach it.
  at::set_num_threads(choice.chosen.threads);
  record_.resolved.threads = at::get_num_threads();
  record_.resolved.strategy = to_text(choice.chosen.strategy);
  record_.resolved.candidates = std::move(choice.candidates);
  record_.timing.search_s = seconds_since(start);
  make_loop(choice.chosen);
}

void EngineRun::make_loop(const Trial& chosen) {
  // A fused epoch is so short that the page faults of keeping its loss would be a fifth of it.
  constexpr std::uint64_t kReserved = 1U << 16U;
  history_->reserve(static_cast<std::size_t>(std::min(kReserved, config().epochs / config().record_every + 2)));
  const LoopParts parts{record_.config, order_, control_, observer_, *history_, *progress_};
  if (chosen.strategy == Strategy::Fused) {
    const FusedPlan plan = fused_plan(spec_, config(), loss_, batch_rows_, chosen.threads);
    auto loop = std::make_unique<FusedRun>(parts, plan, prepared_, *model_);
    record_.resolved.threads = loop->threads();
    loop_ = std::move(loop);
    return;
  }
  make_step_loop(chosen.strategy, parts);
}

void EngineRun::train_and_measure() {
  record_.timing.warmup_s = seconds_since(begun_) - record_.timing.search_s;
  training_ = true;
  Step error = guarded([this]() -> Step {
    tell_start();
    loop_->train();
    return std::nullopt;
  });
  Step finish_error = guarded([this]() -> Step {
    loop_->finish();
    return std::nullopt;
  });
  if (!error) {
    error = std::move(finish_error);
  }
  record_.state = loop_->stopped() ? RunState::Stopped : RunState::Finished;
  Step sum_error = guarded([this]() -> Step {
    sum_up();
    return std::nullopt;
  });
  if (!error) {
    error = std::move(sum_error);
  }
  Step measure_error = guarded([this] { return measure_result(); });
  if (!error) {
    error = std::move(measure_error);
  }
  if (error) {
    fail(std::move(*error));
  }
}

EngineRun::Step EngineRun::measure_result() {
  record_.weights = flat_parameters(*model_);
  if (auto nonfinite = loop_->first_nonfinite()) {
    record_.state = RunState::Diverged;
    record_.summary.first_nonfinite_epoch = nonfinite;
    record_.error = diverged_loss(history_->back().loss, *nonfinite);
  } else if (auto value = first_not_finite(record_.weights)) {
    // The last update broke them: no later loss was there to show it.
    record_.state = RunState::Diverged;
    record_.summary.first_nonfinite_epoch = loop_->epochs_done();
    record_.error = diverged_weights(*value, loop_->epochs_done());
  }
  std::int64_t widest = spec_.inputs;
  for (const LayerInfo& layer : spec_.layers()) {
    widest = std::max(widest, layer.out);
  }
  // Who pressed Stop waits: what can't be had at once is left out.
  const std::optional<double> budget_s = record_.state == RunState::Stopped ? std::optional(0.1) : std::nullopt;
  const Metrics metrics = evaluate(*model_, data_, loss_, widest, budget_s);
  record_.summary.train_accuracy = metrics.train_accuracy;
  record_.summary.test_accuracy = metrics.test_accuracy;
  record_.summary.test_loss = metrics.test_loss;
  return std::nullopt;
}

void EngineRun::sum_up() {
  const Timing timing = loop_->timing();
  record_.timing.steady_epoch_us = timing.steady_epoch_us;
  record_.timing.sampled = timing.sampled;
  record_.timing.phases_s = timing.phases_s;
  record_.timing.measurement_s = timing.measurement_s;
  record_.summary = summary_of(*history_, loop_->epochs_done(), loop_->train_seconds(), record_.data.train_rows);
}

}  // namespace

RunRecord run_training(const TrainConfig& config, const Dataset& dataset, RunControl& control, RunObserver& observer) {
  return EngineRun(config, dataset, control, observer).go();
}

}  // namespace lossline::detail
