// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hardware/recorded_root.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/hardware/hardware_probe.h"

namespace lossline::test {
namespace {

// Lines of pci.ids (the PCI ID Project, BSD-3-Clause or GPL-2.0-or-later).
constexpr std::string_view kPciIds =
    "#\n#\tList of PCI ID's\n#\n"
    "1002  Advanced Micro Devices, Inc. [AMD/ATI]\n"
    "\t744c  Navi 31 [Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M]\n"
    "\t\t1002 0e3b  RX 7900 GRE [XFX]\n"
    "10de  NVIDIA Corporation\n"
    "\t2520  GA106M [GeForce RTX 3060 Mobile / Max-Q]\n"
    "# a remark between devices\n"
    "\t2684  AD102 [GeForce RTX 4090]\n"
    "\t\t1028 4089  a board whose line is no device\n"
    "\t2705  AD103 [GeForce RTX 4070 Ti SUPER]\n"
    "110a  Siemens AG\n"
    "\t2684  not a GPU of NVIDIA\n"
    "8086  Intel Corporation\n"
    "\t46a6  Alder Lake-P GT2 [Iris Xe Graphics]\n"
    "9999  Strange Video\x07  Works\xff\n"
    "C 03  Display controller\n";

}  // namespace

HardwareFacts RecordedRoot::read() const {
  return make_hardware_probe(path())->read();
}

RecordedRoot& RecordedRoot::file(std::string_view path, std::string_view text) {
  const std::filesystem::path place = folder_.path() / path;
  std::filesystem::create_directories(place.parent_path());
  std::ofstream(place, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
  return *this;
}

RecordedRoot& RecordedRoot::folder(std::string_view path) {
  std::filesystem::create_directories(folder_.path() / path);
  return *this;
}

RecordedRoot& RecordedRoot::link(std::string_view path, std::string_view target) {
  const std::filesystem::path place = folder_.path() / path;
  std::filesystem::create_directories(place.parent_path());
  std::filesystem::create_symlink(target, place);
  return *this;
}

RecordedRoot& RecordedRoot::cpuinfo(std::string_view name) {
  return file("proc/cpuinfo", recorded_cpuinfo(name));
}

RecordedRoot& RecordedRoot::online(std::string_view list) {
  return file("sys/devices/system/cpu/online", std::string(list) + "\n");
}

RecordedRoot& RecordedRoot::core(int cpu, std::string_view siblings) {
  return file("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/core_cpus_list",
              std::string(siblings) + "\n");
}

RecordedRoot& RecordedRoot::cache(int cpu, int index, std::string_view level, std::string_view type,
                                  std::string_view size) {
  const std::string folder =
      "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
  return file(folder + "level", std::string(level) + "\n")
      .file(folder + "type", std::string(type) + "\n")
      .file(folder + "size", std::string(size) + "\n");
}

RecordedRoot& RecordedRoot::pci(std::string_view address, std::string_view kind, std::string_view vendor,
                                std::string_view device, std::string_view driver) {
  const std::string name(address);
  const std::string folder = "sys/devices/pci0000:00/" + name + "/";
  file(folder + "class", std::string(kind) + "\n");
  file(folder + "vendor", std::string(vendor) + "\n");
  file(folder + "device", std::string(device) + "\n");
  if (!driver.empty()) {
    link(folder + "driver", "../../../bus/pci/drivers/" + std::string(driver));
  }
  return link("sys/bus/pci/devices/" + name, "../../../devices/pci0000:00/" + name);
}

RecordedRoot& RecordedRoot::pci_ids() {
  return file("usr/share/misc/pci.ids", kPciIds);
}

RecordedRoot& RecordedRoot::memory(std::string_view total_kb, std::string_view available_kb) {
  return file("proc/meminfo", "MemTotal:       " + std::string(total_kb) + " kB\nMemFree:          123456 kB\n" +
                                  "MemAvailable:   " + std::string(available_kb) + " kB\n");
}

std::string recorded_cpuinfo(std::string_view name) {
  const std::filesystem::path path = std::filesystem::path(LOSSLINE_TEST_DATA) / "cpuinfo" / name;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("no test file " + path.string());
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lossline::test
