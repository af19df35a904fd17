// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// One line of a comparison: what is compared, and what either name says of it; "–" where it says nothing.
struct ComparisonRow {
  std::string what, first, second;
  [[nodiscard]] bool differs() const { return first != second; }
};

/// Two GPUs side by side, as far as their names and data sheets go.
struct GpuComparison {
  std::vector<ComparisonRow> rows;
  std::string order;                               ///< a sentence on which stands higher, or why names don't tell
  bool first_known = false, second_known = false;  ///< whether the name is a GPU's at all
};

/// Reads both names. Any bytes; linear in their length. Texts are valid UTF-8 of one line.
[[nodiscard]] GpuComparison compare_gpu_names(std::string_view first, std::string_view second);

}  // namespace lossline
