// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/hardware/names/gpu_name.h"

namespace lossline {

/// What one model is known for, to set names side by side. Figures of a table, each within about 5 %, not of this
/// machine: cards of one name differ in clock, power limit and cooling.
struct GpuReference {
  std::string name;                       ///< "GeForce RTX 3080 12GB": tells sizes of one name apart
  std::optional<double> memory_gb;        ///< as sold; empty when it uses the machine's memory
  bool memory_shared = false;             ///< no memory of its own
  std::optional<double> memory_gb_s;      ///< peak bandwidth by data sheet, 10^9 bytes a second
  std::optional<double> fp32_tflops;      ///< at clock_mhz, where that is told
  std::optional<double> clock_mhz;        ///< the boost clock of the card the figure is of
  std::optional<std::string> flops_note;  ///< what the figure counts beyond one operation a lane and clock
};

/// The known models that a name may mean, smallest memory first: one for "RTX 4090", two for "RTX 3080" (10 and 12 GB)
/// unless the name tells the size. Empty when the table has none: the next best is never taken instead. Any thread.
[[nodiscard]] std::vector<GpuReference> gpu_references(const GpuName& name);

/// One sentence for people: where the figures are from and how exact they are.
[[nodiscard]] std::string gpu_reference_remark();

}  // namespace lossline
