// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lossline {

/// How busy each online logical CPU was between two looks at /proc/stat.
class CpuLoad {
 public:
  /// Percent, in the order of `stat`. Empty at the first look, when CPUs came or went, and when a counter went back (a
  /// guest that was moved, a clock that was set): nothing is known then.
  [[nodiscard]] std::vector<double> since_last(std::string_view stat);

 private:
  struct Ticks {
    std::uint64_t cpu = 0, idle = 0, all = 0;
  };
  std::vector<Ticks> last_;
};

}  // namespace lossline
