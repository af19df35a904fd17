// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/api/dataset.h"
#include "core/api/hardware_facts.h"
#include "core/api/result.h"
#include "core/api/run_control.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"
#include "ui/session/doorbell.h"

namespace lossline {

class EngineRoom;

/// What moves in a run, as the window shows it.
struct LiveFigures {
  std::uint64_t epoch = 0;             ///< epochs done
  std::uint64_t epochs = 0;            ///< epochs asked for
  std::optional<double> last_loss;     ///< the newest one read back; empty before the first
  double elapsed_s = 0;                ///< training seconds, pauses left out
  std::optional<double> epochs_per_s;  ///< over about the last two seconds; of the whole run once it ended
  std::optional<double> left_s;        ///< estimate; empty while there is no rate, and once the run ended
};

/// Runs trainings for the window. Lives on the GUI thread, and so do all its functions and signals. It owns the one
/// worker thread, which does one job after another: read the hardware, open the engine, run. The worker is started by
/// the first job and joined by the destructor; it touches no QObject.
///
/// A run's losses are read where the engine writes them (LossHistory), so nothing is queued or copied while it goes on:
/// progressed() says, at most 25 times a second, that it is worth to look again.
class TrainingSession : public QObject {
  Q_OBJECT

 public:
  using EngineSource = std::function<Result<std::shared_ptr<TrainingEngine>>()>;
  using HardwareSource = std::function<HardwareFacts()>;
  using DriverSource = std::function<void(HardwareFacts&)>;

  enum class Phase {
    Idle,       ///< no run; a new one may be started
    Preparing,  ///< asked for, but the first epoch has not begun: engine, device, data, threads
    Running,
    Paused,    ///< held by pause() or step(); with step() an epoch may be under way
    Stopping,  ///< stop asked for, run_ended() is to come
  };
  Q_ENUM(Phase)

  /// The sources are called on the worker, at most once when they succeed. `ask_drivers` may be empty; it adds to the
  /// facts what takes longer to know, after they were shown without it.
  TrainingSession(EngineSource open_engine, HardwareSource read_hardware, DriverSource ask_drivers = {},
                  QObject* parent = nullptr);
  /// Stops a run that goes on and joins the worker, without signals. Waits for one batch, or for the library to be
  /// open.
  ~TrainingSession() override;

  /// Reads the machine in the background; hardware_read() follows. Once: later calls do nothing.
  void read_hardware();
  /// Opens the engine in the background; engine_opened() or engine_failed() follows. Does nothing when it is open or
  /// being opened; after a failure it tries again.
  void open_engine();

  /// Begins a run; opens the engine first where needed. Refused (nothing happens) unless phase() is Idle. The config is
  /// taken as valid; what the engine refuses comes back as a record with state Failed. With `hold_after_one_epoch` the
  /// run is Paused from its start and does one epoch.
  /// When the engine can't be opened, engine_failed() is followed by phase Idle; there is no record, so no run_ended().
  void start(const TrainConfig& config, const Dataset& dataset, bool hold_after_one_epoch = false);
  /// Holds before the next epoch. Also while Preparing: then before the first one.
  void pause();
  void resume();
  /// One more epoch, then hold. Several calls add up.
  void step();
  /// Ends within one batch; run_ended() follows. What was trained is kept.
  void stop();
  /// stop(), then waits for the run's end: run_ended() was emitted when this returns. Nothing to do when Idle.
  void stop_and_wait();

  [[nodiscard]] Phase phase() const { return phase_; }
  /// Whether a run goes on, in any phase but Idle.
  [[nodiscard]] bool busy() const { return phase_ != Phase::Idle; }
  /// Empty until read. Complete with LibTorch's view of CUDA once the engine is open.
  [[nodiscard]] const std::optional<HardwareFacts>& hardware() const { return hardware_; }
  /// Empty until the engine is open.
  [[nodiscard]] const std::optional<EngineFacts>& engine_facts() const { return engine_facts_; }
  /// Why the last try to open the engine failed; empty when there was none, or it succeeded.
  [[nodiscard]] const std::optional<Error>& engine_error() const { return engine_error_; }
  /// Seconds it took to open the engine and to ask it what it is; 0 until then.
  [[nodiscard]] double load_seconds() const { return load_seconds_; }

  /// The run that goes on or, when Idle, the last one: what it is doing and its growing history. Null while Preparing
  /// and before any run began its first epoch.
  [[nodiscard]] const RunStart* current() const { return current_ ? &*current_ : nullptr; }
  /// What the current (or last) run was asked for.
  [[nodiscard]] const TrainConfig& config() const { return config_; }
  /// Of the current run, now; of the last one when Idle.
  [[nodiscard]] LiveFigures figures() const;
  /// The last run that ended; null before, and from the start of a new one to its end.
  [[nodiscard]] std::shared_ptr<const RunRecord> record() const { return record_; }

  /// Whoever draws the live curve says what it took; the sum becomes the record's timing.chart_s. Counted from start()
  /// until run_ended(); what is painted after that is not in it.
  void add_chart_seconds(double seconds);

 Q_SIGNALS:
  void phase_changed(lossline::TrainingSession::Phase phase);
  /// hardware() is there, or is there in more detail.
  void hardware_read();
  void engine_opened();
  void engine_failed(const QString& sentence);
  /// The first epoch begins: current() is there.
  void run_started();
  /// figures() and the history moved. Right after run_started(), then at most every 40 ms, and once more after the last
  /// epoch, when the history is complete.
  void progressed();
  void run_ended(std::shared_ptr<const lossline::RunRecord> record);

 private:
  void take_answers();
  void set_phase(Phase phase);
  void emit_if_moved();
  void on_hardware(HardwareFacts facts);
  void on_engine(EngineFacts facts, HardwareFacts hardware, double seconds);
  void on_engine_failed(const Error& error);
  void on_started(std::uint64_t run, RunStart start);
  void on_ended(std::uint64_t run, std::shared_ptr<RunRecord> record);
  void on_not_run(std::uint64_t run);
  void sample_rate();

  Doorbell doorbell_;  // outlives the room, which rings it
  std::unique_ptr<EngineRoom> room_;
  bool hardware_asked_ = false;
  bool engine_asked_ = false;
  std::optional<HardwareFacts> hardware_;
  std::optional<EngineFacts> engine_facts_;
  std::optional<Error> engine_error_;
  double load_seconds_ = 0;

  Phase phase_ = Phase::Idle;
  std::uint64_t run_ = 0;  ///< number of the newest run: an answer with another number is late and dropped
  TrainConfig config_;
  std::shared_ptr<RunControl> control_;  ///< of the run that goes on; null when Idle
  std::optional<RunStart> current_;
  std::shared_ptr<const RunRecord> record_;
  double chart_seconds_ = 0;
  QTimer refresh_;
  std::uint64_t shown_epochs_ = 0;
  std::size_t shown_points_ = 0;
  struct RateSample {
    double train_seconds;
    std::uint64_t epochs;
  };
  std::deque<RateSample> rate_;
};

}  // namespace lossline
