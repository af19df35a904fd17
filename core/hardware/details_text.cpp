// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/details_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/list_text.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/gpu_page.h"

namespace lossline {
namespace {

constexpr std::string_view kUnknown = "unknown";

bool is_name_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Length of a UUID (8-4-4-4-12 hexadecimal digits) at the front of `text`; 0 when there is none.
std::size_t uuid_length(std::string_view text) {
  constexpr std::size_t kGroups[] = {8, 4, 4, 4, 12};
  std::size_t at = 0;
  for (const std::size_t group : kGroups) {
    if (at != 0) {
      if (at >= text.size() || text[at] != '-') {
        return 0;
      }
      ++at;
    }
    if (text.size() - at < group || !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                 text.begin() + static_cast<std::ptrdiff_t>(at + group), is_hex)) {
      return 0;
    }
    at += group;
  }
  return at;
}

/// Length of a home folder at the front of `text`: the given one, or any below /home; 0 when there is none.
std::size_t home_length(std::string_view text, std::string_view home) {
  const auto ends = [&](std::size_t at) { return at == text.size() || !is_name_byte(text[at]); };
  if (home.size() > 1 && starts_with(text, home) && ends(home.size())) {
    return home.size();
  }
  constexpr std::string_view kHomes = "/home";
  if (!starts_with(text, kHomes) || text.substr(kHomes.size(), 1) != "/") {
    return 0;
  }
  std::size_t at = kHomes.size() + 1;
  while (at < text.size() && is_name_byte(text[at])) {
    ++at;
  }
  return at == kHomes.size() + 1 ? 0 : at;
}

/// One line that names neither the user nor a single device.
std::string discreet(std::string_view raw, std::string_view home) {
  const std::string text = clean_text(raw);
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (const std::size_t length = home_length(rest, home); length != 0) {
      out += '~';
      rest.remove_prefix(length);
    } else if (const std::size_t uuid = uuid_length(rest); uuid != 0) {
      out += "(left out)";
      rest.remove_prefix(uuid);
    } else {
      out += rest.front();
      rest.remove_prefix(1);
    }
  }
  return out;
}

