// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "core/api/dataset.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"

namespace lossline {

/// What moves while a run goes on. Written by the engine's thread, read by any.
struct LiveProgress {
  std::atomic<std::uint64_t> epochs_done{0};
  std::atomic<double> last_loss{0};      ///< the newest loss read back
  std::atomic<double> train_seconds{0};  ///< pauses left out; updated at least every 10 ms of training
};

/// Handed out once, when data, weights and threads are ready and the first epoch is about to begin, or a stop came
/// before there was a network.
struct RunStart {
  Resolved resolved;
  DataInfo data;
  ModelInfo model;
  std::shared_ptr<const LossHistory> history;
  std::shared_ptr<const LiveProgress> progress;
};

/// Who watches a run. Called on the engine's thread; must be quick and must not throw.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void on_start(const RunStart& start) = 0;
  /// After each recorded loss was read back; only if wants_epochs() said so when the run began.
  virtual void on_epoch(const LossPoint& /*point*/) {}
  [[nodiscard]] virtual bool wants_epochs() const { return false; }
};

/// What the engine's library says of itself.
struct EngineFacts {
  std::string torch_version;
  std::string blas;  ///< what is really mapped: "OpenBLAS 0.3.21 (openmp)"
  CudaFacts cuda;
};

/// Trains. The window and the command line know only this; the library behind it is opened at run time.
class TrainingEngine {
 public:
  virtual ~TrainingEngine() = default;

  /// Call from a worker: the first call may make a device context, which takes seconds.
  [[nodiscard]] virtual EngineFacts facts() = 0;

  /// Blocks until the run ended; call from a worker thread, one run at a time. Never throws. Fills every part of the
  /// record but run_id, display_name, notes, tags, config_hash, the environment other than torch_version and blas, and
  /// the hardware other than hardware.cuda.
  /// A config that can't be run gives state Failed and an error: InvalidConfig (nothing was started),
  /// DeviceUnavailable (before the first epoch), or Engine.
  [[nodiscard]] virtual RunRecord run(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                                      RunObserver& observer) = 0;
};

// The one symbol of the engine's library. The version grows whenever this header or one it includes changes shape.
inline constexpr int kEngineAbiVersion = 4;
inline constexpr const char* kEngineFactorySymbol = "lossline_create_engine";
/// Returns a new engine, or null when the caller's kEngineAbiVersion is not the library's own.
using EngineFactory = TrainingEngine* (*)(int abi_version);

}  // namespace lossline
