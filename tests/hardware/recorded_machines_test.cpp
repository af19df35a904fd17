// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hardware/recorded_machines.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using test::RecordedRoot;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::vector<std::string> kinds_of(const HardwareFacts& facts) {
  std::vector<std::string> out;
  for (const CoreKind& kind : facts.cpu.core_kinds) {
    out.push_back(kind.kind + " " + std::to_string(kind.cores) + "/" + std::to_string(kind.threads));
  }
  return out;
}

std::string source_of(const HardwareFacts& facts, const std::string& path) {
  const auto found = facts.sources.find(path);
  return found == facts.sources.end() ? "none" : found->second.source + " " + found->second.confidence;
}

TEST(RecordedMachine, OneCoreVm) {
  RecordedRoot root;
  test::one_core_vm(root);
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.model_name, "Intel Core Processor (Skylake, IBRS)");
  EXPECT_EQ(facts.cpu.vendor, "Intel");
  EXPECT_EQ(facts.cpu.microarchitecture, "Skylake");
  EXPECT_EQ(source_of(facts, "cpu.microarchitecture"), "table likely") << "a guest's ids are what the host says";
  EXPECT_EQ(facts.cpu.physical_cores, 1);
  EXPECT_EQ(facts.cpu.logical_threads, 1);
  EXPECT_EQ(facts.cpu.usable_threads, 1);
  EXPECT_THAT(facts.cpu.isa, ElementsAre("SSE4.2", "AVX", "AVX2", "FMA"));
  EXPECT_EQ(facts.cpu.hypervisor, "KVM");
  EXPECT_EQ(facts.memory_total_bytes, 2027008ULL * 1024);
  EXPECT_EQ(facts.memory_available_bytes, 1500000ULL * 1024);
  EXPECT_THAT(facts.cpu.caches_bytes, IsEmpty());
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].vendor, "VirtIO");
  EXPECT_EQ(facts.gpus[0].name, std::nullopt) << "there is no pci.ids on this machine";
}

TEST(RecordedMachine, TwoSocketServerWithSmt) {
  RecordedRoot root;
  test::two_socket_server(root);
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.physical_cores, 16);
  EXPECT_EQ(facts.cpu.logical_threads, 32);
  EXPECT_EQ(facts.cpu.usable_threads, 32);
  EXPECT_EQ(facts.cpu.hypervisor, std::nullopt);
  EXPECT_THAT(facts.cpu.caches_bytes, UnorderedElementsAre(Pair("L1d", 32U << 10U), Pair("L1i", 32U << 10U),
                                                           Pair("L2", 1U << 20U), Pair("L3", 11U << 20U)));
  EXPECT_THAT(kinds_of(facts), IsEmpty());
  ASSERT_EQ(facts.gpus.size(), 1U) << "the board's own, not the ISA bridge";
  EXPECT_EQ(facts.gpus[0].vendor, "ASPEED");
}

TEST(RecordedMachine, HybridLaptop) {
  RecordedRoot root;
  test::hybrid_laptop(root);
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.model_name, "12th Gen Intel(R) Core(TM) i5-1235U");
  EXPECT_EQ(facts.cpu.microarchitecture, "Golden Cove + Gracemont");
  EXPECT_EQ(facts.cpu.marketing_generation, "12th Gen Core");
  EXPECT_EQ(source_of(facts, "cpu.microarchitecture"), "table certain");
  EXPECT_EQ(source_of(facts, "cpu.marketing_generation"), "name certain");
  EXPECT_EQ(facts.cpu.physical_cores, 6);
  EXPECT_EQ(facts.cpu.logical_threads, 8);
  EXPECT_THAT(kinds_of(facts), ElementsAre("P 2/4", "E 4/4"));
  EXPECT_EQ(facts.cpu.caches_bytes.at("L1d"), 48U << 10U) << "the P core's";
  EXPECT_EQ(facts.cpu.caches_bytes.at("L2"), 1280U << 10U);
  EXPECT_EQ(facts.gpus.at(0).name, "Intel Iris Xe Graphics");
}

