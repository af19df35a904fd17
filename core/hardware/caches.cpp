// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/caches.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

/// "48K", "32768K", "8M" in bytes.
std::optional<std::uint64_t> size_of(std::string_view text) {
  std::uint64_t unit = 1;
  if (!text.empty() && (text.back() == 'K' || text.back() == 'M' || text.back() == 'G')) {
    unit = text.back() == 'K' ? 1024U : text.back() == 'M' ? 1024U * 1024U : 1024U * 1024U * 1024U;
    text.remove_suffix(1);
  }
  const std::optional<std::uint64_t> number = parse_uint64(text);
  if (!number || *number == 0 || *number > UINT64_MAX / unit) {
    return std::nullopt;
  }
  return *number * unit;
}

std::optional<std::string> cache_name(std::string_view level, std::string_view type) {
  if (level.size() != 1 || level[0] < '1' || level[0] > '9') {
    return std::nullopt;
  }
  const std::string name = "L" + std::string(level);
  if (type == "Unified") {
    return name;
  }
  return type == "Data" ? std::optional(name + "d") : type == "Instruction" ? std::optional(name + "i") : std::nullopt;
}

}  // namespace

void add_caches(const RootFiles& files, const CpuTopology& topology, HardwareFacts& facts) {
  const CpuSet& cpus = topology.strongest.empty() ? topology.online : topology.strongest;
  const std::int64_t cpu = cpus.empty() ? 0 : cpus.front();
  const std::string folder = "sys/devices/system/cpu/cpu" + integer_text(cpu) + "/cache";
  for (const std::string& index : files.names(folder)) {
    if (!starts_with(index, "index")) {
      continue;
    }
    const auto field = [&](std::string_view name) {
      return files.line(folder + "/" + index + "/" + std::string(name)).value_or(std::string());
    };
    const std::optional<std::string> name = cache_name(field("level"), field("type"));
    const std::optional<std::uint64_t> bytes = size_of(field("size"));
    if (name && bytes) {
      std::uint64_t& kept = facts.cpu.caches_bytes[*name];
      kept = std::max(kept, *bytes);
    }
  }
  if (!facts.cpu.caches_bytes.empty()) {
    facts.sources["cpu.caches"] = {"sysfs", "certain"};
  }
}

}  // namespace lossline
