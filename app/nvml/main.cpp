// SPDX-License-Identifier: GPL-3.0-or-later
// lossline-nvml: asks NVIDIA's management library what Lossline wants to know, in a process of its own.
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

#include "app/nvml/nvml_facts.h"

namespace lossline {
namespace {

constexpr const char* kHelp =
    "Usage: lossline-nvml [facts | readings]\n"
    "What NVIDIA's driver (libnvidia-ml.so.1) says of its GPUs, as one line of JSON.\n"
    "\n"
    "  facts      everything; below a recorded machine's folder this is its nvml.json\n"
    "  readings   what moves: memory, clocks, power, temperature, utilisation\n"
    "\n"
    "Without a word it answers a line each on its input, {\"ask\":\"facts\"} or\n"
    "{\"ask\":\"readings\"}, until that ends. It greets with {\"hello\":\"lossline-nvml\"},\n"
    "and empty lines before an answer say that it still works. No serial numbers or\n"
    "UUIDs are asked for.\n"
    "  -h, --help  print this\n";

constexpr std::size_t kLongestQuestion = 256;

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(fd, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(wrote < 0 ? 0 : static_cast<std::size_t>(wrote));
  }
  return true;
}

/// A driver that hangs would keep this program after its parent is gone. PR_SET_PDEATHSIG is no help: it ends the
/// helper with the thread that started it, not with the process.
void end_with_parent() {
  std::thread([] {
    pollfd input{STDIN_FILENO, 0, 0};  // POLLHUP is told unasked
    while (::poll(&input, 1, -1) < 0 && errno == EINTR) {
    }
    constexpr int kToFinishAnAnswerMs = 2000;
    ::poll(nullptr, 0, kToFinishAnAnswerMs);
    ::_exit(1);
  }).detach();
}

std::string answer_to(std::string_view question, NvmlQuestions& nvml) {
  std::string plain;
  for (const char c : question) {
    if (c != ' ' && c != '\t' && c != '\r') {
      plain += c;
    }
  }
  if (plain == "{\"ask\":\"facts\"}") {
    return nvml.facts();
  }
  if (plain == "{\"ask\":\"readings\"}") {
    return nvml.readings();
  }
  return R"({"state":"failed","detail":"not a question this program knows"})";
}

int serve(int out) {
  end_with_parent();
  // Before anything of the driver is touched: whoever started this program then knows that it runs.
  if (!write_all(out, "{\"hello\":\"lossline-nvml\"}\n")) {
    return 1;
  }
  // A driver that takes its time is no driver that hangs: an empty line before each call says that it still works.
  NvmlQuestions nvml([out] { write_all(out, "\n"); });
  std::string waiting;
  char buffer[kLongestQuestion];
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got == 0 ? 0 : 1;
    }
    waiting.append(buffer, static_cast<std::size_t>(got));
    for (std::size_t end = waiting.find('\n'); end != std::string::npos; end = waiting.find('\n')) {
      const std::string answer = answer_to(std::string_view(waiting).substr(0, end), nvml) + "\n";
      waiting.erase(0, end + 1);
      if (!write_all(out, answer)) {
        return 1;
      }
    }
    if (waiting.size() > kLongestQuestion) {
      return 2;
    }
  }
}

int run(int count, char** words) {
  const std::string_view word = count > 1 ? words[1] : "";
  if (word == "--help" || word == "-h") {
    return write_all(STDOUT_FILENO, kHelp) ? 0 : 1;
  }
  if (count > 2 || (!word.empty() && word != "facts" && word != "readings")) {
    write_all(STDERR_FILENO, "error: lossline-nvml takes one word, facts or readings; see --help\n");
    return 2;
  }
  // The library may print; the answers must stay alone on the stream they were asked on.
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (out < 0 || nowhere < 0 || ::dup2(nowhere, STDOUT_FILENO) < 0) {
    return 1;
  }
  if (word.empty()) {
    return serve(out);
  }
  NvmlQuestions nvml([] {});
  return write_all(out, (word == "facts" ? nvml.facts() : nvml.readings()) + "\n") ? 0 : 1;
}

}  // namespace
}  // namespace lossline

int main(int count, char** words) {
  // Without the library's own end: its clean-up may hang too, and everything was written.
  ::_exit(lossline::run(count, words));
}
