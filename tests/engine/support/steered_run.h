// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <future>
#include <thread>

#include "core/training/engine.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {

template <typename Condition>
[[nodiscard]] bool becomes_true(Condition condition) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (Clock::now() > deadline) {
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

/// A run on a thread of its own, which the test steers.
class SteeredRun {
 public:
  explicit SteeredRun(const TrainConfig& config, bool held = false) {
    if (held) {
      control.pause();
    }
    observer.at_start = [this](const RunStart& told) { started_.set_value(told); };
    result_ = std::async(std::launch::async,
                         [this, config] { return make_engine()->run(config, iris(), control, observer); });
    start = started_.get_future().get();
  }
  ~SteeredRun() { control.request_stop(); }

  [[nodiscard]] std::uint64_t epochs() const { return start.progress->epochs_done.load(); }
  [[nodiscard]] RunRecord end() { return result_.get(); }

  RunControl control;
  NotingObserver observer;
  RunStart start;

 private:
  std::promise<RunStart> started_;
  std::future<RunRecord> result_;
};

}  // namespace lossline::test
