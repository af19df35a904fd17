// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/memory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

std::optional<std::uint64_t> kilobytes(const std::vector<std::string_view>& fields) {
  if (fields.size() < 3 || fields[2] != "kB") {  // cut short: a number without its end would be a wrong one
    return std::nullopt;
  }
  const std::optional<std::uint64_t> number = parse_uint64(fields[1]);
  if (!number || *number == 0 || *number > UINT64_MAX / 1024) {
    return std::nullopt;
  }
  return *number * 1024;
}

}  // namespace

void add_memory(const RootFiles& files, HardwareFacts& facts) {
  const std::string all = files.text("proc/meminfo").value_or(std::string());
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::vector<std::string_view> fields = words(next_line(rest));
    if (fields.empty()) {
      continue;
    }
    if (fields[0] == "MemTotal:") {
      facts.memory_total_bytes = kilobytes(fields);
    } else if (fields[0] == "MemAvailable:") {
      facts.memory_available_bytes = kilobytes(fields);
    }
  }
  if (facts.memory_total_bytes) {
    facts.sources["memory_total_bytes"] = {"proc", "certain"};
  }
}

}  // namespace lossline
