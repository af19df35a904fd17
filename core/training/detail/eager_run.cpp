// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/eager_run.h"

#include <algorithm>

#include <torch/utils.h>

#include "core/training/detail/run_device.h"

namespace lossline::detail {

std::int64_t rows_per_batch(const TrainConfig& config, std::int64_t train_rows) {
  const bool full = config.batch_size == 0 || config.batch_size >= static_cast<std::uint64_t>(train_rows);
  return full ? train_rows : static_cast<std::int64_t>(config.batch_size);
}

EagerRun::EagerRun(const LoopParts& parts, StepRunner& step, const DeviceData& data)
    : parts_(parts),
      step_(step),
      data_(data),
      runs_behind_(!data.x_train.device().is_cpu()),
      full_batch_(rows_per_batch(parts.config, data.train_rows) == data.train_rows),
      batch_rows_(rows_per_batch(parts.config, data.train_rows)),
      log_(parts.config, full_batch_ ? 1.0 : static_cast<double>(data.train_rows), parts.history, parts.progress,
           parts.observer) {
  make_batch_buffers();
}

void EagerRun::prepare() {
  step_.prepare(x_batch_, y_batch_);
  const std::int64_t rest = data_.train_rows % batch_rows_;
  if (rest != 0) {
    step_.prepare(x_batch_.narrow(0, 0, rest), y_batch_.narrow(0, 0, rest));
  }
}

// One place for all batches: memory of its own for each would have the allocator give pages back and fetch them again,
// and could not be part of a recording.
void EagerRun::make_batch_buffers() {
  x_batch_ = full_batch_ ? data_.x_train : at::empty_like(data_.x_train.narrow(0, 0, batch_rows_));
  y_batch_ = full_batch_ ? data_.y_train : at::empty_like(data_.y_train.narrow(0, 0, batch_rows_));
  if (!full_batch_) {  // any valid rows will do until the first batch
    x_batch_.copy_(data_.x_train.narrow(0, 0, batch_rows_));
    y_batch_.copy_(data_.y_train.narrow(0, 0, batch_rows_));
  }
}

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
  rows_ = 1;  // its loss is the mean already
  step_.run(x_batch_, y_batch_, *this);
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
    torch::Tensor x = count == batch_rows_ ? x_batch_ : x_batch_.narrow(0, 0, count);
    torch::Tensor y = count == batch_rows_ ? y_batch_ : y_batch_.narrow(0, 0, count);
    at::index_select_out(x, data_.x_train, 0, rows);
    at::index_select_out(y, data_.y_train, 0, rows);
    clock_.lap(Phase::Gather);
    rows_ = count;
    step_.run(x, y, *this);
    parts_.progress.train_seconds.store(clock_.total_s(), std::memory_order_relaxed);
  }
  return true;
}

void EagerRun::on_loss(const torch::Tensor& loss) {
  if (!runs_behind_) {
    host_loss_ += static_cast<double>(*loss.data_ptr<float>()) * static_cast<double>(rows_);
  } else if (full_batch_) {
    device_loss_ = step_.reuses_loss() ? loss.clone() : loss.detach();
  } else {
    if (!device_loss_.defined()) {
      device_loss_ = torch::zeros({}, loss.options().dtype(torch::kFloat64).requires_grad(false));
    }
    device_loss_.add_(loss.detach(), rows_);
  }
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

}  // namespace lossline::detail
