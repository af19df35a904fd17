// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <ATen/core/Generator.h>

#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"

namespace lossline::detail {

/// What every strategy's loop works with. All of it outlives the loop.
struct LoopParts {
  const TrainConfig& config;
  at::Generator order;  ///< draws the batch order; CPU
  RunControl& control;
  RunObserver& observer;
  LossHistory& history;
  LiveProgress& progress;
};

/// The epochs of one run. One thread only. train() may throw; what was done until then can still be asked for.
class TrainLoop {
 public:
  virtual ~TrainLoop() = default;

  /// Trains until the last epoch, a stop, or a loss that is not finite. Blocks.
  virtual void train() = 0;
  /// Brings over and records what is still held back, and leaves the final weights in the module. After train(), also
  /// one that threw.
  virtual void finish() = 0;

  [[nodiscard]] virtual bool stopped() const = 0;
  [[nodiscard]] virtual std::uint64_t epochs_done() const = 0;
  [[nodiscard]] virtual std::optional<std::uint64_t> first_nonfinite() const = 0;
  [[nodiscard]] virtual double train_seconds() const = 0;
  [[nodiscard]] virtual double paused_seconds() const = 0;
  /// Phases, the spread of epoch times and what measuring cost; nothing of warm-up and search.
  [[nodiscard]] virtual Timing timing() const = 0;
};

}  // namespace lossline::detail
