// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/usable_threads.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <sched.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hardware/cgroup_limits.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

/// The mask of this process; empty when the kernel won't say.
CpuSet live_affinity() {
  constexpr std::size_t kMostSets = 64;  // 64 × 1024 CPUs
  for (std::size_t sets = 1; sets <= kMostSets; sets *= 2) {
    std::vector<cpu_set_t> mask(sets);
    const std::size_t bytes = sets * sizeof(cpu_set_t);
    if (::sched_getaffinity(0, bytes, mask.data()) != 0) {
      if (errno == EINVAL) {
        continue;  // the kernel's mask is longer than ours
      }
      return {};
    }
    CpuSet set;
    for (std::size_t cpu = 0; cpu < bytes * 8; ++cpu) {
      if (CPU_ISSET_S(cpu, bytes, mask.data())) {
        set.push_back(static_cast<int>(cpu));
      }
    }
    return set;
  }
  return {};
}

CpuSet recorded_affinity(const RootFiles& files) {
  const std::string all = files.text("proc/self/status").value_or(std::string());
  constexpr std::string_view kKey = "Cpus_allowed_list:";
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    if (starts_with(line, kKey)) {
      return parse_cpu_list(line.substr(kKey.size())).value_or(CpuSet{});
    }
  }
  return {};
}

/// Leaves `set` as it is when nothing would remain: two sources that exclude each other tell nothing.
bool narrow(CpuSet& set, const CpuSet& by) {
  CpuSet both = set.empty() ? by : common(set, by);
  if (by.empty() || both.empty() || both == set) {
    return false;
  }
  set = std::move(both);
  return true;
}

}  // namespace

void add_usable_threads(const RootFiles& files, const CpuSet& online, HardwareFacts& facts) {
  std::string source = "sysfs";
  CpuSet cpus = online;
  const CpuSet affinity = files.live() ? live_affinity() : recorded_affinity(files);
  if (!affinity.empty()) {
    source = "proc";
    narrow(cpus, affinity);
  }
  const CgroupLimits limits = read_cgroup_limits(files);
  if (limits.cpuset && narrow(cpus, *limits.cpuset)) {
    source = "sysfs";
  }
  int usable = static_cast<int>(cpus.size());
  if (usable == 0) {
    usable = facts.cpu.logical_threads.value_or(0);
    source = "proc";
  }
  if (usable == 0) {
    return;  // a quota alone is an upper bound, not a count
  }
  if (limits.cpus && *limits.cpus < usable) {
    usable = *limits.cpus;
    source = "sysfs";
  }
  facts.cpu.usable_threads = usable;
  facts.sources["cpu.usable_threads"] = {source, "certain"};
}

}  // namespace lossline