TEST(RecordedMachine, ArmBigLittle) {
  RecordedRoot root;
  test::big_little_phone(root);
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.vendor, "Qualcomm");
  EXPECT_EQ(facts.cpu.physical_cores, 8);
  EXPECT_THAT(kinds_of(facts), ElementsAre("P 4/4", "E 4/4"));
  EXPECT_EQ(source_of(facts, "cpu.core_kinds"), "sysfs likely");
  EXPECT_THAT(facts.cpu.caches_bytes, UnorderedElementsAre(Pair("L1d", 64U << 10U), Pair("L2", 2U << 20U)));
  EXPECT_THAT(facts.gpus, IsEmpty());
}

TEST(RecordedMachine, ArmWithAClusterOfflineIsOnlyLikelyAllOfOneKind) {
  RecordedRoot root;
  root.file("proc/cpuinfo", "processor: 0\nCPU implementer: 0x41\nCPU part: 0xd03\n").online("0");
  root.file("sys/devices/system/cpu/present", "0\n");
  EXPECT_EQ(source_of(root.read(), "cpu.microarchitecture"), "table certain");
  root.file("sys/devices/system/cpu/present", "0-7\n");
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.microarchitecture, "Cortex-A53");
  EXPECT_EQ(source_of(facts, "cpu.microarchitecture"), "table likely");
}

TEST(RecordedMachine, Gb10) {
  RecordedRoot root;
  test::gb10(root);
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.physical_cores, 20);
  EXPECT_THAT(kinds_of(facts), ElementsAre("P 10/10", "E 10/10"));
}

TEST(RecordedMachine, CapacityAloneMakesNoKind) {
  RecordedRoot root;
  test::many_cpus(root);
  for (int cpu = 0; cpu < 64; ++cpu) {  // favoured cores of one and the same kind
    root.file("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpu_capacity", std::to_string(1024 - cpu));
  }
  EXPECT_THAT(kinds_of(root.read()), IsEmpty());
}

TEST(RecordedMachine, OfflineCpusAreNotCounted) {
  RecordedRoot root;
  test::hybrid_laptop(root);
  root.online("0,2,4-6").file("sys/devices/cpu_core/cpus", "0,2\n").file("sys/devices/cpu_atom/cpus", "4-6\n");
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.logical_threads, 5);
  EXPECT_EQ(facts.cpu.physical_cores, 5);
  EXPECT_THAT(kinds_of(facts), ElementsAre("P 2/2", "E 3/3"));
}

TEST(RecordedMachine, CpuinfoAloneGivesTheCounts) {
  RecordedRoot root;
  root.cpuinfo("xeon_silver_4108_two_sockets.txt");
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.physical_cores, 16);
  EXPECT_EQ(facts.cpu.logical_threads, 32);
  EXPECT_EQ(facts.cpu.usable_threads, 32);
  EXPECT_EQ(source_of(facts, "cpu.physical_cores"), "proc certain");
}

TEST(RecordedMachine, AnIncompleteTopologyIsNotCounted) {
  for (const char* broken : {"", "x", "9", "0-7"}) {
    RecordedRoot root;
    test::hybrid_laptop(root);
    root.core(5, broken);  // nothing, junk, another CPU, CPUs that are in other cores
    const HardwareFacts facts = root.read();
    EXPECT_EQ(facts.cpu.physical_cores, 6) << "from /proc/cpuinfo; " << broken;
    EXPECT_EQ(source_of(facts, "cpu.physical_cores"), "proc certain") << broken;
    EXPECT_THAT(kinds_of(facts), IsEmpty()) << broken;
  }
}

TEST(RecordedMachine, OldKernelsNameTheSiblingsOtherwise) {
  RecordedRoot root;
  root.cpuinfo("raspberry_pi_1.txt").folder("sys/devices/system/cpu/cpufreq");
  for (int cpu = 0; cpu < 2; ++cpu) {
    root.file("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list", "0-1\n");
  }
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.logical_threads, 2) << "no file `online`: the folders are counted";
  EXPECT_EQ(facts.cpu.physical_cores, 1);
}

