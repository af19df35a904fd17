// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/api/result.h"
#include "core/hardware/names/cpu_name.h"

namespace lossline {

/// A CPU as its ids and its /proc/cpuinfo show it: what `lossline-cli cpu-name` tells. Empty: not shown.
struct CpuAnswer {
  std::string model_name, vendor;
  std::string family, model, stepping;  ///< "26"; what is no number stays as the kernel prints it
  std::string implementer, part;        ///< "0x41", "0xd05 + 0xd40"
  CpuName name;
  std::optional<int> physical_cores, logical_threads;
  std::optional<std::string> hypervisor;  ///< "unknown hypervisor" where the file marks a guest: it never says whose

  /// True when nothing of a CPU was told.
  [[nodiscard]] bool empty() const;
};

/// Of the text of a /proc/cpuinfo. Any bytes will do.
[[nodiscard]] CpuAnswer answer_of_cpuinfo(std::string_view text);

/// Of "vendor,family,model,stepping,implementer,part", numbers as 26 or 0x1a, every field may be empty or left out at
/// the end. Error: the sentence names the field.
[[nodiscard]] Result<CpuAnswer> answer_of_ids(std::string_view line);

}  // namespace lossline
