// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"

namespace lossline::test {

/// The built-in Iris, and a small table with a numeric target (a smooth function of three columns).
[[nodiscard]] const Dataset& iris();
[[nodiscard]] const Dataset& waves();

/// The strategy that the tests are run for: eager, or what LOSSLINE_TEST_STRATEGY says.
[[nodiscard]] Strategy strategy_under_test();

/// An Iris run of a few epochs on one thread, by strategy_under_test().
[[nodiscard]] TrainConfig small_run(std::uint64_t epochs = 20);

/// Notes what it is told; `at_epoch` runs after each recorded loss.
class NotingObserver : public RunObserver {
 public:
  void on_start(const RunStart& start) override;
  void on_epoch(const LossPoint& point) override;
  [[nodiscard]] bool wants_epochs() const override { return true; }

  std::function<void(const RunStart&)> at_start = [](const RunStart&) {};
  std::function<void(const LossPoint&)> at_epoch = [](const LossPoint&) {};
  std::optional<RunStart> start;
  int starts = 0;
  std::vector<LossPoint> points;
};

/// Runs with a fresh engine, control and observer.
[[nodiscard]] RunRecord run(const TrainConfig& config, const Dataset& dataset = iris());

[[nodiscard]] std::vector<LossPoint> points_of(const RunRecord& record);
[[nodiscard]] std::vector<double> losses_of(const RunRecord& record);
[[nodiscard]] std::vector<std::uint32_t> epochs_of(const RunRecord& record);

}  // namespace lossline::test
