// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cgroup_limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr std::size_t kMountinfoLimit = std::size_t{4} * 1024 * 1024;
constexpr int kMostLevels = 64;
constexpr std::string_view kVersion2;  // the name of the one hierarchy of version 2, as in proc/self/cgroup

struct Mount {
  std::string point;  ///< "/sys/fs/cgroup/cpu"
  std::string root;   ///< the group shown there: "/" or, in a container, "/docker/0a1b"
};

/// mountinfo writes blanks and backslashes of paths as three octal digits.
std::string unescaped(std::string_view text) {
  const auto octal = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && octal(i + 1) && octal(i + 2) && octal(i + 3)) {
      out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// Mounts by controller ("cpu", "cpuset"; kVersion2 for version 2), the first of each: proc_pid_mountinfo(5).
std::map<std::string, Mount, std::less<>> cgroup_mounts(const RootFiles& files) {
  std::map<std::string, Mount, std::less<>> mounts;
  const std::string all = files.text("proc/self/mountinfo", kMountinfoLimit).value_or(std::string());
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::vector<std::string_view> fields = words(next_line(rest));
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (dash - fields.begin() < 6 || fields.end() - dash < 4) {
      continue;
    }
    const Mount mount{unescaped(fields[4]), unescaped(fields[3])};
    if (dash[1] == "cgroup2") {
      mounts.emplace(kVersion2, mount);
    } else if (dash[1] == "cgroup") {
      std::string_view options = dash[3];
      while (!options.empty()) {
        const std::size_t comma = options.find(',');
        mounts.emplace(options.substr(0, comma), mount);
        options.remove_prefix(comma == std::string_view::npos ? options.size() : comma + 1);
      }
    }
  }
  // A recorded machine may lack mountinfo; these are where every distribution mounts them.
  mounts.emplace(kVersion2, Mount{"/sys/fs/cgroup", "/"});
  mounts.emplace("cpu", Mount{"/sys/fs/cgroup/cpu", "/"});
  mounts.emplace("cpuset", Mount{"/sys/fs/cgroup/cpuset", "/"});
  return mounts;
}

/// Groups of this process by controller, from "4:cpu,cpuacct:/user.slice" and "0::/user.slice".
std::map<std::string, std::string, std::less<>> own_groups(const RootFiles& files) {
  std::map<std::string, std::string, std::less<>> groups;
  const std::string all = files.text("proc/self/cgroup").value_or(std::string());
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::string_view line = trimmed(next_line(rest));
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) {
      continue;
    }
    const std::string path(line.substr(second + 1));
    std::string_view controllers = line.substr(first + 1, second - first - 1);
    do {
      const std::size_t comma = controllers.find(',');
      groups.emplace(controllers.substr(0, comma), path);
      controllers.remove_prefix(comma == std::string_view::npos ? controllers.size() : comma + 1);
    } while (!controllers.empty());
  }
  return groups;
}

/// Folders from the process's own group up to the top of the mount.
std::vector<std::string> folders_up(const Mount& mount, std::string path) {
  // A container without its own namespace reads the host's path, while its mount begins at its own group.
  if (mount.root != "/") {
    path = starts_with(path, mount.root) ? path.substr(mount.root.size()) : std::string();
  }
  if (contains(path, "..")) {
    path.clear();  // the group lies outside what this namespace shows
  }
  std::vector<std::string> folders;
  while (!path.empty() && path != "/" && folders.size() < kMostLevels) {
    folders.push_back(mount.point + "/" + path);
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
  folders.push_back(mount.point);
  return folders;
}

std::optional<int> whole_cpus(std::optional<std::int64_t> quota, std::optional<std::int64_t> period) {
  if (!quota || !period || *quota <= 0 || *period <= 0) {
    return std::nullopt;  // "max" and -1: no limit
  }
  const std::int64_t cpus = (*quota - 1) / *period + 1;
  return static_cast<int>(std::min<std::int64_t>(cpus, 65536));
}

void take_quota(CgroupLimits& limits, std::optional<int> cpus) {
  if (cpus) {
    limits.cpus = std::min(limits.cpus.value_or(*cpus), *cpus);
  }
}

void take_cpuset(CgroupLimits& limits, const std::optional<std::string>& text) {
  const std::optional<CpuSet> set = text ? parse_cpu_list(*text) : std::nullopt;
  if (set && !set->empty()) {
    limits.cpuset = limits.cpuset ? common(*limits.cpuset, *set) : *set;
  }
}

std::optional<std::int64_t> number_file(const RootFiles& files, const std::string& path) {
  const std::optional<std::string> line = files.line(path);
  return line ? parse_int64(*line) : std::nullopt;
}

}  // namespace

CgroupLimits read_cgroup_limits(const RootFiles& files) {
  CgroupLimits limits;
  const auto mounts = cgroup_mounts(files);
  const auto groups = own_groups(files);
  const auto folders = [&](std::string_view controller) {
    const auto group = groups.find(controller);
    return group == groups.end() ? std::vector<std::string>()
                                 : folders_up(mounts.find(controller)->second, group->second);
  };
  for (const std::string& folder : folders(kVersion2)) {
    const std::string line = files.line(folder + "/cpu.max").value_or(std::string());
    const std::vector<std::string_view> fields = words(line);
    if (fields.size() == 2) {
      take_quota(limits, whole_cpus(parse_int64(fields[0]), parse_int64(fields[1])));
    }
    take_cpuset(limits, files.line(folder + "/cpuset.cpus.effective"));
  }
  for (const std::string& folder : folders("cpu")) {
    take_quota(limits, whole_cpus(number_file(files, folder + "/cpu.cfs_quota_us"),
                                  number_file(files, folder + "/cpu.cfs_period_us")));
  }
  for (const std::string& folder : folders("cpuset")) {
    const std::optional<std::string> effective = files.line(folder + "/cpuset.effective_cpus");
    take_cpuset(limits, effective ? effective : files.line(folder + "/cpuset.cpus"));
  }
  return limits;
}

}  // namespace lossline
