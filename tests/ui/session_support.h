// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <QTest>
#include <QThread>

#include "tests/support/fake_engine.h"
#include "ui/session/training_session.h"

namespace lossline::test {

constexpr int kPatienceMs = 20000;  // for what must happen; only a failing test waits that long

/// Blocks whoever passes until the test opens it.
class Door {
 public:
  void open() {
    {
      const std::lock_guard lock(mutex_);
      open_ = true;
    }
    changed_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    reached_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  void wait_until_reached() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return reached_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
  bool reached_ = false;
};

/// A session with a fake engine, and everything it says, in order.
struct Rig {
  std::shared_ptr<FakeEngine> engine = std::make_shared<FakeEngine>();
  TrainingSession session;
  std::vector<std::string> said;
  std::vector<std::shared_ptr<const RunRecord>> records;
  std::vector<LiveFigures> figures;  ///< at each progressed()
  bool other_thread = false;         ///< a signal came from another thread than the GUI's

  explicit Rig(HardwareFacts hardware = {})
      : session([this] { return Result<std::shared_ptr<TrainingEngine>>(engine); },
                [facts = std::move(hardware)] { return facts; }) {
    listen();
  }
  Rig(TrainingSession::EngineSource open, TrainingSession::HardwareSource probe)
      : session(std::move(open), std::move(probe)) {
    listen();
  }

  void start(std::uint64_t epochs, bool hold_after_one_epoch = false) {
    TrainConfig config;
    config.epochs = epochs;
    session.start(config, tiny_dataset(), hold_after_one_epoch);
  }
  [[nodiscard]] bool wait_for(const std::function<bool()>& condition) {
    return QTest::qWaitFor(condition, kPatienceMs);
  }
  [[nodiscard]] bool wait_idle() {
    return wait_for([this] { return !session.busy(); });
  }
  [[nodiscard]] bool wait_epoch(std::uint64_t epoch) {
    return wait_for([this, epoch] { return session.figures().epoch >= epoch; });
  }
  [[nodiscard]] long count(const std::string& what) const { return std::count(said.begin(), said.end(), what); }

 private:
  void say(const std::string& what) {
    other_thread = other_thread || QThread::currentThread() != session.thread();
    said.push_back(what);
  }
  void listen() {
    QObject::connect(
        &session, &TrainingSession::phase_changed, &session,
        [this](TrainingSession::Phase phase) {
          static const char* const kNames[] = {"idle", "preparing", "running", "paused", "stopping"};
          say(kNames[static_cast<int>(phase)]);
        },
        Qt::DirectConnection);
    const auto direct = Qt::DirectConnection;
    QObject::connect(
        &session, &TrainingSession::hardware_read, &session, [this] { say("hardware"); }, direct);
    QObject::connect(
        &session, &TrainingSession::engine_opened, &session, [this] { say("engine"); }, direct);
    QObject::connect(
        &session, &TrainingSession::engine_failed, &session,
        [this](const QString& sentence) { say("failed: " + sentence.toStdString()); }, direct);
    QObject::connect(
        &session, &TrainingSession::run_started, &session, [this] { say("started"); }, direct);
    QObject::connect(
        &session, &TrainingSession::progressed, &session,
        [this] {
          figures.push_back(session.figures());
          say("progressed");
        },
        direct);
    QObject::connect(
        &session, &TrainingSession::run_ended, &session,
        [this](std::shared_ptr<const RunRecord> record) {
          records.push_back(std::move(record));
          say("ended");
        },
        direct);
  }
};

}  // namespace lossline::test
