// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/api/dataset.h"
#include "core/api/hardware_facts.h"
#include "core/api/result.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"
#include "ui/session/job_thread.h"

namespace lossline {

/// The worker's side of a TrainingSession: the thread, and what only the thread touches: the engine and the hardware
/// probe. Its functions are the owner's; everything they begin is answered through the listener.
class EngineRoom {
 public:
  using EngineSource = std::function<Result<std::shared_ptr<TrainingEngine>>()>;
  using HardwareSource = std::function<HardwareFacts()>;
  using DriverSource = std::function<void(HardwareFacts&)>;

  /// Called on the owner's thread, from deliver_one() and wait_and_deliver_one() alone.
  struct Listener {
    std::function<void(HardwareFacts)> hardware;
    std::function<void(EngineFacts, HardwareFacts, double seconds)> engine_opened;
    std::function<void(const Error&)> engine_failed;
    std::function<void(std::uint64_t run, RunStart)> started;
    std::function<void(std::uint64_t run, std::shared_ptr<RunRecord>)> ended;
    std::function<void(std::uint64_t run)> not_run;  ///< the engine could not be opened; engine_failed came before
  };

  struct Request {
    std::uint64_t run = 0;
    TrainConfig config;
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<RunControl> control;
    std::chrono::steady_clock::time_point asked;  ///< what it waited since then counts as the run's warm-up
    std::chrono::system_clock::time_point asked_at;
  };

  /// `wake` is called on the worker when there is something to deliver.
  EngineRoom(EngineSource open, HardwareSource probe, DriverSource ask_drivers, Listener listener,
             std::function<void()> wake);
  /// Joins. A run under way must have been told to stop.
  ~EngineRoom();
  EngineRoom(const EngineRoom&) = delete;
  EngineRoom& operator=(const EngineRoom&) = delete;

  /// The machine's files, then, as a second answer, what its drivers add.
  void read_hardware();
  /// After read_hardware().
  void open_engine();
  void run(Request request);

  /// Hands the oldest answer to the listener; false when there was none.
  bool deliver_one();
  /// The same, but waits for one while anything is going on.
  bool wait_and_deliver_one();

 private:
  class Watch;
  [[nodiscard]] bool need_engine();
  void do_run(const Request& request);
  /// Completes the record and hands it to the owner.
  void end_run(const Request& request, const std::shared_ptr<RunRecord>& record);
  void tell_engine_failed(Error error);

  const EngineSource open_;
  const HardwareSource probe_;
  const DriverSource ask_drivers_;
  const Listener listener_;
  HardwareFacts hardware_;  // the worker's, as engine_
  std::shared_ptr<TrainingEngine> engine_;
  JobThread thread_;  // last: joined before anything it touches is gone
};

}  // namespace lossline
