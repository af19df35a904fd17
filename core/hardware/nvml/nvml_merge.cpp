// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_merge.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/api/number_text.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/gpu_identity.h"

namespace lossline {
namespace {

bool is_nvidia(const GpuFacts& gpu) {
  return gpu.vendor == "NVIDIA";
}

/// Which GPU of the facts each device is; a device that is none of them gets their number.
std::vector<std::size_t> places_of(const HardwareFacts& facts, const NvmlAnswer& answer) {
  const auto nvidia = std::count_if(facts.gpus.begin(), facts.gpus.end(), is_nvidia);
  std::vector<std::size_t> places;
  for (const NvmlDevice& device : answer.devices) {
    // Where there is one on either side it is the same one, whatever became of its address.
    const bool only_one = nvidia == 1 && answer.devices.size() == 1 && !device.pci_address;
    const auto found = std::find_if(facts.gpus.begin(), facts.gpus.end(), [&](const GpuFacts& gpu) {
      return (only_one && is_nvidia(gpu)) || (device.pci_address && gpu.pci_address == device.pci_address);
    });
    places.push_back(static_cast<std::size_t>(found - facts.gpus.begin()));
  }
  return places;
}

class Joined {
 public:
  Joined(HardwareFacts& facts, std::size_t index) : facts_(facts), gpu_(facts.gpus[index]) {
    path_ = "gpus[" + integer_text(static_cast<std::uint64_t>(index)) + "].";
  }
  void note(const char* fact) { facts_.sources[path_ + fact] = {"nvml", "certain"}; }
  template <typename Value>
  void set(std::optional<Value> GpuFacts::*member, const std::optional<Value>& value, const char* fact) {
    if (value) {
      gpu_.*member = value;
      note(fact);
    }
  }
  void join(const NvmlDevice& device);

 private:
  void add_peaks(const NvmlDevice& device);

