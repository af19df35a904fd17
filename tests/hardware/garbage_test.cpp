// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/hardware/clean_text.h"
#include "core/hardware/os_info.h"
#include "tests/hardware/recorded_machines.h"

namespace lossline {
namespace {

using test::RecordedRoot;

/// Every file that the probe looks at.
const std::vector<std::string>& all_files() {
  static const std::vector<std::string> files = {
      "proc/cpuinfo",
      "proc/meminfo",
      "proc/self/status",
      "proc/self/cgroup",
      "proc/self/mountinfo",
      "proc/driver/nvidia/version",
      "proc/driver/nvidia/gpus/0000:01:00.0/information",
      "proc/device-tree/compatible",
      "proc/sys/kernel/osrelease",
      "sys/module/nvidia/version",
      "sys/hypervisor/type",
      "sys/class/dmi/id/sys_vendor",
      "sys/class/dmi/id/product_name",
      "sys/devices/system/clocksource/clocksource0/available_clocksource",
      "sys/devices/system/cpu/online",
      "sys/devices/system/cpu/cpu0/topology/core_cpus_list",
      "sys/devices/system/cpu/cpu0/cpu_capacity",
      "sys/devices/system/cpu/cpu0/cache/index0/level",
      "sys/devices/system/cpu/cpu0/cache/index0/type",
      "sys/devices/system/cpu/cpu0/cache/index0/size",
      "sys/devices/cpu_core/cpus",
      "sys/devices/cpu_atom/cpus",
      "sys/fs/cgroup/cpu.max",
      "sys/fs/cgroup/cpuset.cpus.effective",
      "sys/bus/pci/devices/0000:01:00.0/class",
      "sys/bus/pci/devices/0000:01:00.0/vendor",
      "sys/bus/pci/devices/0000:01:00.0/device",
      "usr/share/misc/pci.ids",
      "etc/os-release",
  };
  return files;
}

/// What must hold of any answer: counts that make sense, texts fit to show.
void expect_sane(const HardwareFacts& facts, const std::string& what) {
  const auto fit = [&](const std::optional<std::string>& text) {
    EXPECT_TRUE(!text || (!text->empty() && clean_text(*text) == *text)) << what << ": " << *text;
  };
  fit(facts.cpu.model_name);
  fit(facts.cpu.vendor);
  fit(facts.cpu.hypervisor);
  fit(facts.nvidia_driver_version);
  for (const GpuFacts& gpu : facts.gpus) {
    fit(gpu.name);
    fit(gpu.vendor);
    fit(gpu.driver);
    fit(gpu.pci_id);
    EXPECT_FALSE(gpu.usable);
  }
  const int threads = facts.cpu.logical_threads.value_or(1 << 20);
  for (const std::optional<int>& count :
       {facts.cpu.logical_threads, facts.cpu.physical_cores, facts.cpu.usable_threads}) {
    EXPECT_TRUE(!count || (*count >= 1 && *count <= threads)) << what << ": " << count.value_or(0);
  }
}

TEST(Garbage, RandomBytesInEveryFile) {
  std::mt19937 random(20240607);  // NOLINT(cert-msc51-cpp): the same bytes each time
  RecordedRoot root;
  for (int round = 0; round < 10; ++round) {
    for (const std::string& file : all_files()) {
      std::string bytes(random() % 5000, '\0');
      std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random() & 0xFFU); });
      root.file(file, bytes);
    }
    expect_sane(root.read(), "round " + std::to_string(round));
    EXPECT_FALSE(os_name(root.path()).empty());
  }
}

TEST(Garbage, WordsOfTheRightKindInTheWrongPlaces) {
  const std::vector<std::string> scraps = {
      "processor", ":",         "0",        "-1",        "0-3",      ",",       "\n",   "0x030000",
      "0x10de",    "max",       "100000",   "4096K",     "Unified",  "flags",   "avx2", "physical id",
      "core id",   "cpu cores", "siblings", "MemTotal:", "kB",       "cgroup2", " - ",  "/",
      "..",        "0::/",      "\t",       "10de  ",    "\t2684  ", "99999",   "\xFF", "vendor_id"};
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp)
  RecordedRoot root;
  for (int round = 0; round < 20; ++round) {
    for (const std::string& file : all_files()) {
      std::string text;
      for (std::size_t i = random() % 200; i > 0; --i) {
        text += scraps[random() % scraps.size()];
      }
      root.file(file, text);
    }
    expect_sane(root.read(), "round " + std::to_string(round));
  }
}

TEST(Garbage, EveryTruncationOfAMachine) {
  const std::string cpuinfo = test::recorded_cpuinfo("kvm_two_vcpus.txt");
  RecordedRoot root;
  for (std::size_t length = 0; length < cpuinfo.size(); length += 11) {
    root.file("proc/cpuinfo", std::string_view(cpuinfo).substr(0, length));
    expect_sane(root.read(), "cut at " + std::to_string(length));
  }
}

TEST(Garbage, FoldersWhereFilesShouldBe) {
  RecordedRoot root;
  for (const std::string& file : all_files()) {
    root.folder(file);
  }
  const HardwareFacts facts = root.read();
  for (const auto& [path, source] : facts.sources) {  // a folder cpu0 does tell of one CPU
    EXPECT_TRUE(path == "cpu.logical_threads" || path == "cpu.usable_threads") << path;
  }
  EXPECT_TRUE(facts.gpus.empty());
}

TEST(Garbage, FilesWhereFoldersShouldBe) {
  RecordedRoot root;
  for (const char* place : {"proc", "sys", "usr", "etc"}) {
    root.file(place, "no folder");
  }
  EXPECT_TRUE(root.read().sources.empty());
}

TEST(Garbage, ALineOfTenMegabytes) {
  std::string words;
  while (words.size() < 10'000'000) {
    words += "avx2 0-3, 10de  x:";
  }
  for (const std::string file :  // those that are read whole, and one that is read as a line
       {"proc/cpuinfo", "proc/meminfo", "proc/self/mountinfo", "sys/devices/system/cpu/online",
        "usr/share/misc/pci.ids", "sys/class/dmi/id/sys_vendor"}) {
    RecordedRoot root;
    test::one_core_vm(root);
    test::one_nvidia(root);
    std::filesystem::remove_all(root.path() / file);
    root.file(file, file == "proc/cpuinfo" ? "processor : 0\nvendor_id : GenuineIntel\nflags : " + words : words);
    expect_sane(root.read(), file);
  }
}

}  // namespace
}  // namespace lossline
