// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/fused_run.h"

#include <algorithm>
#include <cmath>

#include <torch/utils.h>

#include "core/kernels/flush_denormals.h"
#include "core/training/detail/eager_run.h"
#include "core/training/fused_phases.h"

namespace lossline::detail {

FusedPlan fused_plan(const MlpSpec& spec, const TrainConfig& config, LossKind loss, std::int64_t batch_rows,
                     int threads) {
  FusedPlan plan;
  plan.spec = spec;
  plan.loss = loss;
  plan.optimizer = config.optimizer;
  plan.lr = config.lr;
  plan.momentum = config.momentum;
  plan.weight_decay = config.weight_decay;
  plan.batch_rows = batch_rows;
  plan.threads = threads;
  return plan;
}

FusedRows fused_rows(const PreparedData& data, std::int64_t most) {
  FusedRows rows;
  rows.x = data.x_train.data();
  rows.labels = data.target_kind == TargetKind::Classes ? data.labels_train.data() : nullptr;
  rows.values = data.target_kind == TargetKind::Numeric ? data.values_train.data() : nullptr;
  rows.rows = static_cast<std::int64_t>(data.train_rows.size());
  if (most > 0) {
    rows.rows = std::min(rows.rows, most);
  }
  return rows;
}

FusedRun::FusedRun(const LoopParts& parts, const FusedPlan& plan, const PreparedData& data, MlpModule& model)
    : parts_(parts),
      model_(model),
      train_rows_(static_cast<std::int64_t>(data.train_rows.size())),
      batch_rows_(plan.batch_rows),
      full_batch_(batch_rows_ == train_rows_),
      tells_epochs_(parts.observer.wants_epochs()),
      net_(make_fused_net(plan, fused_rows(data))),
      log_(parts.config, full_batch_ ? 1.0 : static_cast<double>(train_rows_), parts.history, parts.progress,
           parts.observer) {
  net_->set_parameters(flat_parameters(model));
  if (!full_batch_) {
    order_ = torch::empty({train_rows_}, torch::TensorOptions().dtype(torch::kInt64));
  }
}

void FusedRun::train() {
  const torch::NoGradGuard no_gradients;  // the batch order is drawn by LibTorch
  const FlushDenormals flush;
  clock_.start();
  while (epochs_done_ < parts_.config.epochs && !first_nonfinite()) {
    if (parts_.control.wait_if_held()) {
      clock_.skip();
    }
    if (parts_.control.stop_requested() || !(full_batch_ ? run_full_epochs() : run_batches())) {
      stopped_ = true;
      return;
    }
  }
}

bool FusedRun::run_full_epochs() {
  const RunControl& control = parts_.control;
  const std::uint64_t left = parts_.config.epochs - epochs_done_;
  const bool one = tells_epochs_ || control.pause_requested();  // somebody follows each of them
  const std::uint64_t epochs = one ? 1 : std::min(left, pace_.steps());
  losses_.clear();
  net_->set_times(&times_);
  losses_.push_back(net_->step_all());
  net_->set_times(nullptr);
  ++steps_timed_;
  while (losses_.size() < epochs && std::isfinite(losses_.back()) && !control.stop_requested() &&
         !control.pause_requested()) {
    losses_.push_back(net_->step_all());
  }
  clock_.lap(Phase::Forward);
  steps_ += losses_.size();
  after_epochs();
  return true;
}

bool FusedRun::run_batches() {
  torch::randperm_out(order_, train_rows_, parts_.order);
  const std::int64_t* order = order_.data_ptr<std::int64_t>();
  clock_.lap(Phase::Gather);
  double sum = 0;
  std::uint64_t untimed = 0;
  double mark_s = clock_.total_s();
  const auto read_clock = [&](std::uint64_t steps) {
    clock_.lap(Phase::Forward);
    const double now_s = clock_.total_s();
    pace_.took(steps, now_s - mark_s);
    mark_s = now_s;
    parts_.progress.train_seconds.store(now_s, std::memory_order_relaxed);
  };
  for (std::int64_t begin = 0; begin < train_rows_; begin += batch_rows_) {
    if (parts_.control.stop_requested()) {
      clock_.lap(Phase::Forward);
      return false;
    }
    const std::int64_t count = std::min(batch_rows_, train_rows_ - begin);
    const bool timed = untimed == 0;
    net_->set_times(timed ? &times_ : nullptr);
    sum += net_->step(order + begin, count) * static_cast<double>(count);
    steps_timed_ += timed ? 1 : 0;
    ++steps_;
    if (++untimed >= pace_.steps()) {
      read_clock(untimed);
      untimed = 0;
    }
  }
  if (untimed > 0) {
    read_clock(untimed);
  }
  losses_.assign(1, sum);
  after_epochs();
  return true;
}

void FusedRun::after_epochs() {
  const double now_s = clock_.total_s();
  const double each_s = (now_s - read_at_s_) / static_cast<double>(losses_.size());
  bool due = false;
  for (const double loss : losses_) {
    read_at_s_ += each_s;
    log_.add(loss, static_cast<float>(read_at_s_));
    due = log_.due() || due;
  }
  read_at_s_ = now_s;
  epochs_done_ += losses_.size();
  sampler_.add(epochs_done_, each_s * 1e6);
  if (full_batch_) {
    pace_.took(losses_.size(), each_s * static_cast<double>(losses_.size()));
  }
  if (due) {
    log_.record();
  }
  clock_.lap(Phase::Recording);
  parts_.progress.epochs_done.store(epochs_done_, std::memory_order_relaxed);
  parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
}

void FusedRun::finish() {
  log_.record();
  log_.record_last();
  clock_.lap(Phase::Recording);
  parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
  set_flat_parameters(model_, net_->parameters());
}

Timing FusedRun::timing() const {
  Timing timing;
  timing.steady_epoch_us = sampler_.spread();
  timing.phases_s = fused_phases_of(clock_, times_, net_->threads());
  timing.measurement_s = clock_read_s() * static_cast<double>(clock_.reads() + times_.clock_reads);
  timing.sampled = steps_timed_ < steps_;
  return timing;
}

}  // namespace lossline::detail
