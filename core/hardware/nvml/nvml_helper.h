// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"

namespace lossline {

/// How long the helper is waited for.
struct NvmlLimits {
  std::chrono::milliseconds silence{2000};  ///< from its last byte: it gives a sign of life before each call it makes
  std::chrono::milliseconds whole{10000};   ///< for one answer, signs of life or not
};

/// Asks NVIDIA's management library through the helper program `lossline-nvml`, a process of its own, so that a driver
/// that hangs or crashes can't take this one down. The helper is started when first needed, stays for the next
/// question, and is killed after 2 s of silence; it is restarted once. After its second end, or after an answer that
/// was not whole in 10 s, nothing is asked any more, and every answer says why. Any thread; calls wait for each other.
/// The destructor ends the helper, whatever it is doing.
class NvmlHelper {
 public:
  /// `program`: the helper's file. One that is missing or can't be started is told as that: NvmlFacts' NoHelper.
  explicit NvmlHelper(std::filesystem::path program, NvmlLimits limits = {});
  ~NvmlHelper();
  NvmlHelper(const NvmlHelper&) = delete;
  NvmlHelper& operator=(const NvmlHelper&) = delete;

  /// Joins what the driver says of this machine's GPUs to its facts, by PCI address. Blocks, usually for some tens of
  /// milliseconds, 4 s where the driver is silent and 10 s where it is slow. Does nothing to a recorded machine's
  /// facts.
  void add_to(HardwareFacts& facts);

  /// What NVIDIA's GPUs do just now, by the index of `facts`. Empty when nobody answers, and at once where the library
  /// or the driver was found missing. Blocks as add_to() does.
  [[nodiscard]] std::vector<GpuReading> readings(const HardwareFacts& facts);

  /// Gives up every question that waits, and every later one: they answer at once, as not asked. For the end of the
  /// program, so that no hanging driver holds it. Any thread; does not wait.
  void cancel();

 private:
  class Process;
  std::mutex mutex_;
  std::unique_ptr<Process> process_;
};

/// Where the helper of this program lies: beside the program, else in ../lib/lossline from there. Empty where it is in
/// neither.
[[nodiscard]] std::filesystem::path nvml_helper_program();

}  // namespace lossline
