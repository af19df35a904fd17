// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cpu_topology.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr std::string_view kCpuFolder = "sys/devices/system/cpu/";

std::string cpu_file(int cpu, std::string_view name) {
  return std::string(kCpuFolder) + "cpu" + integer_text(static_cast<std::int64_t>(cpu)) + "/" + std::string(name);
}

CpuSet list_file(const RootFiles& files, std::string_view path) {
  const std::optional<std::string> text = files.text(path);
  return text ? parse_cpu_list(*text).value_or(CpuSet{}) : CpuSet{};
}

CpuSet online_cpus(const RootFiles& files) {
  CpuSet online = list_file(files, std::string(kCpuFolder) + "online");
  if (!online.empty()) {
    return online;
  }
  for (const std::string& name : files.names(kCpuFolder)) {  // kernels without CPU hotplug
    if (starts_with(name, "cpu")) {
      const std::optional<CpuSet> number = parse_cpu_list(std::string_view(name).substr(3));
      if (number && number->size() == 1) {
        online.push_back(number->front());
      }
    }
  }
  std::sort(online.begin(), online.end());
  return online;
}

/// All cores, or none when a CPU does not tell its own: half a count would be a wrong one.
std::vector<CpuSet> cores_of(const RootFiles& files, const CpuSet& online) {
  std::vector<CpuSet> cores;
  std::set<int> placed;
  for (const int cpu : online) {
    if (placed.count(cpu) > 0) {
      continue;  // a sibling was read: half the files of a machine with SMT need no opening
    }
    CpuSet core = list_file(files, cpu_file(cpu, "topology/core_cpus_list"));
    if (core.empty()) {
      core = list_file(files, cpu_file(cpu, "topology/thread_siblings_list"));  // its name before Linux 5.3
    }
    core = common(core, online);
    const bool overlaps = std::any_of(core.begin(), core.end(), [&](int other) { return placed.count(other) > 0; });
    if (!has_cpu(core, cpu) || overlaps) {
      return {};
    }
    placed.insert(core.begin(), core.end());
    cores.push_back(std::move(core));
  }
  return cores;
}

CoreKind count_kind(std::string kind, const CpuSet& cpus, const CpuTopology& topology) {
  CoreKind out;
  out.kind = std::move(kind);
  out.threads = static_cast<int>(cpus.size());
  out.cores = static_cast<int>(std::count_if(topology.cores.begin(), topology.cores.end(),
                                             [&](const CpuSet& core) { return has_cpu(cpus, core.front()); }));
  return out;
}

bool add_intel_kinds(const RootFiles& files, CpuTopology& topology, HardwareFacts& facts) {
  const CpuSet p = common(list_file(files, "sys/devices/cpu_core/cpus"), topology.online);
  const CpuSet e = common(list_file(files, "sys/devices/cpu_atom/cpus"), topology.online);
  if (p.empty() || e.empty() || !common(p, e).empty()) {
    return false;
  }
  facts.cpu.core_kinds = {count_kind("P", p, topology), count_kind("E", e, topology)};
  facts.sources["cpu.core_kinds"] = {"sysfs", "certain"};
  topology.strongest = p;
  return true;
}

/// Capacity alone is no proof of a kind: the kernel also sets it by each core's own top clock. The part must differ
/// too.
void add_arm_kinds(const RootFiles& files, const CpuInfo& info, CpuTopology& topology, HardwareFacts& facts) {
  struct Group {
    std::int64_t capacity = 0;
    CpuSet cpus;
  };
  std::map<std::string, Group> by_part;
  std::size_t known = 0;
  for (const CpuInfoEntry& entry : info.entries) {
    if (entry.part.empty() || !has_cpu(topology.online, entry.processor)) {
      continue;
    }
    const std::optional<std::string> line = files.line(cpu_file(entry.processor, "cpu_capacity"));
    const std::optional<std::int64_t> capacity = line ? parse_int64(*line) : std::nullopt;
    if (!capacity || *capacity <= 0) {
      return;
    }
    Group& group = by_part[entry.part];
    group.capacity = std::max(group.capacity, *capacity);
    group.cpus.push_back(entry.processor);
    ++known;
  }
  if (by_part.size() < 2 || known != topology.online.size()) {
    return;
  }
  std::vector<Group> groups;
  for (auto& [part, group] : by_part) {
    std::sort(group.cpus.begin(), group.cpus.end());
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.capacity > b.capacity; });
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const char* kind = i == 0 ? "P" : i + 1 == groups.size() ? "E" : "M";
    facts.cpu.core_kinds.push_back(count_kind(kind, groups[i].cpus, topology));
  }
  facts.sources["cpu.core_kinds"] = {"sysfs", "likely"};
  topology.strongest = groups.front().cpus;
}

}  // namespace

CpuTopology read_cpu_topology(const RootFiles& files, const CpuInfo& info, HardwareFacts& facts) {
  CpuTopology topology;
  topology.online = online_cpus(files);
  topology.cores = cores_of(files, topology.online);
  const CpuCounts counts = count_cpus(info);

  if (!topology.online.empty()) {
    facts.cpu.logical_threads = static_cast<int>(topology.online.size());
    facts.sources["cpu.logical_threads"] = {"sysfs", "certain"};
  } else if (counts.logical_threads) {
    facts.cpu.logical_threads = counts.logical_threads;
    facts.sources["cpu.logical_threads"] = {"proc", "certain"};
  }
  if (!topology.cores.empty()) {
    facts.cpu.physical_cores = static_cast<int>(topology.cores.size());
    facts.sources["cpu.physical_cores"] = {"sysfs", "certain"};
  } else if (counts.physical_cores) {
    facts.cpu.physical_cores = std::min(*counts.physical_cores, *facts.cpu.logical_threads);
    facts.sources["cpu.physical_cores"] = {"proc", counts.cores_told ? "certain" : "likely"};
  }
  if (!topology.cores.empty() && !add_intel_kinds(files, topology, facts)) {
    add_arm_kinds(files, info, topology, facts);
  }
  return topology;
}

bool cpus_offline(const RootFiles& files) {
  const CpuSet present = list_file(files, std::string(kCpuFolder) + "present");
  return common(present, online_cpus(files)).size() < present.size();
}

}  // namespace lossline
