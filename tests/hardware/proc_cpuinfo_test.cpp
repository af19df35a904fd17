// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/proc_cpuinfo.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/isa.h"
#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Machine {
  const char* file;
  const char* name;
  const char* vendor;
  std::optional<int> cores, threads;
  bool told;
  const char* isa;  ///< joined by ", "
};

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    out += (out.empty() ? "" : ", ") + part;
  }
  return out;
}

TEST(ProcCpuinfo, ReadsRealFilesOfEveryArchitecture) {
  const Machine machines[] = {
      {"xeon_silver_4108_two_sockets.txt", "Intel(R) Xeon(R) Silver 4108 CPU @ 1.80GHz", "Intel", 16, 32, true,
       "SSE4.2, AVX, AVX2, FMA, AVX-512"},
      {"opteron_four_sockets_repeating_core_ids.txt", "AMD Engineering Sample", "AMD", 48, 48, true, ""},
      {"kvm_two_vcpus.txt", "Intel Core Processor (Skylake, IBRS)", "Intel", 2, 2, true, "SSE4.2, AVX, AVX2, FMA"},
      {"epyc_9654_one_entry.txt", "AMD EPYC 9654 96-Core Processor", "AMD", 96, 96, true,
       "SSE4.2, AVX, AVX2, FMA, AVX-512, AVX-512 VNNI, AVX-512 BF16"},
      {"gb10.txt", "ARM CPU (implementer 0x41, parts 0xd87 + 0xd85)", "ARM", 20, 20, false, "NEON, SVE, SVE2"},
      {"pixel_2_xl.txt", "AArch64 Processor rev 1 (aarch64)", "Qualcomm", 8, 8, false, "NEON"},
      {"neoverse_v2_one_entry.txt", "ARM CPU (implementer 0x41, part 0xd4f)", "ARM", 1, 1, false, "NEON, SVE, SVE2"},
      {"raspberry_pi_1.txt", "ARMv6-compatible processor rev 7 (v6l)", "ARM", 1, 1, false, ""},
      {"power9_one_entry.txt", "POWER9, altivec supported", "IBM", std::nullopt, 1, false, "AltiVec"},
      {"sifive_u74.txt", "RISC-V CPU (sifive,u74-mc)", "SiFive", std::nullopt, 4, false, ""},
      {"loongson_3a5000_one_entry.txt", "Loongson-3A5000LL", "Loongson", 1, 1, true, "LSX, LASX"},
  };
  for (const Machine& machine : machines) {
    SCOPED_TRACE(machine.file);
    const CpuInfo info = parse_cpuinfo(test::recorded_cpuinfo(machine.file));
    const CpuCounts counts = count_cpus(info);
    EXPECT_EQ(cpu_display_name(info), machine.name);
    EXPECT_EQ(cpu_vendor(info), machine.vendor);
    EXPECT_EQ(counts.physical_cores, machine.cores);
    EXPECT_EQ(counts.logical_threads, machine.threads);
    EXPECT_EQ(counts.cores_told, machine.told);
    EXPECT_EQ(joined(isa_levels(info)), machine.isa);
  }
}

TEST(ProcCpuinfo, KeepsTheIdsAsPrinted) {
  const CpuInfo info = parse_cpuinfo(test::recorded_cpuinfo("xeon_silver_4108_two_sockets.txt"));
  EXPECT_EQ(info.vendor_id, "GenuineIntel");
  EXPECT_EQ(info.family, "6");
  EXPECT_EQ(info.model, "85");
  EXPECT_EQ(info.stepping, "4");
  const CpuInfo arm = parse_cpuinfo(test::recorded_cpuinfo("pixel_2_xl.txt"));
  EXPECT_EQ(arm.implementer, "0x51");
  EXPECT_THAT(arm.parts, ElementsAre("0x801", "0x800"));
  EXPECT_EQ(arm.entries.at(4).part, "0x51/0x800");
}

TEST(ProcCpuinfo, TellsNothingOfAnEmptyFile) {
  const CpuInfo info = parse_cpuinfo("");
  EXPECT_EQ(cpu_display_name(info), std::nullopt);
  EXPECT_EQ(cpu_vendor(info), std::nullopt);
  EXPECT_EQ(count_cpus(info).physical_cores, std::nullopt);
  EXPECT_EQ(count_cpus(info).logical_threads, std::nullopt);
  EXPECT_THAT(isa_levels(info), IsEmpty());
}

