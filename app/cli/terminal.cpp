// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal.h"

#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lossline {

bool stderr_redraws() {
  const char* kind = std::getenv("TERM");
  const bool dumb = kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
  return ::isatty(STDERR_FILENO) == 1 && !dumb;
}

std::size_t stderr_columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return kUsual;
  }
  return size.ws_col;
}

}  // namespace lossline
