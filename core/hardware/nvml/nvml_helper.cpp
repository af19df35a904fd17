// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_helper.h"

#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/detail/child_process.h"
#include "core/hardware/nvml/nvml_answer.h"
#include "core/hardware/nvml/nvml_merge.h"

namespace lossline {

namespace fs = std::filesystem;
using State = NvmlFacts::State;

/// The helper and what became of it.
class NvmlHelper::Process {
 public:
  Process(fs::path program, std::chrono::milliseconds silence) : program_(std::move(program)), silence_(silence) {}

  [[nodiscard]] NvmlAnswer ask(std::string_view question);
  /// Whether the last answer was that there is nothing to ask.
  [[nodiscard]] bool useless() const { return useless_; }

 private:
  static constexpr int kMostEnds = 2;

  [[nodiscard]] NvmlAnswer gave_up() const {
    NvmlAnswer answer;
    answer.state = last_end_;
    answer.detail = why_;
    return answer;
  }
  void note_end(State how, std::string why) {
    child_.end();
    ++ends_;
    last_end_ = how;
    why_ = std::move(why);
  }

  fs::path program_;
  std::chrono::milliseconds silence_;
  detail::ChildProcess child_;
  int ends_ = 0;
  State last_end_ = State::NotAsked;
  std::string why_;
  bool useless_ = false;
};

NvmlAnswer NvmlHelper::Process::ask(std::string_view question) {
  using Outcome = detail::ChildProcess::Outcome;
  useless_ = true;
  if (program_.empty() || ::access(program_.c_str(), X_OK) != 0) {
    NvmlAnswer answer;
    answer.state = State::NotAsked;
    answer.detail = "the helper program lossline-nvml is not installed";
    return answer;
  }
  std::string text;
  while (ends_ < kMostEnds) {
    if (!child_.running() && !child_.start(program_)) {
      note_end(State::NotAsked, "the helper program lossline-nvml could not be started");
      continue;
    }
    switch (child_.ask(question, silence_, kNvmlAnswerLimit, text)) {
      case Outcome::Silent:
        note_end(State::Hung, "no answer within " + integer_text(std::int64_t{silence_.count()}) + " ms");
        continue;
      case Outcome::Ended:
        note_end(State::Crashed, "the helper program ended while it asked the driver");
        continue;
      case Outcome::TooLong:
        note_end(State::Nonsense, "the answer is longer than 1 MiB");
        continue;
      case Outcome::Answered:
        break;
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
  return gave_up();
}

NvmlHelper::NvmlHelper(fs::path program, std::chrono::milliseconds silence)
    : process_(std::make_unique<Process>(std::move(program), silence)) {}

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
