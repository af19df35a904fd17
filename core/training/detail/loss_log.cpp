// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/loss_log.h"

#include <cmath>

namespace lossline::detail {

LossLog::LossLog(const TrainConfig& config, double rows, LossHistory& history, LiveProgress& progress,
                 RunObserver& observer)
    : record_every_(config.record_every),
      epochs_(config.epochs),
      policy_(config.read_loss),
      rows_(rows),
      history_(history),
      progress_(progress),
      observer_(observer),
      tell_epochs_(observer.wants_epochs()) {}

void LossLog::add(double loss, float elapsed_s) {
  ++taken_;
  elapsed_.push_back(elapsed_s);
  values_.push_back(loss);
  nonfinite_waits_ = nonfinite_waits_ || !std::isfinite(loss);
}

void LossLog::add(torch::Tensor loss, float elapsed_s) {
  ++taken_;
  elapsed_.push_back(elapsed_s);
  loose_.push_back(std::move(loss));
  if (loose_.size() >= kLoose) {
    pack();
  }
}

bool LossLog::due() const {
  if (taken_ == epochs_ || nonfinite_waits_ || elapsed_.size() >= kMostWaiting) {
    return true;
  }
  switch (policy_.mode) {
    case ReadLoss::Mode::Every:
      return recorded(taken_);
    case ReadLoss::Mode::Interval:
      return taken_ % policy_.interval == 0;
    case ReadLoss::Mode::End:
      break;
  }
  return false;
}

void LossLog::fetch() {
  if (packed_.empty() && loose_.size() == 1) {  // reading every epoch: no vector to make
    values_.push_back(loose_.front().item<double>());
    loose_.clear();
    return;
  }
  if (!loose_.empty()) {
    pack();
  }
  if (packed_.empty()) {
    return;
  }
  const torch::Tensor host = torch::cat(packed_).to(torch::kCPU, torch::kFloat64).contiguous();
  const double* first = host.data_ptr<double>();
  values_.insert(values_.end(), first, first + host.numel());
  packed_.clear();
}

void LossLog::record() {
  const std::uint64_t before = taken_ - elapsed_.size();
  for (std::size_t i = 0; i < values_.size() && !first_nonfinite_; ++i) {
    const std::uint64_t epoch = before + i + 1;
    last_ = LossPoint{values_[i] / rows_, static_cast<std::uint32_t>(epoch), elapsed_[i]};
    if (!std::isfinite(last_->loss)) {
      first_nonfinite_ = epoch;
    }
    if (recorded(epoch) || first_nonfinite_) {
      append(*last_);
    }
  }
  values_.clear();
  elapsed_.clear();
  nonfinite_waits_ = false;
  if (last_) {
    progress_.last_loss.store(last_->loss, std::memory_order_relaxed);
  }
}

void LossLog::record_last() {
  if (last_) {
    append(*last_);
  }
}

void LossLog::pack() {
  packed_.push_back(torch::stack(loose_));
  loose_.clear();
}

void LossLog::append(const LossPoint& point) {
  if (appended_ >= point.epoch) {
    return;  // an observer threw when it was told of this one; it is in already
  }
  history_.append(point);
  appended_ = point.epoch;
  if (tell_epochs_) {
    observer_.on_epoch(point);
  }
}

bool LossLog::recorded(std::uint64_t epoch) const {
  return record_every_ == 1 || epoch == 1 || epoch % record_every_ == 0 || epoch == epochs_;
}

}  // namespace lossline::detail
