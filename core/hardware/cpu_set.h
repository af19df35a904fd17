// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lossline {

/// Numbers of logical CPUs, ascending, each once.
using CpuSet = std::vector<int>;

/// The kernel's list form: "0-3,8" (Documentation/admin-guide/cputopology). Empty text is an empty set; anything else
/// that is no such list, or a number of 65536 and above, is no set.
[[nodiscard]] std::optional<CpuSet> parse_cpu_list(std::string_view text);

[[nodiscard]] CpuSet common(const CpuSet& a, const CpuSet& b);
[[nodiscard]] bool has_cpu(const CpuSet& set, int cpu);

}  // namespace lossline
