// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/check_run.h"

#include <algorithm>
#include <utility>

#include "core/api/loss_choice.h"
#include "core/data/train_test_split.h"

namespace lossline {

std::vector<Fault> faults_of(const TrainConfig& config, const Dataset* dataset, int machine_threads) {
  std::vector<Fault> faults = config.validate();
  const auto add = [&faults](std::optional<Fault> fault) {
    if (fault) {
      faults.push_back(*std::move(fault));
    }
  };
  add(check_threads_fit(config, machine_threads));
  if (dataset == nullptr) {
    return faults;
  }
  add(check_loss_fits(config.loss, dataset->target_kind));
  const auto of_split = [](const Fault& fault) { return fault.field == "test-size"; };
  if (std::none_of(faults.begin(), faults.end(), of_split)) {  // not a share at all: nothing can be split by it
    add(check_split_fits(dataset->rows, config.test_size));
  }
  return faults;
}

}  // namespace lossline
