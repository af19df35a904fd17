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

/// Asks NVIDIA's management library through the helper program `lossline-nvml`, a process of its own, so that a driver
/// that hangs or crashes can't take this one down. The helper is started when first needed, stays for the next
/// question, and is killed after 2 s of silence; it is restarted once. After its second end nothing is asked any more,
/// and every answer says why. Any thread; calls wait for each other. The destructor ends the helper, whatever it is
/// doing.
class NvmlHelper {
 public:
  /// `program`: the helper's file. A missing one counts as NotAsked. `silence`: how long an answer is waited for.
  explicit NvmlHelper(std::filesystem::path program, std::chrono::milliseconds silence = std::chrono::seconds(2));
  ~NvmlHelper();
  NvmlHelper(const NvmlHelper&) = delete;
  NvmlHelper& operator=(const NvmlHelper&) = delete;

  /// Joins what the driver says of this machine's GPUs to its facts, by PCI address. Blocks, usually for some tens of
  /// milliseconds and at most 4 s. Does nothing to a recorded machine's facts.
  void add_to(HardwareFacts& facts);

  /// What NVIDIA's GPUs do just now, by the index of `facts`. Empty when nobody answers, and at once where the library
  /// or the driver was found missing. Blocks as add_to() does.
  [[nodiscard]] std::vector<GpuReading> readings(const HardwareFacts& facts);

 private:
  class Process;
  std::mutex mutex_;
  std::unique_ptr<Process> process_;
};

/// Where the helper of this program lies: beside the program, else in ../lib/lossline from there. Empty where it is in
/// neither.
[[nodiscard]] std::filesystem::path nvml_helper_program();

}  // namespace lossline