TEST(ProcCpuinfo, CountsCpusWithoutIdsAsOneCoreEach) {
  const CpuInfo info = parse_cpuinfo("processor:0\nvendor_id:GenuineIntel\n\nprocessor:1\nvendor_id:GenuineIntel\n");
  EXPECT_EQ(count_cpus(info).physical_cores, 2);
  EXPECT_TRUE(count_cpus(info).cores_told);
}

TEST(ProcCpuinfo, CountsDistinctCoresWhereCoresPerPackageAreNotSaid) {
  const CpuInfo info = parse_cpuinfo(
      "processor:0\nphysical id:0\ncore id:0\n\nprocessor:1\nphysical id:0\ncore id:0\n\n"
      "processor:2\nphysical id:1\ncore id:0\n\nprocessor:3\nphysical id:1\ncore id:0\n");
  EXPECT_EQ(count_cpus(info).physical_cores, 2);
  EXPECT_EQ(count_cpus(info).logical_threads, 4);
}

TEST(ProcCpuinfo, NeverCountsMoreCoresThanThreads) {
  const CpuInfo info = parse_cpuinfo(
      "processor:0\nphysical id:0\nsiblings:1\ncpu cores:8\n\nprocessor:1\nphysical id:1\nsiblings:1\ncpu cores:8\n");
  EXPECT_EQ(count_cpus(info).physical_cores, 2);
}

TEST(ProcCpuinfo, ListsOnlyLevelsThatEveryCpuHas) {
  const CpuInfo info =
      parse_cpuinfo("processor:0\nvendor_id:GenuineIntel\nflags: avx avx2 avx512f\n\nprocessor:1\nflags: avx2 avx\n");
  EXPECT_THAT(isa_levels(info), ElementsAre("AVX", "AVX2"));
}

TEST(ProcCpuinfo, TellsEncryptedMemoryFromAMatrixUnit) {
  EXPECT_THAT(isa_levels(parse_cpuinfo("processor:0\nvendor_id:AuthenticAMD\nflags: sme avx\n")), ElementsAre("AVX"));
  EXPECT_THAT(isa_levels(parse_cpuinfo("processor:0\nCPU implementer:0x41\nFeatures: asimd sme\n")),
              ElementsAre("NEON", "SME"));
  EXPECT_THAT(isa_levels(parse_cpuinfo("processor:0\nvendor_id:GenuineIntel\nflags: amx_tile avx512f\n")),
              ElementsAre("AVX-512", "AMX"));
}

TEST(ProcCpuinfo, FindsTheVectorLetterInTheBaseOfARiscvIsaOnly) {
  EXPECT_THAT(isa_levels(parse_cpuinfo("processor:0\nisa:rv64imafdcv_zicbom\n")), ElementsAre("RVV"));
  EXPECT_THAT(isa_levels(parse_cpuinfo("processor:0\nisa:rv64imafdc_zvbb_sv39\n")), IsEmpty());
}

TEST(ProcCpuinfo, HandsOnAnUnknownVendorAndLeavesAnUnknownImplementerEmpty) {
  EXPECT_EQ(cpu_vendor(parse_cpuinfo("processor:0\nvendor_id:Brand\x01New\n")), "BrandNew");
  const CpuInfo arm = parse_cpuinfo("processor:0\nCPU implementer:0x99\nCPU part:0xabc\n");
  EXPECT_EQ(cpu_vendor(arm), std::nullopt);
  EXPECT_EQ(cpu_display_name(arm), "ARM CPU (implementer 0x99, part 0xabc)");
  EXPECT_EQ(cpu_vendor(parse_cpuinfo("processor:0\nvendor_id: Shanghai \n")), "Zhaoxin");
}

TEST(ProcCpuinfo, TakesNoGarbageForANumberOrAnId) {
  const CpuInfo info = parse_cpuinfo(
      "processor:-1\nprocessor:99999999999999999999\nphysical id:x\n:\n::::\nCPU part:0xzz\nCPU implementer:0x\n"
      "siblings:1e3\ncpu cores");
  EXPECT_THAT(info.entries, IsEmpty());
  EXPECT_THAT(info.parts, IsEmpty());
  EXPECT_EQ(info.implementer, "");
  EXPECT_EQ(cpu_display_name(info), std::nullopt);
}

}  // namespace
}  // namespace lossline
