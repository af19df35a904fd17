// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_helper.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/detail/child_process.h"
#include "core/hardware/nvml/nvml_answer.h"
#include "core/hardware/nvml/nvml_merge.h"

namespace lossline {

namespace fs = std::filesystem;
using State = NvmlFacts::State;

namespace {

constexpr std::string_view kGreeting = R"({"hello":"lossline-nvml"})";
constexpr std::chrono::milliseconds kToStart(2000);
constexpr std::size_t kLongestGreeting = 256;

NvmlAnswer answer_of(State state, std::string detail) {
  NvmlAnswer answer;
  answer.state = state;
  answer.detail = clean_text(detail);
  return answer;
}

std::string number(std::int64_t value) {
  return integer_text(value);
}

/// How a program ended that was there: "with exit status 127".
std::string manner_of(const std::optional<int>& status) {
  if (status && WIFEXITED(*status)) {
    return " with exit status " + number(WEXITSTATUS(*status));
  }
  return status && WIFSIGNALED(*status) ? " by signal " + number(WTERMSIG(*status)) : std::string();
}

}  // namespace

/// The helper and what became of it.
class NvmlHelper::Process {
 public:
  Process(fs::path program, NvmlLimits limits) : program_(std::move(program)), limits_(limits) {}

  [[nodiscard]] NvmlAnswer ask(std::string_view question);
  /// Whether the last answer was that there is nothing to ask.
  [[nodiscard]] bool useless() const { return useless_; }
  void cancel() { child_.cancel(); }

 private:
  using Outcome = detail::ChildProcess::Outcome;
  static constexpr int kMostEnds = 2;

  void note_end(State how, std::string why) {
    child_.end();
    ++ends_;
    trouble_ = answer_of(how, std::move(why));
  }
  [[nodiscard]] std::string named() const { return "the helper program " + program_.string(); }
  /// Has a helper that greeted; the end is noted where there is none.
  [[nodiscard]] bool start();
  /// Notes the end of a helper that gave no answer.
  void note_outcome(Outcome outcome);

  const fs::path program_;
  const NvmlLimits limits_;
  detail::ChildProcess child_;
  int ends_ = 0;
  NvmlAnswer trouble_;  // why nothing is asked any more, once ends_ says so
  bool useless_ = false;
};

bool NvmlHelper::Process::start() {
  if (child_.running()) {
    return true;
  }
  if (const int error = child_.start(program_); error != 0) {
    note_end(State::NoHelper, named() + " can't be started: " + std::generic_category().message(error));
    return false;
  }
  // It greets before it touches the driver: what becomes of it until then is not the driver's doing.
  std::string greeting;
  switch (child_.hear({kToStart, kToStart, kLongestGreeting}, greeting)) {
    case Outcome::Cancelled:
      return false;
    case Outcome::Answered:
      if (greeting == kGreeting) {
        return true;
      }
      [[fallthrough]];
    case Outcome::TooLong:
      note_end(State::NoHelper, named() + " is not the one of this Lossline");
      return false;
    case Outcome::Ended:
      note_end(State::NoHelper, named() + " ended" + manner_of(child_.end()) + " before it could ask anything");
      return false;
    case Outcome::Silent:
    case Outcome::TooSlow:
      note_end(State::NoHelper, named() + " did not start within " + number(kToStart.count()) + " ms");
      return false;
  }
  return false;
}

void NvmlHelper::Process::note_outcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::Silent:
      note_end(State::Hung, "no answer within " + number(limits_.silence.count()) + " ms");
      break;
    case Outcome::TooSlow:
      note_end(State::Hung, "no whole answer within " + number(limits_.whole.count()) + " ms");
      ends_ = kMostEnds;  // it would take as long again
      break;
    case Outcome::Ended:
      note_end(State::Crashed, "the helper program ended" + manner_of(child_.end()) + " while it asked the driver");
      break;
    case Outcome::TooLong:
      note_end(State::Nonsense, "the answer is longer than 1 MiB");
      break;
    case Outcome::Answered:
    case Outcome::Cancelled:
      break;
  }
}

NvmlAnswer NvmlHelper::Process::ask(std::string_view question) {
  useless_ = true;
  if (program_.empty()) {
    return answer_of(State::NoHelper,
                     "the helper program lossline-nvml is neither beside this program nor in "
                     "../lib/lossline");
  }
  std::string text;
  while (ends_ < kMostEnds && !child_.cancelled()) {
    if (!start()) {
      continue;
    }
    const Outcome outcome =
        child_.tell(question) ? child_.hear({limits_.silence, limits_.whole, kNvmlAnswerLimit}, text) : Outcome::Ended;
    if (outcome != Outcome::Answered) {
      note_outcome(outcome);
      continue;
    }
    NvmlAnswer answer = parse_nvml_answer(text);
    if (answer.state == State::Nonsense) {
      note_end(State::Nonsense, answer.detail);
      continue;
    }
    useless_ = answer.state != State::Answered;
    if (useless_) {
      child_.end();  // it has nothing more to say, and may stay away until somebody asks anew
    }
    return answer;
  }
  if (child_.cancelled()) {
    child_.end();
    return answer_of(State::NotAsked, "the program is about to end");
  }
  return trouble_;
}

NvmlHelper::NvmlHelper(fs::path program, NvmlLimits limits)
    : process_(std::make_unique<Process>(std::move(program), limits)) {}

NvmlHelper::~NvmlHelper() = default;

void NvmlHelper::add_to(HardwareFacts& facts) {
  if (facts.recorded) {
    return;
  }
  const std::lock_guard lock(mutex_);
  merge_nvml(facts, process_->ask(R"({"ask":"facts"})"));
}

std::vector<GpuReading> NvmlHelper::readings(const HardwareFacts& facts) {
  const std::lock_guard lock(mutex_);
  if (facts.recorded || process_->useless()) {
    return {};
  }
  return nvml_readings(facts, process_->ask(R"({"ask":"readings"})"));
}

void NvmlHelper::cancel() {
  process_->cancel();  // without the mutex: the one who asks holds it
}

fs::path nvml_helper_program() {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {beside, beside.parent_path() / "lib" / "lossline"}) {
    const fs::path program = folder / "lossline-nvml";
    if (!beside.empty() && fs::exists(program, error)) {
      return program;
    }
  }
  return {};
}

}  // namespace lossline