TEST(RecordedMachine, EveryFactHasASourceAndNoSourceIsLeftOver) {
  for (const auto fill : {test::one_core_vm, test::two_socket_server, test::hybrid_laptop, test::big_little_phone,
                          test::many_cpus, test::one_nvidia, test::nvidia_laptop, test::one_amd}) {
    RecordedRoot root;
    fill(root);
    const HardwareFacts facts = root.read();
    const auto check = [&](const std::string& path, bool told) {
      EXPECT_EQ(facts.sources.count(path), told ? 1U : 0U) << path;
    };
    check("cpu.model_name", facts.cpu.model_name.has_value());
    check("cpu.vendor", facts.cpu.vendor.has_value());
    check("cpu.microarchitecture", facts.cpu.microarchitecture.has_value());
    check("cpu.marketing_generation", facts.cpu.marketing_generation.has_value());
    check("cpu.physical_cores", facts.cpu.physical_cores.has_value());
    check("cpu.logical_threads", facts.cpu.logical_threads.has_value());
    check("cpu.usable_threads", facts.cpu.usable_threads.has_value());
    check("cpu.core_kinds", !facts.cpu.core_kinds.empty());
    check("cpu.isa", !facts.cpu.isa.empty());
    check("cpu.caches", !facts.cpu.caches_bytes.empty());
    check("cpu.hypervisor", facts.cpu.hypervisor.has_value());
    check("memory_total_bytes", facts.memory_total_bytes.has_value());
    check("memory_available_bytes", false);  // no key of the report, which holds the sources
    check("nvidia_driver_version", facts.nvidia_driver_version.has_value());
    for (std::size_t i = 0; i < facts.gpus.size(); ++i) {
      const std::string gpu = "gpus[" + std::to_string(i) + "].";
      check(gpu + "name", facts.gpus[i].name.has_value());
      check(gpu + "vendor", facts.gpus[i].vendor.has_value());
      check(gpu + "pci_id", facts.gpus[i].pci_id.has_value());
      check(gpu + "driver", facts.gpus[i].driver.has_value());
      check(gpu + "brand", facts.gpus[i].brand.has_value());
      check(gpu + "series", facts.gpus[i].series.has_value());
      check(gpu + "generation", facts.gpus[i].generation.has_value());
      check(gpu + "architecture", facts.gpus[i].architecture.has_value());
      check(gpu + "tier", facts.gpus[i].tier.has_value());
      check(gpu + "tier_class", facts.gpus[i].tier_class.has_value());
      check(gpu + "suffix", facts.gpus[i].suffix.has_value());
      check(gpu + "form_factor", facts.gpus[i].form_factor.has_value());
    }
  }
}

TEST(RecordedMachine, MemoryThatIsCutShortIsNotTold) {
  for (const char* text : {"MemTotal:       2027", "MemTotal: 12 MB\n", "MemTotal: -5 kB\n", "MemTotal: 0 kB\n",
                           "MemTotal: 99999999999999999999 kB\n", "MemTotal: 36028797018963968 kB\n", ""}) {
    RecordedRoot root;
    root.file("proc/meminfo", text);
    EXPECT_EQ(root.read().memory_total_bytes, std::nullopt) << text;
  }
}

TEST(RecordedMachine, CacheSizesOfNoSenseAreLeftOut) {
  RecordedRoot root;
  root.cpuinfo("kvm_two_vcpus.txt").online("0-1");
  root.cache(0, 0, "1", "Data", "0K")
      .cache(0, 1, "x", "Unified", "1K")
      .cache(0, 2, "2", "Unified", "99999999999999999G");
  root.cache(0, 3, "2", "Trace", "12K").cache(0, 4, "3", "Unified", "4M").cache(0, 5, "10", "Unified", "4M");
  EXPECT_THAT(root.read().cpu.caches_bytes, UnorderedElementsAre(Pair("L3", 4U << 20U)));
}

TEST(RecordedMachine, AnEmptyRootTellsNothing) {
  const RecordedRoot root;
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.model_name, std::nullopt);
  EXPECT_EQ(facts.cpu.physical_cores, std::nullopt);
  EXPECT_EQ(facts.cpu.logical_threads, std::nullopt);
  EXPECT_EQ(facts.cpu.usable_threads, std::nullopt);
  EXPECT_EQ(facts.memory_total_bytes, std::nullopt);
  EXPECT_EQ(facts.nvidia_driver_version, std::nullopt);
  EXPECT_THAT(facts.gpus, IsEmpty());
  EXPECT_THAT(facts.sources, IsEmpty());
}

}  // namespace
}  // namespace lossline