  HardwareFacts& facts_;
  GpuFacts& gpu_;
  std::string path_;
};

void Joined::join(const NvmlDevice& device) {
  set(&GpuFacts::name, device.name, "name");
  set(&GpuFacts::compute_capability, device.compute_capability, "compute_capability");
  set(&GpuFacts::memory_total_bytes, device.memory_total_bytes, "memory_total_bytes");
  set(&GpuFacts::memory_free_bytes, device.memory_free_bytes, "memory_free_bytes");
  std::optional<std::string> architecture;
  if (device.compute_capability) {
    architecture = architecture_of_compute_capability(*device.compute_capability);
  }
  if (!architecture) {
    architecture = device.architecture;
  }
  set(&GpuFacts::architecture, architecture, "architecture");
  if (architecture) {
    gpu_.architecture_candidates.clear();
  }
  gpu_.memory_shared = gpu_.memory_shared || device.memory_unified;
  gpu_.mig_enabled = device.mig_enabled;
  gpu_.mig_slices = device.mig_slices;
  add_peaks(device);
}

void Joined::add_peaks(const NvmlDevice& device) {
  // Fermi's cores run at a clock of their own, which is not the graphics clock.
  const bool old = device.compute_capability && (device.compute_capability->compare(0, 2, "1.") == 0 ||
                                                 device.compute_capability->compare(0, 2, "2.") == 0);
  if (device.cuda_cores && device.max_graphics_clock_mhz && !old) {
    const double mhz = *device.max_graphics_clock_mhz;
    gpu_.peak_fp32_gflops = *device.cuda_cores * 2.0 * mhz / 1000;
    gpu_.peak_clock = PeakClock{mhz, "maximum graphics clock"};
    note("peak_fp32_gflops");
    note("peak_clock");
  }
  if (device.max_memory_clock_mhz && device.memory_bus_width_bits) {
    gpu_.peak_memory_gb_s = *device.max_memory_clock_mhz * 2 * *device.memory_bus_width_bits / 8 / 1000;
    note("peak_memory_gb_s");
  }
}

}  // namespace

std::optional<std::string> architecture_of_compute_capability(std::string_view capability) {
  // CUDA C++ Programming Guide, "Compute Capabilities"; 10.1 is what CUDA before 13 calls 11.0.
  constexpr struct {
    std::string_view capability, architecture;
  } kTable[] = {{"1.0", "Tesla"},      {"1.1", "Tesla"},      {"1.2", "Tesla"},        {"1.3", "Tesla"},
                {"2.0", "Fermi"},      {"2.1", "Fermi"},      {"3.0", "Kepler"},       {"3.2", "Kepler"},
                {"3.5", "Kepler"},     {"3.7", "Kepler"},     {"5.0", "Maxwell"},      {"5.2", "Maxwell"},
                {"5.3", "Maxwell"},    {"6.0", "Pascal"},     {"6.1", "Pascal"},       {"6.2", "Pascal"},
                {"7.0", "Volta"},      {"7.2", "Volta"},      {"7.5", "Turing"},       {"8.0", "Ampere"},
                {"8.6", "Ampere"},     {"8.7", "Ampere"},     {"8.9", "Ada Lovelace"}, {"9.0", "Hopper"},
                {"10.0", "Blackwell"}, {"10.1", "Blackwell"}, {"10.3", "Blackwell"},   {"11.0", "Blackwell"},
                {"12.0", "Blackwell"}, {"12.1", "Blackwell"}};
  for (const auto& row : kTable) {
    if (row.capability == capability) {
      return std::string(row.architecture);
    }
  }
  return std::nullopt;
}

void merge_nvml(HardwareFacts& facts, const NvmlAnswer& answer) {
  facts.nvml.state = answer.state;
  facts.nvml.detail = answer.detail;
  facts.nvml.cuda_version = answer.cuda_version;
  if (!facts.nvidia_driver_version && answer.driver_version) {
    facts.nvidia_driver_version = answer.driver_version;
    facts.sources["nvidia_driver_version"] = {"nvml", "certain"};
  }
  const std::vector<std::size_t> places = places_of(facts, answer);
  const auto nvidia = std::count_if(facts.gpus.begin(), facts.gpus.end(), is_nvidia);
  const std::size_t known = facts.gpus.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const NvmlDevice& device = answer.devices[i];
    std::size_t place = places[i];
    if (place == known) {
      if (!device.pci_address && nvidia > 0) {
        continue;  // one of those that are here already, and nothing says which
      }
      place = facts.gpus.size();
      GpuFacts gpu;
      gpu.index = static_cast<int>(place);
      gpu.vendor = "NVIDIA";
      gpu.pci_address = device.pci_address;
      facts.gpus.push_back(std::move(gpu));
      Joined(facts, place).note("vendor");
    }
    Joined(facts, place).join(device);
  }
  add_gpu_identity(facts);  // names may be other ones now
  if (facts.recorded) {
    explain_unasked_gpus(facts);
  } else {
    const CudaFacts cuda = facts.cuda;
    merge_cuda(facts, cuda);
  }
}

std::vector<GpuReading> nvml_readings(const HardwareFacts& facts, const NvmlAnswer& answer) {
  const std::vector<std::size_t> places = places_of(facts, answer);
  std::vector<GpuReading> readings;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == facts.gpus.size()) {
      continue;
    }
    const NvmlDevice& device = answer.devices[i];
    GpuReading reading;
    reading.index = facts.gpus[places[i]].index;
    reading.busy_percent = device.utilisation_percent;
    reading.memory_total_bytes = device.memory_total_bytes;
    reading.memory_free_bytes = device.memory_free_bytes;
    reading.memory_used_bytes = device.memory_used_bytes;
    reading.temperature_c = device.temperature_c;
    reading.power_w = device.power_w;
    reading.power_limit_w = device.power_limit_w;
    reading.core_clock_mhz = device.graphics_clock_mhz;
    reading.memory_clock_mhz = device.memory_clock_mhz;
    readings.push_back(reading);
  }
  return readings;
}

}  // namespace lossline
