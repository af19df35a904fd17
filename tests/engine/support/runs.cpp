// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/support/runs.h"

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "core/data/datasets.h"
#include "core/training/engine.h"

namespace lossline::test {

const Dataset& iris() {
  static const Dataset dataset = load_dataset("iris").value();
  return dataset;
}

const Dataset& waves() {
  static const Dataset dataset = [] {
    Dataset made;
    made.name = "waves";
    made.features = {"a", "b", "c"};
    made.target = "height";
    made.target_kind = TargetKind::Numeric;
    made.rows = 50;
    for (std::size_t row = 0; row < made.rows; ++row) {
      const double a = std::sin(static_cast<double>(row));
      const double b = std::cos(2.0 * static_cast<double>(row));
      const double c = static_cast<double>(row % 7) / 7;
      made.x.insert(made.x.end(), {a, b, c});
      made.values.push_back(static_cast<float>(3 * a - 2 * b * c));
    }
    return made;
  }();
  return dataset;
}

Strategy strategy_under_test() {
  TrainConfig config;
  config.strategy = Strategy::Eager;
  if (const char* name = std::getenv("LOSSLINE_TEST_STRATEGY")) {
    if (const auto fault = set_field(config, "strategy", name)) {
      throw std::runtime_error("LOSSLINE_TEST_STRATEGY " + fault->message);
    }
  }
  return config.strategy;
}

TrainConfig small_run(std::uint64_t epochs) {
  TrainConfig config;
  config.strategy = strategy_under_test();
  config.epochs = epochs;
  config.threads = 1;
  return config;
}

void NotingObserver::on_start(const RunStart& what) {
  ++starts;
  start = what;
  at_start(what);
}

void NotingObserver::on_epoch(const LossPoint& point) {
  points.push_back(point);
  at_epoch(point);
}

RunRecord run(const TrainConfig& config, const Dataset& dataset) {
  RunControl control;
  NotingObserver observer;
  return make_engine()->run(config, dataset, control, observer);
}

std::vector<LossPoint> points_of(const RunRecord& record) {
  std::vector<LossPoint> points;
  record.history->for_each_span(0, record.history->size(), [&](const LossPoint* first, std::size_t count) {
    points.insert(points.end(), first, first + count);
  });
  return points;
}

std::vector<double> losses_of(const RunRecord& record) {
  std::vector<double> losses;
  for (const LossPoint& point : points_of(record)) {
    losses.push_back(point.loss);
  }
  return losses;
}

std::vector<std::uint32_t> epochs_of(const RunRecord& record) {
  std::vector<std::uint32_t> epochs;
  for (const LossPoint& point : points_of(record)) {
    epochs.push_back(point.epoch);
  }
  return epochs;
}

}  // namespace lossline::test
