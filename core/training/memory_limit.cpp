// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/memory_limit.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/api/number_text.h"

namespace lossline {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> first_number(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  if (!(in >> word)) {
    return std::nullopt;
  }
  return parse_uint64(word);  // "max" in a control group: no limit
}

// The number after `key` in a file of "key number" lines.
std::optional<std::uint64_t> number_after(const fs::path& file, std::string_view key) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word;
    std::string number;
    if (words >> word >> number && word == key) {
      return parse_uint64(number);
    }
  }
  return std::nullopt;
}

struct GroupFiles {
  const char* limit;
  const char* used;
  const char* reclaimable;  // key in memory.stat: file pages the kernel drops before it ends anyone
};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};

std::optional<std::uint64_t> left_in_group(const fs::path& folder, const GroupFiles& files) {
  const auto limit = first_number(folder / files.limit);
  const auto used = first_number(folder / files.used);
  if (!limit || !used) {
    return std::nullopt;
  }
  const std::uint64_t droppable = number_after(folder / "memory.stat", files.reclaimable).value_or(0);
  const std::uint64_t held = *used - std::min(*used, droppable);
  return *limit - std::min(*limit, held);
}

void take_less(std::optional<std::uint64_t>& least, std::optional<std::uint64_t> other) {
  if (other && (!least || *other < *least)) {
    least = other;
  }
}

// Every group above the process's own limits it too. Inside a container the path may not exist below the mount: then
// the mount itself is the container's group.
void take_groups(std::optional<std::uint64_t>& least, const fs::path& mount, const std::string& group,
                 const GroupFiles& files) {
  fs::path folder = fs::path(group).relative_path();
  while (!folder.empty()) {
    take_less(least, left_in_group(mount / folder, files));
    folder = folder.parent_path();
  }
  take_less(least, left_in_group(mount, files));
}

}  // namespace

MemoryNeed memory_need(const MlpSpec& spec, const TrainConfig& config, std::uint64_t batch_rows) {
  const int state = config.optimizer == OptimizerKind::Sgd ? (config.momentum > 0 ? 1 : 0) : 2;
  MemoryNeed need;
  constexpr double kFloat = 4;
  // Weights, gradients, the optimizer's own, and one layer-sized scratch or the copy for the result.
  need.weights = static_cast<double>(spec.parameters()) * kFloat * (3 + state);
  double width = static_cast<double>(spec.inputs);
  for (const LayerInfo& layer : spec.layers()) {
    width += static_cast<double>(layer.out);
  }
  need.activations = static_cast<double>(batch_rows) * width * kFloat;
  return need;
}

std::optional<std::uint64_t> available_memory(const fs::path& root) {
  std::optional<std::uint64_t> least;
  if (const auto kib = number_after(root / "proc/meminfo", "MemAvailable:")) {
    least = *kib * 1024;
  }
  std::ifstream groups(root / "proc/self/cgroup");
  std::string line;
  while (std::getline(groups, line)) {  // "0::/path" or "5:memory:/path"
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      take_groups(least, root / "sys/fs/cgroup", group, kVersion2);
    } else if (controllers.find(",memory,") != std::string::npos) {
      take_groups(least, root / "sys/fs/cgroup/memory", group, kVersion1);
    }
  }
  return least;
}

std::optional<Error> memory_refusal(const MemoryNeed& need, std::optional<std::uint64_t> available,
                                    const std::string& where) {
  if (!available || need.total() <= static_cast<double>(*available)) {
    return std::nullopt;
  }
  const bool batch = need.activations > need.weights;
  return Error{ErrorCode::DeviceUnavailable,
               "not enough memory: this network needs about " + bytes_text(need.total()) + " to train and " + where +
                   " has " + bytes_text(static_cast<double>(*available)) + " free; " +
                   (batch ? "use a smaller --batch-size or smaller --hidden layers" : "use smaller --hidden layers")};
}

std::string bytes_text(double bytes) {
  static constexpr std::array<std::string_view, 6> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return (unit == 0 ? fixed(bytes, 0) : significant(bytes, 3)) + " " + std::string(kUnits[unit]);
}

}  // namespace lossline
