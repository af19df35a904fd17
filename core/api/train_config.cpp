// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/train_config.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr std::int64_t kWidestLayer = 1'048'576;
constexpr std::size_t kMostLayers = 64;
constexpr std::uint64_t kMostEpochs = std::numeric_limits<std::uint32_t>::max();
constexpr int kMostThreads = 1024;

class Faults {
 public:
  void unless(bool right, const char* field, const std::string& must, const std::string& got) {
    if (!right) {
      list_.push_back({field, "must be " + must + ", got " + got});
    }
  }
  void add(const char* field, std::string message) { list_.push_back({field, std::move(message)}); }
  [[nodiscard]] std::vector<Fault> take() { return std::move(list_); }

 private:
  std::vector<Fault> list_;
};

void check_model(const TrainConfig& config, Faults& faults) {
  for (const std::int64_t width : config.hidden) {
    if (width < 1 || width > kWidestLayer) {
      faults.unless(false, "hidden", "widths from 1 to " + integer_text(kWidestLayer), integer_text(width));
      break;
    }
  }
  faults.unless(config.hidden.size() <= kMostLayers, "hidden",
                "at most " + integer_text(std::uint64_t{kMostLayers}) + " layers",
                integer_text(static_cast<std::uint64_t>(config.hidden.size())));
}

/// Training is in float32, which has to hold the optimizer's numbers.
void check_fits_float32(const char* field, double value, Faults& faults) {
  constexpr double kMost = std::numeric_limits<float>::max();
  if (std::isfinite(value) && value > kMost) {
    faults.add(field, "must fit a 32-bit number, at most " + significant(kMost, 3) + ", got " + shortest(value));
  }
}

void check_optimizer(const TrainConfig& config, Faults& faults) {
  faults.unless(config.lr > 0 && std::isfinite(config.lr), "lr", "a positive number", shortest(config.lr));
  faults.unless(config.momentum >= 0 && config.momentum < 1, "momentum", "at least 0 and below 1",
                shortest(config.momentum));
  if (config.momentum > 0 && config.optimizer != OptimizerKind::Sgd) {
    faults.add("momentum", "is a setting of sgd; leave it out with " + std::string(to_text(config.optimizer)));
  }
  faults.unless(config.weight_decay >= 0 && std::isfinite(config.weight_decay), "weight-decay",
                "0 or a positive number", shortest(config.weight_decay));
  check_fits_float32("lr", config.lr, faults);
  check_fits_float32("weight-decay", config.weight_decay, faults);
}

void check_strategy(const TrainConfig& config, Faults& faults) {
  const bool cuda = config.device.kind == DeviceSpec::Kind::Cuda;
  if (config.strategy == Strategy::Fused && cuda) {
    faults.add("strategy", "fused trains on the CPU; take graph, eager or auto with " + to_text(config.device));
  }
  if (config.strategy == Strategy::Graph && !cuda) {
    faults.add("strategy", "graph replays a CUDA graph; take fused, eager or auto with cpu");
  }
}

}  // namespace

std::vector<Fault> TrainConfig::validate() const {
  Faults faults;
  if (device.index && *device.index < 0) {
    faults.add("device", "must be cpu, cuda or cuda:N, got " + to_text(device));
  }
  check_strategy(*this, faults);
  check_model(*this, faults);
  check_optimizer(*this, faults);
  faults.unless(epochs >= 1 && epochs <= kMostEpochs, "epochs", "from 1 to " + integer_text(kMostEpochs),
                integer_text(epochs));
  faults.unless(test_size > 0 && test_size < 1, "test-size", "between 0 and 1", shortest(test_size));
  faults.unless(split_seed <= std::numeric_limits<std::uint32_t>::max(), "split-seed", "from 0 to 4294967295",
                integer_text(split_seed));
  faults.unless(record_every >= 1, "record-every", "at least 1", integer_text(record_every));
  faults.unless(read_loss.mode != ReadLoss::Mode::Interval || read_loss.interval >= 1, "read-loss",
                "every, end or a number of epochs from 1 on", integer_text(read_loss.interval));
  if (threads) {
    faults.unless(*threads >= 1 && *threads <= kMostThreads, "threads",
                  "auto or from 1 to " + integer_text(std::int64_t{kMostThreads}),
                  integer_text(std::int64_t{*threads}));
  }
  return faults.take();
}

std::optional<Fault> check_threads_fit(const TrainConfig& config, int machine_threads) {
  constexpr int kPerThread = 4;
  constexpr int kAnywhere = 8;
  const int most = std::min(kMostThreads, std::max(kAnywhere, kPerThread * machine_threads));
  // What is out of range altogether is validate()'s.
  if (!config.threads || *config.threads <= most || *config.threads > kMostThreads) {
    return std::nullopt;
  }
  return Fault{"threads", "must be at most " + integer_text(std::int64_t{most}) + " on this machine, which runs " +
                              integer_text(std::int64_t{machine_threads}) + " at once, got " +
                              integer_text(std::int64_t{*config.threads})};
}

bool operator==(const TrainConfig& a, const TrainConfig& b) {
  return a.dataset == b.dataset && a.device == b.device && a.strategy == b.strategy && a.hidden == b.hidden &&
         a.activation == b.activation && a.optimizer == b.optimizer && a.lr == b.lr && a.momentum == b.momentum &&
         a.weight_decay == b.weight_decay && a.epochs == b.epochs && a.batch_size == b.batch_size && a.loss == b.loss &&
         a.seed == b.seed && a.test_size == b.test_size && a.split_seed == b.split_seed && a.scale == b.scale &&
         a.record_every == b.record_every && a.read_loss == b.read_loss && a.threads == b.threads;
}

}  // namespace lossline
