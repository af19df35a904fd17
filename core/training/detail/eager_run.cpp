// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/eager_run.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <torch/utils.h>

#include "core/api/quantiles.h"
#include "core/training/detail/run_device.h"

namespace lossline::detail {

std::int64_t rows_per_batch(const TrainConfig& config, std::int64_t train_rows) {
  const bool full = config.batch_size == 0 || config.batch_size >= static_cast<std::uint64_t>(train_rows);
  return full ? train_rows : static_cast<std::int64_t>(config.batch_size);
}

EagerRun::EagerRun(const LoopParts& parts, EagerStep& step, const DeviceData& data)
    : parts_(parts),
      step_(step),
      data_(data),
      runs_behind_(!data.x_train.device().is_cpu()),
      full_batch_(rows_per_batch(parts.config, data.train_rows) == data.train_rows),
      batch_rows_(rows_per_batch(parts.config, data.train_rows)),
      log_(parts.config, full_batch_ ? 1.0 : static_cast<double>(data.train_rows), parts.history, parts.progress,
           parts.observer) {}

void EagerRun::train() {
  const torch::AutoGradMode with_gradients(true);
  clock_.start();
  for (std::uint64_t epoch = 1; epoch <= parts_.config.epochs && !first_nonfinite(); ++epoch) {
    if (parts_.control.wait_if_held()) {
      clock_.skip();
    }
    if (parts_.control.stop_requested() || !run_epoch()) {
      stopped_ = true;
      return;
    }
    after_epoch();
  }
}

bool EagerRun::run_epoch() {
  host_loss_ = 0;
  device_loss_.reset();
  if (!full_batch_) {
    return run_batches();
  }
  run_batch(data_.x_train, data_.y_train, 1);
  return true;
}

bool EagerRun::run_batches() {
  torch::Tensor order = torch::randperm(data_.train_rows, parts_.order, torch::TensorOptions().dtype(torch::kInt64));
  if (runs_behind_) {  // from pinned memory: an ordinary copy would wait for all that was issued before it
    order = order.pin_memory().to(data_.x_train.device(), /*non_blocking=*/true);
  }
  for (std::int64_t begin = 0; begin < data_.train_rows; begin += batch_rows_) {
    if (parts_.control.stop_requested()) {
      return false;
    }
    const std::int64_t count = std::min(batch_rows_, data_.train_rows - begin);
    const torch::Tensor rows = order.narrow(0, begin, count);
    const torch::Tensor x = gather(x_batch_, data_.x_train, rows);
    const torch::Tensor y = gather(y_batch_, data_.y_train, rows);
    clock_.lap(Phase::Gather);
    run_batch(x, y, count);
    parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
  }
  return true;
}

torch::Tensor EagerRun::gather(torch::Tensor& buffer, const torch::Tensor& source, const torch::Tensor& rows) {
  // One buffer for all batches: a fresh one each time would have the allocator give pages back and fetch them again.
  if (!buffer.defined()) {
    std::vector<std::int64_t> shape = source.sizes().vec();
    shape.front() = batch_rows_;
    buffer = torch::empty(shape, source.options());
  }
  torch::Tensor batch = rows.size(0) == batch_rows_ ? buffer : buffer.narrow(0, 0, rows.size(0));
  return torch::index_select_out(batch, source, 0, rows);
}

void EagerRun::run_batch(const torch::Tensor& x, const torch::Tensor& y, std::int64_t rows) {
  torch::Tensor loss = step_.forward(x, y);
  if (!runs_behind_) {
    host_loss_ += static_cast<double>(*loss.data_ptr<float>()) * static_cast<double>(rows);
  } else if (full_batch_) {
    device_loss_ = loss.detach();
  } else {
    if (!device_loss_.defined()) {
      device_loss_ = torch::zeros({}, loss.options().dtype(torch::kFloat64).requires_grad(false));
    }
    device_loss_.add_(loss.detach(), rows);
  }
  clock_.lap(issuing(Phase::Forward));
  loss.backward();
  loss.reset();  // taking the graph down is part of it
  clock_.lap(issuing(Phase::Backward));
  step_.update();
  clock_.lap(issuing(Phase::Optimizer));
}

void EagerRun::after_epoch() {
  ++epochs_done_;
  const auto elapsed_s = static_cast<float>(clock_.total_s());
  if (runs_behind_) {
    log_.add(std::move(device_loss_), elapsed_s);
  } else {
    log_.add(host_loss_, elapsed_s);
  }
  const bool read = log_.due();
  if (read) {
    read_losses();
  }
  if (read || !runs_behind_) {  // only now is it known how long the epochs took, not just their issuing
    const double now_s = clock_.total_s();
    const auto epochs = static_cast<double>(epochs_done_ - epochs_sampled_);
    sampler_.add(epochs_done_, (now_s - sampled_until_s_) * 1e6 / epochs);
    sampled_until_s_ = now_s;
    epochs_sampled_ = epochs_done_;
  }
  parts_.progress.epochs_done.store(epochs_done_, std::memory_order_relaxed);
  parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
}

void EagerRun::read_losses() {
  log_.fetch();
  clock_.lap(Phase::LossReadback);
  log_.record();
  clock_.lap(Phase::Recording);
}

void EagerRun::finish() {
  wait_for(data_.x_train.device());
  read_losses();
  log_.record_last();
  clock_.lap(Phase::Recording);
  parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
}

Timing EagerRun::timing() const {
  Timing timing;
  timing.steady_epoch_us = sampler_.spread();
  timing.phases_s = phases_of(clock_, runs_behind_);
  timing.measurement_s = clock_read_s() * static_cast<double>(clock_.reads());
  return timing;
}

double measure_epoch_us(EagerStep& step, const DeviceData& data, std::int64_t batch_rows, double budget_s,
                        const RunControl& control) {
  using Clock = std::chrono::steady_clock;
  const torch::AutoGradMode with_gradients(true);
  constexpr std::size_t kMostSteps = 100;
  const torch::Tensor x = data.x_train.narrow(0, 0, batch_rows);
  const torch::Tensor y = data.y_train.narrow(0, 0, batch_rows);
  const auto start = Clock::now();
  auto mark = start;
  std::vector<double> steps_us;
  double warm_up_us = 0;
  while (steps_us.size() < kMostSteps) {
    step.forward(x, y).backward();
    step.update();
    const auto now = Clock::now();
    const double took_us = std::chrono::duration<double, std::micro>(now - mark).count();
    mark = now;
    if (warm_up_us == 0) {
      warm_up_us = took_us;
    } else {
      steps_us.push_back(took_us);
    }
    if (control.stop_requested() || std::chrono::duration<double>(now - start).count() + took_us * 1e-6 > budget_s) {
      break;  // nobody waits for it any more, or the next step would not fit
    }
  }
  const double step_us = steps_us.empty() ? warm_up_us : spread_of(steps_us).median;
  const auto batches = static_cast<double>((data.train_rows + batch_rows - 1) / batch_rows);
  return step_us * batches;
}

}  // namespace lossline::detail
