// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace lossline::detail {

/// A program that answers lines with lines on its standard streams, in a process group of its own, so that Ctrl+C in a
/// terminal is not for it. It inherits no other descriptor, and its messages go nowhere. While it works on an answer it
/// may write empty lines: signs of life, which are no answer. One thread at a time, but for cancel().
class ChildProcess {
 public:
  enum class Outcome {
    Answered,
    Silent,   ///< not a byte for too long
    TooSlow,  ///< signs of life, but no whole answer in time
    Ended,
    TooLong,
    Cancelled
  };
  struct Limits {
    std::chrono::milliseconds silence;  ///< longest wait for the next byte
    std::chrono::milliseconds whole;    ///< longest wait for the whole line
    std::size_t longest;                ///< bytes of an answer
  };

  ChildProcess();
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] bool running() const { return pid_ > 0; }
  /// 0, or the error number of why it could not be started. Only when none is running.
  [[nodiscard]] int start(const std::filesystem::path& program);
  /// Sends a line.
  [[nodiscard]] bool tell(std::string_view line);
  /// Waits for the next line that is not empty, and puts it into `answer` without its end.
  [[nodiscard]] Outcome hear(const Limits& limits, std::string& answer);
  /// Kills it and takes its exit status, as waitpid() gives it, so that no zombie stays. Does not wait for one that the
  /// kernel can't end yet; empty then, and when none is running.
  std::optional<int> end();

  /// For good: hear() answers Cancelled at once, now and later. Any thread, at any time.
  void cancel();
  [[nodiscard]] bool cancelled() const { return cancelled_; }

 private:
  /// Waits until the channel can be read or its other end is gone; false at the deadline or when cancelled.
  [[nodiscard]] bool wait_until(std::chrono::steady_clock::time_point deadline) const;

  pid_t pid_ = -1;
  int channel_ = -1;
  std::string heard_;  // bytes behind the last line
  const int bell_;     // an eventfd, there to be polled: rung once, by cancel()
  std::atomic<bool> cancelled_ = false;
};

}  // namespace lossline::detail
