// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace lossline::detail {

/// A program that answers lines with lines on its standard streams, in a process group of its own, so that Ctrl+C in a
/// terminal is not for it. It inherits no other descriptor, and its messages go nowhere. One thread at a time.
class ChildProcess {
 public:
  enum class Outcome { Answered, Silent, Ended, TooLong };

  ChildProcess() = default;
  ~ChildProcess() { end(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] bool running() const { return pid_ > 0; }
  /// False when it could not be started. Only when none is running.
  [[nodiscard]] bool start(const std::filesystem::path& program);
  /// Sends a line and waits for one, which is put into `answer` without its end.
  [[nodiscard]] Outcome ask(std::string_view question, std::chrono::milliseconds limit, std::size_t longest,
                            std::string& answer);
  /// Kills it and takes its exit status, so that no zombie stays. Does not wait for one that the kernel can't end yet.
  void end();

 private:
  pid_t pid_ = -1;
  int channel_ = -1;
};

}  // namespace lossline::detail
