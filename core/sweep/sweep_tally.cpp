// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_tally.h"

#include <algorithm>
#include <limits>

namespace lossline {
namespace {

bool better(const SweepRow& a, const SweepRow& b) {
  constexpr double kWorst = std::numeric_limits<double>::infinity();
  const double right_a = a.test_accuracy.value_or(-kWorst), right_b = b.test_accuracy.value_or(-kWorst);
  if (right_a != right_b) {
    return right_a > right_b;
  }
  const double loss_a = a.test_loss.value_or(kWorst), loss_b = b.test_loss.value_or(kWorst);
  return loss_a != loss_b ? loss_a < loss_b : a.index < b.index;
}

}  // namespace

void SweepTally::add(const SweepRow& row) {
  switch (row.state) {
    case RunState::Finished:
      ++finished_;
      break;
    case RunState::Diverged:
      ++diverged_;
      return;
    case RunState::Failed:
    case RunState::Stopped:
      ++failed_;
      return;
  }
  best_.insert(std::upper_bound(best_.begin(), best_.end(), row, better), row);
  if (best_.size() > most_) {
    best_.pop_back();
  }
}

}  // namespace lossline
