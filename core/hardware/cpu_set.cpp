// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cpu_set.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr std::uint64_t kCpuLimit = 65536;  // Linux stops at 8192

}  // namespace

std::optional<CpuSet> parse_cpu_list(std::string_view text) {
  CpuSet set;
  text = trimmed(text);
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view range = text.substr(0, comma);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    const std::size_t dash = range.find('-');
    const std::optional<std::uint64_t> first = parse_uint64(range.substr(0, dash));
    const std::optional<std::uint64_t> last =
        dash == std::string_view::npos ? first : parse_uint64(range.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= kCpuLimit || set.size() > kCpuLimit) {
      return std::nullopt;
    }
    for (std::uint64_t cpu = *first; cpu <= *last; ++cpu) {
      set.push_back(static_cast<int>(cpu));
    }
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

CpuSet common(const CpuSet& a, const CpuSet& b) {
  CpuSet out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

bool has_cpu(const CpuSet& set, int cpu) {
  return std::binary_search(set.begin(), set.end(), cpu);
}

}  // namespace lossline
