// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pci_gpus.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/pci_ids.h"
#include "core/hardware/pci_product.h"

namespace lossline {
namespace {

constexpr std::string_view kDevices = "sys/bus/pci/devices/";
constexpr std::size_t kMostGpus = 256;
constexpr std::uint32_t kDisplayClass = 0x03, kAcceleratorClass = 0x12;
constexpr std::uint16_t kAmd = 0x1002;

struct Vendor {
  std::uint16_t id;
  std::string_view name;
};
// Makers as people call them; pci.ids has their full company names.
constexpr Vendor kVendors[] = {
    {0x10de, "NVIDIA"},     {kAmd, "AMD"},         {0x1022, "AMD"},           {0x8086, "Intel"},
    {0x1af4, "VirtIO"},     {0x15ad, "VMware"},    {0x1b36, "Red Hat"},       {0x1234, "QEMU"},
    {0x80ee, "VirtualBox"}, {0x1414, "Microsoft"}, {0x5853, "Xen"},           {0x1ab8, "Parallels"},
    {0x1a03, "ASPEED"},     {0x102b, "Matrox"},    {0x1013, "Cirrus Logic"},  {0x5333, "S3"},
    {0x1039, "SiS"},        {0x1106, "VIA"},       {0x18ca, "XGI"},           {0x126f, "Silicon Motion"},
    {0x19e5, "HiSilicon"},  {0x0014, "Loongson"},  {0x1ed5, "Moore Threads"}, {0x106b, "Apple"},
    {0x1d17, "Zhaoxin"},
};

std::optional<std::string> short_vendor(std::uint16_t id) {
  for (const Vendor& vendor : kVendors) {
    if (vendor.id == id) {
      return std::string(vendor.name);
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> hex_file(const RootFiles& files, const std::string& path) {
  const std::optional<std::string> line = files.line(path);
  return line ? parse_hex(*line) : std::nullopt;
}

/// "Model: NVIDIA GeForce RTX 4090" of the driver's own page. The page also holds the UUID, which is not looked at.
std::optional<std::string> name_by_driver(const RootFiles& files, const std::string& address) {
  const std::string all = files.text("proc/driver/nvidia/gpus/" + address + "/information").value_or(std::string());
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    if (starts_with(line, "Model:")) {
      std::string name = clean_text(line.substr(6));
      return name.empty() || lower(name) == "unknown" ? std::nullopt : std::optional(std::move(name));
    }
  }
  return std::nullopt;
}

/// Addresses of all GPUs. Domains may have more than four digits, so shorter addresses come first.
std::vector<std::string> gpu_addresses(const RootFiles& files) {
  std::vector<std::string> found;
  for (const std::string& address : files.names(kDevices)) {
    const std::string folder = std::string(kDevices) + address;
    const std::optional<std::uint32_t> kind = hex_file(files, folder + "/class");
    if (!kind || *kind > 0xFFFFFF || found.size() >= kMostGpus) {
      continue;
    }
    const std::uint32_t base = *kind >> 16U;
    const bool accelerator = base == kAcceleratorClass && hex_file(files, folder + "/vendor") == kAmd;
    if (base == kDisplayClass || accelerator) {
      found.push_back(address);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  return found;
}

/// A line of a table, and the product of this revision where one line is for several.
struct Entry {
  std::string text, product;
  const char* source = "pci_id";       // of the name
  const char* text_source = "pci_id";  // of the line, which names the chip
};

/// The system's table goes first. Lossline's own speaks where that has no line, or a line without a product; and where
/// the products under one id differ by revision.
Entry entry_of(PciIds& table, std::uint16_t vendor, std::uint16_t device, std::optional<std::uint32_t> revision) {
  Entry entry;
  entry.text = table.device(vendor, device).value_or(std::string());
  if (entry.text.find('[') == std::string::npos) {
    const std::string known = known_pci_name(vendor, device).value_or(std::string());
    if (entry.text.empty() || known.find('[') != std::string::npos) {
      entry.text = known;
      entry.source = entry.text_source = "table";
    }
  }
  const std::string_view maker = vendor == kAmd ? "AMD" : "";
  const PciProduct told = read_pci_product(maker, entry.text);
  if (revision && *revision <= 0xFF && (!told.product || lists_products(*told.product))) {
    if (std::optional<std::string> one = known_pci_revision(vendor, device, static_cast<std::uint8_t>(*revision))) {
      entry.product = *one;
      entry.source = "table";
    }
  }
  return entry;
}

template <class Note>
void add_product(const Entry& entry, GpuFacts& gpu, const Note& note) {
  const std::string maker = gpu.vendor.value_or(std::string());
  const PciProduct told = read_pci_product(maker, entry.text);
  gpu.chip = told.chip;
  gpu.architecture = told.architecture;
  gpu.architecture_candidates = told.architecture_candidates;
  gpu.memory_shared = told.integrated;
  if (gpu.architecture) {
    note("architecture", entry.text_source);
  }
  if (!gpu.name) {
    const std::string product = entry.product.empty() ? told.product.value_or(entry.text) : entry.product;
    gpu.name = clean_text(with_maker(maker, product));
    note("name", entry.source);
  }
}

void add_gpu(const RootFiles& files, PciIds& table, const std::string& address, HardwareFacts& facts) {
  const std::string folder = std::string(kDevices) + address;
  GpuFacts gpu;
  gpu.index = static_cast<int>(facts.gpus.size());
  const std::string path = "gpus[" + integer_text(static_cast<std::int64_t>(gpu.index)) + "].";
  const auto note = [&](const char* fact, const char* source) { facts.sources[path + fact] = {source, "certain"}; };

  const std::optional<std::uint32_t> vendor = hex_file(files, folder + "/vendor");
  const std::optional<std::uint32_t> device = hex_file(files, folder + "/device");
  if (vendor && device && *vendor <= 0xFFFF && *device <= 0xFFFF) {
    const auto vendor_id = static_cast<std::uint16_t>(*vendor);
    const auto device_id = static_cast<std::uint16_t>(*device);
    gpu.pci_id = hex4(vendor_id) + ":" + hex4(device_id);
    note("pci_id", "sysfs");
    gpu.vendor = short_vendor(vendor_id);
    if (!gpu.vendor) {
      gpu.vendor = table.vendor(vendor_id);
    }
    if (gpu.vendor) {
      note("vendor", "pci_id");
    }
    gpu.name = name_by_driver(files, address);
    if (gpu.name) {
      note("name", "proc");
    }
    const std::optional<std::uint32_t> revision = hex_file(files, folder + "/revision");
    const Entry entry = entry_of(table, vendor_id, device_id, revision);
    if (!entry.text.empty()) {
      add_product(entry, gpu, note);
    }
  }
  gpu.pci_address = address;
  gpu.driver = files.link_name(folder + "/driver");
  if (gpu.driver) {
    note("driver", "sysfs");
  }
  facts.gpus.push_back(std::move(gpu));
}

}  // namespace

void add_pci_gpus(const RootFiles& files, HardwareFacts& facts) {
  if (const std::optional<std::string> trouble = files.folder_trouble(kDevices)) {
    const std::string folder = (files.live() ? "/" : "") + std::string(kDevices.substr(0, kDevices.size() - 1));
    facts.pci_unseen =
        "The PCI devices could not be looked at (" + folder + ": " + *trouble + "), so a GPU may be here unseen.";
  }
  PciIds table(files);
  for (const std::string& address : gpu_addresses(files)) {
    add_gpu(files, table, address, facts);
  }
  explain_unasked_gpus(facts);
}

}  // namespace lossline
