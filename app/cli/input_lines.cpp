// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input_lines.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "app/console/console.h"

namespace lossline {
namespace {

constexpr std::size_t kMostBytes = 1U << 16U;

std::string_view without_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

bool for_each_input_line(const std::function<bool(std::string_view)>& take) {
  std::vector<char> buffer(kMostBytes);
  std::string begun;  // a line whose end has not come yet
  bool open = false;
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      say_error("the standard input can't be read: " + std::generic_category().message(errno));
      return false;
    }
    if (got == 0) {
      break;
    }
    std::string_view rest(buffer.data(), static_cast<std::size_t>(got));
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      const std::string_view piece = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (end != std::string_view::npos && !open) {
        if (!take(without_return(piece))) {
          return true;
        }
        continue;
      }
      begun += piece.substr(0, kMostBytes - std::min(kMostBytes, begun.size()));
      open = end == std::string_view::npos;
      if (!open) {
        if (!take(without_return(begun))) {
          return true;
        }
        begun.clear();
      }
    }
  }
  if (open) {
    take(without_return(begun));
  }
  return true;
}

}  // namespace lossline
