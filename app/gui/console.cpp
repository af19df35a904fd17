// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/console.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include "app/options/arguments.h"

namespace lossline {
namespace {

bool write_all(int stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(stream, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

void prepare_console() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      const int opened = ::open("/dev/null", O_RDWR);  // gets the lowest free number: `stream` again
      static_cast<void>(opened);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails, told like any other
}

void tell_error(std::string_view sentence) {
  write_stderr(fault_line({"", std::string(sentence)}) + "\n");
}

void write_stderr(std::string_view text) {
  static_cast<void>(write_all(STDERR_FILENO, text));  // nobody is left to tell
}

bool write_stdout(std::string_view text) {
  return write_all(STDOUT_FILENO, text);
}

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidConfig:
      return kWindowUsage;
    case ErrorCode::DeviceUnavailable:
      return kWindowNoDevice;
    case ErrorCode::Engine:
    case ErrorCode::Io:
    case ErrorCode::Format:
      return kWindowRunFailed;
    case ErrorCode::Internal:
      break;
  }
  return kWindowBug;
}

int exit_code_of(const RunRecord& record) {
  switch (record.state) {
    case RunState::Finished:
      return kWindowDone;
    case RunState::Stopped:
      return kWindowSignalled + SIGINT;
    case RunState::Diverged:
      return kWindowRunFailed;
    case RunState::Failed:
      break;
  }
  return exit_code_of(record.error ? record.error->code : ErrorCode::Internal);
}

}  // namespace lossline
