// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/api/training_engine.h"

namespace lossline::test {

/// Holds an engine's thread at an epoch until the test lets it go on.
class Gate {
 public:
  /// The engine will wait before this epoch (counts from 1). Test's thread.
  void close_before(std::uint64_t epoch);
  /// Lets it pass, now and later. Any thread.
  void open();
  /// Whether the engine stands at the gate.
  [[nodiscard]] bool reached() const;
  /// Blocks until it does; false after ten seconds.
  [[nodiscard]] bool wait_until_reached();

  /// Engine's thread, before each epoch. A stop opens the gate.
  void pass(std::uint64_t epoch, const RunControl& control);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t closed_before_ = 0;  // 0 = open
  bool waiting_ = false;
};

/// What a FakeEngine does. Read by its thread: change it only while no run goes on.
struct FakeScript {
  /// Loss of an epoch; a non-finite one ends the run as Diverged.
  std::function<double(std::uint64_t epoch)> loss = [](std::uint64_t epoch) {
    return 1.0 / static_cast<double>(epoch);
  };
  /// What train_seconds grows by with this epoch. Real time passes only with real_time.
  std::function<double(std::uint64_t epoch)> epoch_seconds = [](std::uint64_t) { return 50e-6; };
  bool real_time = false;
  bool endless = false;                     ///< goes on past the asked epochs until stopped
  std::optional<Error> refusal;             ///< ends before the first epoch, on_start() is not called
  std::optional<std::uint64_t> fail_after;  ///< epochs; then state Failed with ErrorCode::Engine
  std::optional<std::string> throws;        ///< breaks the contract: run() throws std::runtime_error
  std::vector<Candidate> candidates;        ///< what its search found
  std::string strategy_note;                ///< why it is not the strategy that was asked for
  EngineFacts facts{"1.13.1-fake", "FakeBLAS", {}};
};

/// A TrainingEngine that trains nothing and follows a script, with the real one's manners: it stops, pauses and steps
/// by RunControl before each epoch, appends to the history what record_every asks for, keeps the progress up to date,
/// and fills the same parts of the record.
class FakeEngine : public TrainingEngine {
 public:
  FakeScript script;
  Gate gate;

  [[nodiscard]] EngineFacts facts() override { return script.facts; }
  [[nodiscard]] RunRecord run(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                              RunObserver& observer) override;
  /// Runs begun so far. Any thread.
  [[nodiscard]] int runs() const { return runs_.load(); }

 private:
  std::atomic<int> runs_{0};
};

/// A dataset of a few rows, enough for whoever only passes it on.
[[nodiscard]] Dataset tiny_dataset();

}  // namespace lossline::test
