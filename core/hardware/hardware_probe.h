// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/api/hardware_facts.h"

namespace lossline {

/// Reads what the machine says of itself. Never throws, never waits for a library or a driver; a source that is
/// missing, unreadable or nonsense leaves its facts empty.
class HardwareProbe {
 public:
  virtual ~HardwareProbe() = default;

  /// Any thread, one call at a time; under 20 ms on a usual machine. Everything but `cuda` and the GPUs' `usable`,
  /// which only the training engine can tell: see merge_cuda() of gpu_advice.h. Texts are valid UTF-8 of one line.
  [[nodiscard]] virtual HardwareFacts read() = 0;
};

/// A probe of the files below `root`. "/" is this machine, and only then are live calls made (the affinity mask of this
/// process). Any other root is a recorded machine: nothing outside that folder is read, links included.
[[nodiscard]] std::unique_ptr<HardwareProbe> make_hardware_probe(const std::filesystem::path& root = "/");

}  // namespace lossline
