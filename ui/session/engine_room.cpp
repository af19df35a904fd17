// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_room.h"

#include <string>
#include <utility>

#include <QtGlobal>

#include "core/api/utc_text.h"
#include "core/hardware/gpu_advice.h"
#include "core/report/complete_record.h"

namespace lossline {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;

double seconds_since(steady_clock::time_point begin) {
  return duration<double>(steady_clock::now() - begin).count();
}

Error internal_error(const std::string& doing, const std::string& what) {
  return {ErrorCode::Internal, "An internal error of Lossline " + doing + ": " + what + ". Please report it."};
}

}  // namespace

/// Passes the engine's word that the first epoch begins on to the owner.
class EngineRoom::Watch : public RunObserver {
 public:
  Watch(EngineRoom& room, std::uint64_t run) : room_(room), run_(run) {}
  void on_start(const RunStart& start) override {
    room_.thread_.answer([&listener = room_.listener_, run = run_, start] { listener.started(run, start); });
  }

 private:
  EngineRoom& room_;
  const std::uint64_t run_;
};

EngineRoom::EngineRoom(EngineSource open, HardwareSource probe, DriverSource ask_drivers, Listener listener,
                       std::function<void()> wake)
    : open_(std::move(open)),
      probe_(std::move(probe)),
      ask_drivers_(std::move(ask_drivers)),
      listener_(std::move(listener)),
      thread_(std::move(wake)) {}

EngineRoom::~EngineRoom() {
  thread_.finish([this] { engine_.reset(); });  // a device's context belongs to the thread that used it
}

void EngineRoom::read_hardware() {
  const auto read = [this] {
    hardware_ = probe_();
    thread_.answer([this, facts = hardware_] { listener_.hardware(facts); });
  };
  const auto ask = [this] {
    if (ask_drivers_ && !hardware_.recorded && !thread_.finishing()) {
      ask_drivers_(hardware_);
      thread_.answer([this, facts = hardware_] { listener_.hardware(facts); });
    }
  };
  // A machine that can't be read is one of which nothing is known; training does not depend on it.
  thread_.post(read, [this](const std::string&) { thread_.answer([this] { listener_.hardware({}); }); });
  thread_.post(ask, [](const std::string&) {});
}

void EngineRoom::open_engine() {
  thread_.post([this] { (void)need_engine(); },
               [this](const std::string& what) {
                 tell_engine_failed(internal_error("kept the training engine from being opened", what));
               });
}

void EngineRoom::run(Request request) {
  const auto asked = std::make_shared<const Request>(std::move(request));
  thread_.post([this, asked] { do_run(*asked); },
               [this, asked](const std::string& what) {
                 auto record = std::make_shared<RunRecord>();
                 record->state = RunState::Failed;
                 record->config = asked->config;
                 record->error = internal_error("ended this run", what);
                 record->runtime_s = seconds_since(asked->asked);
                 end_run(*asked, record);
               });
}

bool EngineRoom::need_engine() {
  if (engine_) {
    return true;
  }
  const auto begin = steady_clock::now();
  auto opened = open_();
  if (!opened.ok()) {
    tell_engine_failed(opened.error());
    return false;
  }
  const EngineFacts facts = opened.value()->facts();
  engine_ = std::move(opened).value();
  merge_cuda(hardware_, facts.cuda);
  thread_.answer([this, facts, hardware = hardware_, seconds = seconds_since(begin)] {
    listener_.engine_opened(facts, hardware, seconds);
  });
  return true;
}

void EngineRoom::do_run(const Request& request) {
  if (thread_.finishing()) {
    return;
  }
  if (!need_engine()) {
    thread_.answer([this, run = request.run] { listener_.not_run(run); });
    return;
  }
  if (thread_.finishing()) {  // opening took a while
    return;
  }
  const double waited = seconds_since(request.asked);
  Watch watch(*this, request.run);
  auto record = std::make_shared<RunRecord>(engine_->run(request.config, *request.dataset, *request.control, watch));
  record->runtime_s += waited;
  record->timing.warmup_s += waited;
  merge_cuda(hardware_, record->hardware.cuda);  // newer than what was known when the engine was opened
  end_run(request, record);
}

void EngineRoom::end_run(const Request& request, const std::shared_ptr<RunRecord>& record) {
  record->started_at = utc_text(request.asked_at);
  complete_record(*record, hardware_, ProgramFacts{std::string(qVersion())});
  thread_.answer([this, run = request.run, record] { listener_.ended(run, record); });
}

void EngineRoom::tell_engine_failed(Error error) {
  thread_.answer([this, told = std::move(error)] { listener_.engine_failed(told); });
}

bool EngineRoom::deliver_one() {
  const auto answer = thread_.take();
  if (answer) {
    (*answer)();
  }
  return answer.has_value();
}

bool EngineRoom::wait_and_deliver_one() {
  const auto answer = thread_.wait();
  if (answer) {
    (*answer)();
  }
  return answer.has_value();
}

}  // namespace lossline