class Lines {
 public:
  explicit Lines(std::string_view home) : home_(home.substr(0, home.find_last_not_of('/') + 1)) {}
  /// An empty value is told as unknown.
  void add(std::string_view name, std::string_view value) {
    text_ += std::string(name) + ": " + (value.empty() ? std::string(kUnknown) : discreet(value, home_)) + "\n";
  }
  void add_fact(std::string_view name, const std::optional<std::string>& value) {
    add(name, value ? std::string_view(*value) : std::string_view());
  }
  void gap() { text_ += "\n"; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string_view home_;
  std::string text_;
};

std::string count_text(const std::optional<int>& count) {
  return count ? integer_text(std::int64_t{*count}) : std::string();
}

std::string mib_text(std::uint64_t bytes) {
  return integer_text(bytes >> 20U) + " MiB";
}

std::string memory_text(const std::optional<std::uint64_t>& total, const std::optional<std::uint64_t>& free,
                        const char* free_word) {
  if (!total) {
    return {};
  }
  return mib_text(*total) + (free ? ", " + mib_text(*free) + " " + free_word : "");
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

void add_cpu(const CpuFacts& cpu, Lines& lines) {
  lines.add_fact("CPU", cpu.model_name);
  lines.add_fact("CPU maker", cpu.vendor);
  lines.add_fact("CPU cores are", cpu.microarchitecture ? cpu.microarchitecture : cpu.unknown_cores);
  lines.add("Physical cores", count_text(cpu.physical_cores));
  lines.add("Logical threads", count_text(cpu.logical_threads));
  lines.add("Usable threads", count_text(cpu.usable_threads));
  for (const CoreKind& kind : cpu.core_kinds) {
    lines.add(kind.kind + " cores", integer_text(std::int64_t{kind.cores}) + " with " +
                                        integer_text(std::int64_t{kind.threads}) + " threads");
  }
  lines.add("Instructions", joined(cpu.isa));
  if (cpu.hypervisor) {
    lines.add_fact("Hypervisor", cpu.hypervisor);
  }
}

void add_gpu(const GpuFacts& gpu, Lines& lines) {
  std::vector<std::string> parts = {gpu.name.value_or("unknown GPU")};
  if (gpu.pci_id) {
    parts.push_back("PCI id " + *gpu.pci_id);
  }
  if (gpu.architecture) {
    parts.push_back(*gpu.architecture);
  }
  if (gpu.compute_capability) {
    parts.push_back("compute capability " + *gpu.compute_capability);
  }
  if (std::string memory = memory_text(gpu.memory_total_bytes, gpu.memory_free_bytes, "free"); !memory.empty()) {
    parts.push_back(std::move(memory));
  }
  parts.push_back(gpu.driver ? "driver " + *gpu.driver : "no kernel driver seen");
  if (!gpu.mig_slices.empty()) {
    parts.push_back("MIG slices " + joined(counted(gpu.mig_slices)));
  }
  const std::string name = "GPU " + integer_text(std::int64_t{gpu.index});
  lines.add(name, joined(parts));
  if (!gpu.usable && gpu.why_not) {
    lines.add(name + " is not used because", *gpu.why_not);
  }
}

std::string nvml_text(const NvmlFacts& nvml) {
  const char* state = "";
  switch (nvml.state) {
    case NvmlFacts::State::NotAsked:
      state = "not asked";
      break;
    case NvmlFacts::State::Answered:
      state = "answered";
      break;
    case NvmlFacts::State::NoLibrary:
      state = "no library";
      break;
    case NvmlFacts::State::NoDriver:
      state = "no driver loaded";
      break;
    case NvmlFacts::State::VersionMismatch:
      state = "library and driver are of different versions";
      break;
    case NvmlFacts::State::NoPermission:
      state = "no permission";
      break;
    case NvmlFacts::State::Failed:
      state = "failed";
      break;
    case NvmlFacts::State::Hung:
      state = "did not answer";
      break;
    case NvmlFacts::State::Crashed:
      state = "crashed";
      break;
    case NvmlFacts::State::Nonsense:
      state = "answered nonsense";
      break;
    case NvmlFacts::State::NoHelper:
      state = "could not be asked";
      break;
    case NvmlFacts::State::NotReadable:
      state = "the recorded answer is not known";
      break;
  }
  return std::string(state) + (nvml.detail.empty() ? "" : ": " + nvml.detail);
}

}  // namespace

std::string details_text(const HardwareFacts& facts, const ProgramDetails& program) {
  Lines lines(program.home);
  lines.add("Lossline version", program.lossline_version);
  lines.add("LibTorch version", program.torch_version);
  lines.add("Qt version", program.qt_version ? *program.qt_version : "none");
  lines.add("Compiler", program.compiler);
  lines.add("OS", program.os);
  lines.add("Libc version", program.libc_version);
  if (facts.recorded) {
    lines.add("Hardware", "a recorded machine, not this one");
  }
  lines.gap();
  add_cpu(facts.cpu, lines);
  lines.add("Memory", memory_text(facts.memory_total_bytes, facts.memory_available_bytes, "available"));
  lines.gap();
  lines.add("Is CUDA available", facts.cuda.is_available ? "yes" : "no");
  const char* no_version = facts.cuda.why_not ? "none" : "";  // without a reason nobody asked
  lines.add("CUDA used to build LibTorch", facts.cuda.built_version ? *facts.cuda.built_version : no_version);
  lines.add("cuDNN version", facts.cuda.cudnn_version ? *facts.cuda.cudnn_version : "none");
  lines.add("CUDA devices", integer_text(std::int64_t{facts.cuda.device_count}));
  if (facts.cuda.why_not) {
    lines.add("CUDA can't be used because", *facts.cuda.why_not);
  }
  lines.add("CUDA_VISIBLE_DEVICES",
            program.visible_devices ? (program.visible_devices->empty() ? "set, but empty" : *program.visible_devices)
                                    : std::string("not set"));
  lines.add("NVIDIA driver version", facts.nvidia_driver_version ? *facts.nvidia_driver_version : "none loaded");
  lines.add_fact("Newest CUDA of that driver", facts.nvml.cuda_version);
  lines.add("NVIDIA's management library", nvml_text(facts.nvml));
  if (facts.gpus.empty()) {
    lines.add("GPUs", facts.pci_unseen ? *facts.pci_unseen : "none");
  }
  for (const GpuFacts& gpu : facts.gpus) {
    add_gpu(gpu, lines);
  }
  for (const GpuObstacle& obstacle : gpu_obstacles(facts, program.visible_devices)) {
    lines.add("Obstacle", obstacle.title);
  }
  return lines.take();
}

}  // namespace lossline
