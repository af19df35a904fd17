// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/live/cpu_load.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

// user nice system idle iowait irq softirq steal; what follows is contained in user and nice (proc(5)).
constexpr std::size_t kFields = 8, kIdle = 3, kWaiting = 4;
constexpr std::size_t kMostCpus = 65536;

}  // namespace

std::vector<double> CpuLoad::since_last(std::string_view stat) {
  std::vector<Ticks> now;
  while (!stat.empty() && now.size() < kMostCpus) {
    const std::vector<std::string_view> fields = words(next_line(stat));
    if (fields.empty() || !starts_with(fields[0], "cpu")) {
      break;  // the CPUs come first
    }
    const std::optional<std::uint64_t> cpu = parse_uint64(fields[0].substr(3));
    if (!cpu) {
      continue;  // the sum of all
    }
    Ticks ticks;
    ticks.cpu = *cpu;
    for (std::size_t i = 0; i < kFields && i + 1 < fields.size(); ++i) {
      const std::uint64_t value = parse_uint64(fields[i + 1]).value_or(0);
      ticks.all += value;
      ticks.idle += i == kIdle || i == kWaiting ? value : 0;
    }
    now.push_back(ticks);
  }
  const std::vector<Ticks> before = std::exchange(last_, now);
  std::vector<double> busy;
  for (std::size_t i = 0; i < now.size() && now.size() == before.size(); ++i) {
    if (now[i].cpu != before[i].cpu || now[i].all < before[i].all || now[i].idle < before[i].idle) {
      return {};
    }
    const std::uint64_t all = now[i].all - before[i].all, idle = now[i].idle - before[i].idle;
    if (idle > all) {
      return {};
    }
    busy.push_back(all == 0 ? 0 : 100.0 * static_cast<double>(all - idle) / static_cast<double>(all));
  }
  return busy;
}

}  // namespace lossline
