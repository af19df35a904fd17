// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_sysfs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/pci_ids.h"

namespace lossline {
namespace {

// Beyond these a figure is a fault of the driver or of the file.
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 44U;  // 16 TiB
constexpr double kColdest = -50, kHottest = 200, kMostWatts = 5000, kMostMhz = 20000;

std::string folder_of(const GpuFacts& gpu) {
  return "sys/bus/pci/devices/" + *gpu.pci_address + "/";
}

std::optional<double> number_in(const RootFiles& files, const std::string& path) {
  const std::optional<std::string> line = files.line(path);
  const std::optional<std::int64_t> value = line ? parse_int64(*line) : std::nullopt;
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> within(std::optional<double> value, double lowest, double highest) {
  return value && *value >= lowest && *value <= highest ? value : std::nullopt;
}

std::optional<double> scaled(std::optional<double> value, double factor) {
  return value ? std::optional(*value * factor) : std::nullopt;
}

std::optional<std::uint64_t> bytes_in(const RootFiles& files, const std::string& path) {
  const std::optional<std::string> line = files.line(path);
  const std::optional<std::uint64_t> value = line ? parse_uint64(*line) : std::nullopt;
  return value && *value <= kMostMemory ? value : std::nullopt;
}

/// "1: 2304Mhz *": the line with the star is the current one.
std::optional<double> current_level(const RootFiles& files, const std::string& path) {
  const std::optional<std::string> text = files.text(path);
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  while (!rest.empty()) {
    const std::string_view line = trimmed(next_line(rest));
    const std::size_t colon = line.find(':');
    const std::size_t unit = lower(line).find("mhz");
    if (line.empty() || line.back() != '*' || colon == std::string_view::npos || unit == std::string::npos ||
        unit <= colon) {
      continue;
    }
    return within(parse_double(trimmed(line.substr(colon + 1, unit - colon - 1))), 0, kMostMhz);
  }
  return std::nullopt;
}

/// First folder below `folder` whose name begins so, with a slash at its end; empty when there is none.
std::string first_folder(const RootFiles& files, const std::string& folder, std::string_view start) {
  for (const std::string& name : files.names(folder)) {
    if (starts_with(name, start) && name.find('-') == std::string::npos) {
      return folder + name + "/";
    }
  }
  return {};
}

void read_hwmon(const RootFiles& files, const std::string& folder, GpuReading& out) {
  const std::string hwmon = first_folder(files, folder + "hwmon/", "hwmon");
  if (hwmon.empty()) {
    return;
  }
  const auto celsius = [&](const char* file) {
    return within(scaled(number_in(files, hwmon + file), 1e-3), kColdest, kHottest);
  };
  const auto watts = [&](const char* file) {
    return within(scaled(number_in(files, hwmon + file), 1e-6), 0, kMostWatts);
  };
  out.temperature_c = celsius("temp1_input");
  if (!out.temperature_c) {
    out.temperature_c = celsius("temp2_input");  // xe numbers its package so
  }
  out.power_w = watts("power1_average");
  if (!out.power_w) {
    out.power_w = watts("power1_input");  // newer AMD chips
  }
  out.power_limit_w = watts("power1_cap");
  if (!out.power_limit_w) {
    out.power_limit_w = watts("power1_max");  // Intel's name for it
  }
  if (out.power_limit_w && *out.power_limit_w <= 0) {
    out.power_limit_w.reset();  // Intel: no limit is set
  }
}

void read_memory(std::optional<std::uint64_t> total, std::optional<std::uint64_t> used, GpuReading& out) {
  if (!total || *total == 0) {
    return;
  }
  out.memory_total_bytes = total;
  if (used && *used <= *total) {
    out.memory_used_bytes = used;
    out.memory_free_bytes = *total - *used;
  }
}

void read_amd(const RootFiles& files, const std::string& folder, bool shared, GpuReading& out) {
  out.busy_percent = within(number_in(files, folder + "gpu_busy_percent"), 0, 100);
  out.core_clock_mhz = current_level(files, folder + "pp_dpm_sclk");
  out.memory_clock_mhz = current_level(files, folder + "pp_dpm_mclk");
  if (!shared) {  // of a processor's graphics this is only the part the firmware set aside
    read_memory(bytes_in(files, folder + "mem_info_vram_total"), bytes_in(files, folder + "mem_info_vram_used"), out);
  }
}

void read_intel(const RootFiles& files, const std::string& folder, bool shared, GpuReading& out) {
  const std::string card = first_folder(files, folder + "drm/", "card");
  if (!card.empty()) {
    out.core_clock_mhz = within(number_in(files, card + "gt_cur_freq_mhz"), 0, kMostMhz);
  }
  if (!out.core_clock_mhz) {
    out.core_clock_mhz = within(number_in(files, folder + "tile0/gt0/freq0/cur_freq"), 0, kMostMhz);
  }
  if (shared) {
    return;
  }
  // Not every kernel has these: the first is i915's, the second xe's.
  std::optional<std::uint64_t> total, used;
  if (!card.empty()) {
    total = bytes_in(files, card + "lmem_total_bytes");
    const std::optional<std::uint64_t> free = bytes_in(files, card + "lmem_avail_bytes");
    if (total && free && *free <= *total) {
      used = *total - *free;
    }
  }
  if (!total) {
    total = bytes_in(files, folder + "tile0/physical_vram_size_bytes");
  }
  read_memory(total, used, out);
}

/// A figure of kfd's page of properties: "simd_count 192".
std::optional<std::uint64_t> property(std::string_view page, std::string_view name) {
  while (!page.empty()) {
    const std::string_view line = trimmed(next_line(page));
    if (starts_with(line, name) && line.size() > name.size() && line[name.size()] == ' ') {
      return parse_uint64(trimmed(line.substr(name.size())));
    }
  }
  return std::nullopt;
}

/// "0000:03:00.0" as kfd writes it: the domain, and bus, device and function in one number.
struct Location {
  std::uint64_t domain = 0, id = 0;
};

std::optional<Location> location_of(std::string_view address) {
  const std::size_t first = address.find(':');
  const std::size_t second = address.find(':', first + 1);
  const std::size_t dot = address.find('.');
  if (first == std::string_view::npos || second == std::string_view::npos || dot == std::string_view::npos ||
      dot < second) {
    return std::nullopt;
  }
  const auto hex = [&](std::size_t from, std::size_t to) {
    return parse_hex("0x" + std::string(address.substr(from, to - from)));
  };
  const auto domain = hex(0, first), bus = hex(first + 1, second), device = hex(second + 1, dot),
             function = hex(dot + 1, address.size());
  if (!domain || !bus || !device || !function || *bus > 0xFF || *device > 0x1F || *function > 7) {
    return std::nullopt;
  }
  return Location{*domain, (std::uint64_t{*bus} << 8U) | (*device << 3U) | *function};
}

/// Compute units × 64 lanes × 2 (multiply and add) × clock.
void add_amd_peak(const RootFiles& files, GpuFacts& gpu, const std::string& path, HardwareFacts& facts) {
  constexpr std::string_view kNodes = "sys/class/kfd/kfd/topology/nodes/";
  const std::optional<Location> place = location_of(*gpu.pci_address);
  if (!place) {
    return;
  }
  for (const std::string& node : files.names(kNodes)) {
    const std::string page = files.text(std::string(kNodes) + node + "/properties").value_or(std::string());
    if (property(page, "location_id") != place->id || property(page, "domain").value_or(0) != place->domain) {
      continue;
    }
    const std::uint64_t simds = property(page, "simd_count").value_or(0);
    const std::uint64_t per_unit = property(page, "simd_per_cu").value_or(0);
    const std::uint64_t mhz = property(page, "max_engine_clk_fcompute").value_or(0);
    const bool sane = per_unit >= 1 && per_unit <= 16 && simds % per_unit == 0 && simds >= per_unit && simds <= 8192 &&
                      mhz >= 100 && mhz <= static_cast<std::uint64_t>(kMostMhz);
    if (!sane) {
      return;  // the processor's own node has none
    }
    const double units = static_cast<double>(simds / per_unit);
    gpu.peak_clock = PeakClock{static_cast<double>(mhz), "maximum engine clock"};
    gpu.peak_fp32_gflops = units * 64 * 2 * gpu.peak_clock->mhz / 1000;
    facts.sources[path + "peak_fp32_gflops"] = {"sysfs", "certain"};
    facts.sources[path + "peak_clock"] = {"sysfs", "certain"};
    return;
  }
}

bool has_sysfs(const GpuFacts& gpu) {
  return gpu.pci_address && gpu.driver && (gpu.driver == "amdgpu" || gpu.driver == "i915" || gpu.driver == "xe");
}

}  // namespace

GpuReading read_gpu_sysfs(const RootFiles& files, const GpuFacts& gpu) {
  GpuReading reading;
  reading.index = gpu.index;
  if (!has_sysfs(gpu)) {
    return reading;
  }
  const std::string folder = folder_of(gpu);
  if (gpu.driver == "amdgpu") {
    read_amd(files, folder, gpu.memory_shared, reading);
  } else {
    read_intel(files, folder, gpu.memory_shared, reading);
  }
  read_hwmon(files, folder, reading);
  return reading;
}

void add_gpu_sysfs(const RootFiles& files, HardwareFacts& facts) {
  for (GpuFacts& gpu : facts.gpus) {
    if (!has_sysfs(gpu)) {
      continue;
    }
    const std::string path = "gpus[" + integer_text(static_cast<std::int64_t>(gpu.index)) + "].";
    const GpuReading reading = read_gpu_sysfs(files, gpu);
    if (reading.memory_total_bytes) {
      gpu.memory_total_bytes = reading.memory_total_bytes;
      facts.sources[path + "memory_total_bytes"] = {"sysfs", "certain"};
    }
    if (reading.memory_free_bytes) {
      gpu.memory_free_bytes = reading.memory_free_bytes;
      facts.sources[path + "memory_free_bytes"] = {"sysfs", "certain"};
    }
    if (gpu.driver == "amdgpu") {
      add_amd_peak(files, gpu, path, facts);
    }
  }
}

}  // namespace lossline
