// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/proc_cpuinfo.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/id_number.h"

namespace lossline {
namespace {

constexpr std::size_t kFileLimit = std::size_t{16} * 1024 * 1024;  // 8192 CPUs at 2 KB
constexpr std::size_t kMostEntries = 65536;
constexpr std::size_t kMostParts = 16;
constexpr std::size_t kMostOfLine = std::size_t{16} * 1024;  // the longest real flags have 2 KB

std::optional<int> small_number(std::string_view value) {
  const std::optional<std::int64_t> number = parse_int64(value);
  return number && *number >= 0 && *number < 1'000'000 ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

/// "0xd08", or nothing: what is shown as an id must be one.
std::string hex_id(std::string_view value) {
  const bool good = value.size() > 2 && value.size() <= 10 && starts_with(value, "0x") &&
                    value.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
  return good ? lower(value) : std::string();
}

std::vector<std::string> sorted_words(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view word : words(text)) {
    out.push_back(lower(word));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

class Parser {
 public:
  CpuInfo parse(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = next_line(text);
      const std::size_t colon = line.find(':');
      if (colon != std::string_view::npos && colon < 64) {
        take(lower(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1, kMostOfLine)));
      }
    }
    // ARM kernels without SMP print one CPU and give it no number.
    in_entry_ = in_entry_ || (info_.entries.empty() && !info_.implementer.empty());
    finish_entry();
    info_.parts_hidden = !info_.arm_parts.empty() && parts_hidden();
    return std::move(info_);
  }

 private:
  void take(const std::string& key, std::string_view value) {
    if (key == "processor") {
      const std::optional<int> number = small_number(value);
      if (number) {
        begin_entry(*number);
      } else if (!value.empty() && std::string_view("-+0123456789").find(value.front()) == std::string_view::npos) {
        first(info_.model_name, value);  // old ARM kernels: "Processor : AArch64 Processor rev 4 (aarch64)"
      }
    } else if (key == "model name" || (key == "cpu" && info_.model_name.empty())) {
      first(info_.model_name, value);
    } else if (key == "vendor_id") {
      first(info_.vendor_id, value);
    } else if (key == "cpu family") {
      first(info_.family, value);
    } else if (key == "model") {
      first(info_.model, value);
    } else if (key == "stepping") {
      first(info_.stepping, value);
    } else if (key == "cpu number") {
      if (const std::optional<int> number = small_number(value)) {
        begin_entry(*number);  // s390
      }
    } else if (key == "# processors") {
      info_.cpus_said = small_number(value);
    } else if (key == "uarch") {
      first(info_.uarch, value);
    } else if (key == "mvendorid") {
      first(info_.mvendorid, lower(value));
    } else if (key == "marchid") {
      first(info_.marchid, lower(value));
    } else if (key == "flags" || key == "features") {
      take_flags(value);
    } else if (key == "isa") {
      first(info_.riscv_isa, lower(value));
    } else if (key == "cpu implementer" || key == "cpu part") {
      take_arm(key == "cpu part", hex_id(value));
    } else if (key == "cpu variant") {
      variant_ = id_number(value);
    } else if (starts_with(key, "processor ")) {
      take_s390(value);
    } else {
      take_topology(key, value);
    }
  }

  void take_topology(const std::string& key, std::string_view value) {
    if (key == "physical id" || key == "package") {
      entry_.physical_id = small_number(value);
    } else if (key == "core id" || key == "core") {
      entry_.core_id = small_number(value);
    } else if (key == "siblings") {
      entry_.siblings = small_number(value);
    } else if (key == "cpu cores") {
      entry_.cpu_cores = small_number(value);
    }
  }

  void take_arm(bool is_part, const std::string& id) {
    if (id.empty()) {
      return;
    }
    if (!is_part) {
      implementer_ = id;
      first(info_.implementer, id);
      return;
    }
    std::vector<std::string>& parts = info_.parts;
    if (parts.size() < kMostParts && std::find(parts.begin(), parts.end(), id) == parts.end()) {
      parts.push_back(id);
    }
    part_ = id;
  }

  /// s390: "processor 0: version = FF, identification = 0133E8, machine = 2964"
  void take_s390(std::string_view value) {
    constexpr std::string_view kMachine = "machine = ";
    const std::size_t at = value.find(kMachine);
    if (at != std::string_view::npos) {
      first(info_.machine, value.substr(at + kMachine.size(), 4));
    }
  }

  /// Each kind of core once. A kind may hide behind a CPU that is offline or tells no part.
  void add_part() {
    if (part_.empty()) {
      return;
    }
    const auto same = [&](const CpuPart& known) {
      return known.implementer == implementer_ && known.part == part_ && known.variant == variant_;
    };
    std::vector<CpuPart>& parts = info_.arm_parts;
    if (parts.size() < kMostParts && std::none_of(parts.begin(), parts.end(), same)) {
      parts.push_back({implementer_, part_, variant_});
    }
  }

  [[nodiscard]] bool parts_hidden() const {
    int last = -1;
    for (const CpuInfoEntry& entry : info_.entries) {
      if (entry.part.empty()) {
        return true;
      }
      last = std::max(last, entry.processor);
    }
    return last + 1 != static_cast<int>(info_.entries.size());
  }

  void take_flags(std::string_view value) {
    if (value == last_flags_) {
      return;  // as for the CPU before: parsing hundreds of equal lines would take milliseconds
    }
    last_flags_ = std::string(value);
    std::vector<std::string> flags = sorted_words(value);
    if (!flags_seen_) {
      info_.flags = std::move(flags);
      flags_seen_ = true;
      return;
    }
    std::vector<std::string> both;
    std::set_intersection(info_.flags.begin(), info_.flags.end(), flags.begin(), flags.end(), std::back_inserter(both));
    info_.flags = std::move(both);
  }

  void begin_entry(int number) {
    finish_entry();
    in_entry_ = info_.entries.size() < kMostEntries;
    entry_.processor = number;
  }

  void finish_entry() {
    if (in_entry_) {
      if (!part_.empty()) {
        entry_.part = implementer_ + "/" + part_;
        add_part();
      }
      info_.entries.push_back(entry_);
    }
    entry_ = {};
    part_.clear();
    variant_.reset();
  }

  static void first(std::string& field, std::string_view value) {
    if (field.empty()) {
      field = clean_text(value);
    }
  }

  CpuInfo info_;
  CpuInfoEntry entry_;
  std::string implementer_, part_, last_flags_;
  std::optional<int> variant_;
  bool in_entry_ = false, flags_seen_ = false;
};

struct Maker {
  std::string_view id, name;
};
// vendor_id strings: arch/x86/kernel/cpu of Linux.
constexpr Maker kX86Makers[] = {
    {"GenuineIntel", "Intel"}, {"AuthenticAMD", "AMD"},       {"HygonGenuine", "Hygon"}, {"CentaurHauls", "Centaur"},
    {"Shanghai", "Zhaoxin"},   {"GenuineTMx86", "Transmeta"}, {"CyrixInstead", "Cyrix"}, {"IBM/S390", "IBM"},
};
// Implementers of MIDR_EL1: arch/arm64/include/asm/cputype.h of Linux and Arm's register reference.
constexpr Maker kArmMakers[] = {
    {"0x41", "ARM"},       {"0x42", "Broadcom"},  {"0x43", "Cavium"},    {"0x44", "DEC"},    {"0x46", "Fujitsu"},
    {"0x48", "HiSilicon"}, {"0x49", "Infineon"},  {"0x4d", "Freescale"}, {"0x4e", "NVIDIA"}, {"0x50", "APM"},
    {"0x51", "Qualcomm"},  {"0x53", "Samsung"},   {"0x56", "Marvell"},   {"0x61", "Apple"},  {"0x66", "Faraday"},
    {"0x69", "Intel"},     {"0x6d", "Microsoft"}, {"0x70", "Phytium"},   {"0xc0", "Ampere"},
};
constexpr Maker kRiscvMakers[] = {{"sifive", "SiFive"}, {"spacemit", "SpacemiT"}, {"thead", "T-Head"}};

template <std::size_t N>
std::optional<std::string> find_maker(const Maker (&makers)[N], std::string_view id) {
  for (const Maker& maker : makers) {
    if (maker.id == id) {
      return std::string(maker.name);
    }
  }
  return std::nullopt;
}

}  // namespace

CpuInfo parse_cpuinfo(std::string_view text) {
  return Parser().parse(text);
}

CpuInfo read_cpuinfo(const RootFiles& files) {
  return parse_cpuinfo(files.text("proc/cpuinfo", kFileLimit).value_or(std::string()));
}

bool has_flag(const CpuInfo& info, std::string_view flag) {
  return std::binary_search(info.flags.begin(), info.flags.end(), flag);
}

namespace {

/// What the blocks say together, before it is weighed.
struct Tally {
  std::map<int, CpuInfoEntry> packages;  // one entry of each
  std::set<std::pair<int, int>> cores;
  std::int64_t cores_said = 0, threads_said = 0;  // of all packages together
  bool all_say_cores = true, any_package_named = false;
};

Tally tally_of(const CpuInfo& info) {
  Tally tally;
  for (const CpuInfoEntry& entry : info.entries) {
    const int package = entry.physical_id.value_or(0);
    tally.packages.emplace(package, entry);
    tally.any_package_named = tally.any_package_named || entry.physical_id.has_value();
    if (entry.core_id) {
      tally.cores.emplace(package, *entry.core_id);
    }
  }
  for (const auto& [package, entry] : tally.packages) {
    tally.all_say_cores = tally.all_say_cores && entry.cpu_cores.value_or(0) > 0;
    tally.cores_said += entry.cpu_cores.value_or(0);
    tally.threads_said += entry.siblings.value_or(0);
  }
  // Guests that name no packages may have several of them, each with the siblings it says.
  const auto entries = static_cast<std::int64_t>(info.entries.size());
  if (!tally.any_package_named && tally.threads_said > 0 && entries > tally.threads_said) {
    tally.cores_said *= (entries + tally.threads_said - 1) / tally.threads_said;
  }
  return tally;
}

}  // namespace

CpuCounts count_cpus(const CpuInfo& info) {
  CpuCounts counts;
  if (info.entries.empty()) {
    if (info.cpus_said) {
      counts.logical_threads = info.cpus_said;
    }
    return counts;
  }
  const Tally tally = tally_of(info);
  const int entries = static_cast<int>(info.entries.size());
  counts.logical_threads =
      static_cast<int>(std::max<std::int64_t>(entries, std::min<std::int64_t>(tally.threads_said, kMostEntries)));
  const bool x86 = !info.vendor_id.empty();
  if (tally.all_say_cores) {
    counts.physical_cores = static_cast<int>(std::min<std::int64_t>(tally.cores_said, *counts.logical_threads));
    counts.cores_told = true;
  } else if (!tally.cores.empty()) {
    counts.physical_cores = static_cast<int>(tally.cores.size());
    counts.cores_told = true;
  } else if (tally.any_package_named && tally.threads_said > static_cast<std::int64_t>(tally.packages.size())) {
    // Kernels that count siblings and no cores are older than the first CPU with two cores.
    counts.physical_cores = static_cast<int>(tally.packages.size());
  } else if (x86 || !info.implementer.empty()) {
    counts.physical_cores = entries;  // x86 kernels leave the ids out only where each CPU is one core with one thread
    counts.cores_told = x86;
  }
  return counts;
}

std::optional<std::string> cpu_vendor(const CpuInfo& info) {
  if (!info.vendor_id.empty()) {
    const std::optional<std::string> known = find_maker(kX86Makers, info.vendor_id);
    return known ? known : info.vendor_id;
  }
  if (!info.implementer.empty()) {
    return find_maker(kArmMakers, info.implementer);
  }
  if (!info.uarch.empty()) {
    return find_maker(kRiscvMakers, info.uarch.substr(0, info.uarch.find(',')));
  }
  if (starts_with(info.model_name, "POWER")) {
    return "IBM";
  }
  if (starts_with(info.model_name, "Loongson")) {
    return "Loongson";
  }
  if (starts_with(info.model_name, "Spacemit")) {
    return "SpacemiT";
  }
  return std::nullopt;
}

std::optional<std::string> cpu_display_name(const CpuInfo& info) {
  if (!info.model_name.empty()) {
    return info.model_name;
  }
  if (!info.implementer.empty()) {
    std::string name = "ARM CPU (implementer " + info.implementer;
    for (std::size_t i = 0; i < info.parts.size(); ++i) {
      name += (i > 0 ? " + " : info.parts.size() > 1 ? ", parts " : ", part ") + info.parts[i];
    }
    return name + ")";
  }
  if (!info.uarch.empty()) {
    return "RISC-V CPU (" + info.uarch + ")";
  }
  return std::nullopt;
}

void add_cpu_name(const CpuInfo& info, HardwareFacts& facts) {
  facts.cpu.model_name = cpu_display_name(info);
  if (facts.cpu.model_name) {
    facts.sources["cpu.model_name"] = {"proc", "certain"};
  }
  facts.cpu.vendor = cpu_vendor(info);
  if (facts.cpu.vendor) {
    facts.sources["cpu.vendor"] = {"proc", "certain"};
  }
}

}  // namespace lossline
