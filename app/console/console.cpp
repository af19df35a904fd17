// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

#include "app/console/exit_code.h"
#include "app/options/arguments.h"

namespace lossline {
namespace {

/// 0, or the error number of the write that failed.
int write_all(int stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(stream, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

bool stdout_closed = false;  // as the program was started; set before there is another thread

}  // namespace

void prepare_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      // The lowest free number is given out, so this is `stream` again.
      const int opened = ::open("/dev/null", O_RDWR);
      static_cast<void>(opened);
      stdout_closed = stdout_closed || stream == STDOUT_FILENO;
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a write that fails, told like any other
}

bool print_result(std::string_view text) {
  const int error = stdout_closed && !text.empty() ? EBADF : write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) {
    return true;
  }
  say_error("the standard output can't be written: " +
            (stdout_closed ? std::string("it is closed") : std::generic_category().message(error)));
  return false;
}

void say(std::string_view text) {
  static_cast<void>(write_all(STDERR_FILENO, text));
}

void say_error(std::string_view sentence) {
  say(fault_line({"", std::string(sentence)}) + "\n");
}

int refuse(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += fault_line(fault) + "\n";
  }
  say(text);
  return kWrongUsage;
}

}  // namespace lossline
