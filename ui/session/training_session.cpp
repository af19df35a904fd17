// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/training_session.h"

#include <chrono>
#include <utility>

#include "ui/session/engine_room.h"

namespace lossline {
namespace {

using namespace std::chrono_literals;

constexpr auto kRefresh = 40ms;         // 25 redraws a second
constexpr double kRateWindowS = 2.0;    // what "epochs per second" looks back on
constexpr double kShortestRateS = 0.1;  // below this the engine's clock steps are too coarse for a rate

}  // namespace

TrainingSession::TrainingSession(EngineSource open_engine, HardwareSource read_hardware, DriverSource ask_drivers,
                                 QObject* parent)
    : QObject(parent), refresh_(this) {
  EngineRoom::Listener listener;
  listener.hardware = [this](HardwareFacts facts) { on_hardware(std::move(facts)); };
  listener.engine_opened = [this](EngineFacts facts, HardwareFacts hardware, double seconds) {
    on_engine(std::move(facts), std::move(hardware), seconds);
  };
  listener.engine_failed = [this](const Error& error) { on_engine_failed(error); };
  listener.started = [this](std::uint64_t run, RunStart start) { on_started(run, std::move(start)); };
  listener.ended = [this](std::uint64_t run, std::shared_ptr<RunRecord> record) { on_ended(run, std::move(record)); };
  listener.not_run = [this](std::uint64_t run) { on_not_run(run); };
  // The worker's only touch of the window's thread. What happened lies in the room's box.
  connect(&doorbell_, &Doorbell::rung, this, &TrainingSession::take_answers);
  room_ = std::make_unique<EngineRoom>(std::move(open_engine), std::move(read_hardware), std::move(ask_drivers),
                                       std::move(listener), [this] { doorbell_.ring(); });
  refresh_.setTimerType(Qt::PreciseTimer);
  refresh_.setInterval(kRefresh);
  connect(&refresh_, &QTimer::timeout, this, &TrainingSession::emit_if_moved);
}

TrainingSession::~TrainingSession() {
  if (control_) {
    control_->request_stop();
  }
  room_.reset();
}

void TrainingSession::read_hardware() {
  if (!std::exchange(hardware_asked_, true)) {
    room_->read_hardware();
  }
}

void TrainingSession::open_engine() {
  read_hardware();
  if (!std::exchange(engine_asked_, true)) {
    room_->open_engine();
  }
}

void TrainingSession::start(const TrainConfig& config, const Dataset& dataset, bool hold_after_one_epoch) {
  if (busy()) {
    return;
  }
  EngineRoom::Request request;
  request.run = ++run_;
  request.config = config;
  request.dataset = std::make_shared<const Dataset>(dataset);
  request.control = std::make_shared<RunControl>();
  request.asked = std::chrono::steady_clock::now();
  request.asked_at = std::chrono::system_clock::now();
  if (hold_after_one_epoch) {
    request.control->step();
  }
  config_ = config;
  control_ = request.control;
  current_.reset();
  record_.reset();
  chart_seconds_ = 0;
  read_hardware();
  engine_asked_ = true;  // the run opens it where that was not done
  room_->run(std::move(request));
  set_phase(Phase::Preparing);
}

void TrainingSession::pause() {
  if (phase_ == Phase::Preparing || phase_ == Phase::Running) {
    control_->pause();
    set_phase(phase_ == Phase::Running ? Phase::Paused : phase_);
  }
}

void TrainingSession::resume() {
  if (phase_ == Phase::Preparing || phase_ == Phase::Paused) {
    control_->resume();
    set_phase(phase_ == Phase::Paused ? Phase::Running : phase_);
  }
}

void TrainingSession::step() {
  if (phase_ == Phase::Preparing || phase_ == Phase::Running || phase_ == Phase::Paused) {
    control_->step();
    set_phase(phase_ == Phase::Running ? Phase::Paused : phase_);
  }
}

void TrainingSession::stop() {
  if (busy()) {
    control_->request_stop();
    set_phase(Phase::Stopping);
  }
}

void TrainingSession::stop_and_wait() {
  stop();
  while (busy() && room_->wait_and_deliver_one()) {
  }
}

LiveFigures TrainingSession::figures() const {
  LiveFigures figures;
  figures.epochs = config_.epochs;
  if (!current_) {
    return figures;
  }
  const LossHistory& history = *current_->history;
  if (record_) {
    figures.epoch = record_->summary.epochs_done;
    figures.elapsed_s = record_->summary.train_seconds;
    figures.epochs_per_s = record_->summary.epochs_per_s;
    if (!history.empty()) {
      figures.last_loss = history.back().loss;
    }
    return figures;
  }
  const LiveProgress& progress = *current_->progress;
  figures.epoch = progress.epochs_done.load();
  figures.elapsed_s = progress.train_seconds.load();
  if (!history.empty()) {
    figures.last_loss = history.back().loss;
  }
  if (!rate_.empty()) {
    const double seconds = rate_.back().train_seconds - rate_.front().train_seconds;
    if (seconds >= kShortestRateS) {
      figures.epochs_per_s = static_cast<double>(rate_.back().epochs - rate_.front().epochs) / seconds;
    }
  }
  if (figures.epochs_per_s && *figures.epochs_per_s > 0 && figures.epochs >= figures.epoch) {
    figures.left_s = static_cast<double>(figures.epochs - figures.epoch) / *figures.epochs_per_s;
  }
  return figures;
}

void TrainingSession::add_chart_seconds(double seconds) {
  chart_seconds_ += seconds;
}

void TrainingSession::take_answers() {
  while (room_->deliver_one()) {  // one by one: a slot may run an event loop of its own, and the order stays
  }
}

void TrainingSession::set_phase(Phase phase) {
  if (phase_ != phase) {
    phase_ = phase;
    Q_EMIT phase_changed(phase);
  }
}

void TrainingSession::sample_rate() {
  const std::uint64_t epochs = current_->progress->epochs_done.load();
  if (rate_.empty() || rate_.back().epochs != epochs) {
    rate_.push_back({current_->progress->train_seconds.load(), epochs});
  }
  // The window, but never fewer than two samples: an epoch may take longer than the window.
  while (rate_.size() > 2 && rate_[1].train_seconds < rate_.back().train_seconds - kRateWindowS) {
    rate_.pop_front();
  }
}

void TrainingSession::emit_if_moved() {
  const std::uint64_t epochs = current_->progress->epochs_done.load();
  const std::size_t points = current_->history->size();
  if (epochs != shown_epochs_ || points != shown_points_) {
    shown_epochs_ = epochs;
    shown_points_ = points;
    sample_rate();
    Q_EMIT progressed();
  }
}

void TrainingSession::on_hardware(HardwareFacts facts) {
  hardware_ = std::move(facts);
  Q_EMIT hardware_read();
}

void TrainingSession::on_engine(EngineFacts facts, HardwareFacts hardware, double seconds) {
  engine_facts_ = std::move(facts);
  hardware_ = std::move(hardware);
  engine_error_.reset();
  load_seconds_ = seconds;
  Q_EMIT hardware_read();
  Q_EMIT engine_opened();
}

void TrainingSession::on_engine_failed(const Error& error) {
  engine_asked_ = false;
  engine_error_ = error;
  Q_EMIT engine_failed(QString::fromStdString(error.message));
}

void TrainingSession::on_started(std::uint64_t run, RunStart start) {
  if (run != run_ || !control_) {
    return;
  }
  current_ = std::move(start);
  shown_epochs_ = 0;
  shown_points_ = 0;
  rate_.assign(1, {0.0, 0});
  sample_rate();
  refresh_.start();
  if (phase_ == Phase::Preparing) {
    set_phase(control_->pause_requested() ? Phase::Paused : Phase::Running);
  }
  Q_EMIT run_started();
  Q_EMIT progressed();
}

void TrainingSession::on_ended(std::uint64_t run, std::shared_ptr<RunRecord> record) {
  if (run != run_ || !control_) {
    return;
  }
  refresh_.stop();
  control_.reset();
  record_ = record;
  if (current_) {
    Q_EMIT progressed();
  }
  record->timing.chart_s = chart_seconds_;
  set_phase(Phase::Idle);
  Q_EMIT run_ended(record);
}

void TrainingSession::on_not_run(std::uint64_t run) {
  if (run != run_ || !control_) {
    return;
  }
  control_.reset();
  set_phase(Phase::Idle);
}

}  // namespace lossline
