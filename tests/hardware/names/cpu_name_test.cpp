// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_name.h"

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/names/cpu_table.h"
#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CpuName x86(const char* vendor, int family, int model, std::optional<int> stepping = {}, const char* name = "") {
  CpuKey key;
  key.vendor = vendor;
  key.family = family;
  key.model = model;
  key.stepping = stepping;
  key.name = name;
  return name_cpu(key);
}

CpuName arm(int implementer, int part, std::optional<int> variant = {}) {
  CpuKey key;
  key.implementer = implementer;
  key.part = part;
  key.variant = variant;
  return name_cpu(key);
}

struct Truth {
  const char* vendor;
  int family, model, stepping;
  const char* name;
  const char* cores;
  const char* generation;  ///< "" where nothing says it
};
// Ids and cores as the makers' specification updates, revision guides and product pages have them.
const Truth kTruths[] = {
    {"Intel", 5, 2, 12, "Pentium 75 - 200", "P5", ""},
    {"Intel", 5, 9, 0, "", "Quark", ""},
    {"Intel", 6, 8, 6, "Pentium III (Coppermine)", "P6", ""},
    {"Intel", 15, 4, 3, "Intel(R) Pentium(R) 4 CPU 3.40GHz", "NetBurst", ""},
    {"Intel", 6, 23, 10, "Intel(R) Core(TM)2 Quad CPU Q9550 @ 2.83GHz", "Penryn", "Core 2"},
    {"Intel", 6, 37, 5, "Intel(R) Core(TM) i3 CPU M 370 @ 2.40GHz", "Westmere", "1st Gen Core"},
    {"Intel", 6, 58, 9, "Intel(R) Core(TM) i7-3770K CPU @ 3.50GHz", "Ivy Bridge", "3rd Gen Core"},
    {"Intel", 6, 63, 2, "Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz", "Haswell", "Xeon E5 v3"},
    {"Intel", 6, 61, 4, "Intel(R) Core(TM) M-5Y71 CPU @ 1.20GHz", "Broadwell", "5th Gen Core"},
    {"Intel", 6, 94, 3, "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", "Skylake", "6th Gen Core"},
    {"Intel", 6, 85, 4, "Intel(R) Xeon(R) Platinum 8176 CPU @ 2.10GHz", "Skylake", "Xeon Scalable 1st Gen"},
    {"Intel", 6, 85, 7, "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", "Cascade Lake", "Xeon Scalable 2nd Gen"},
    {"Intel", 6, 85, 11, "Intel(R) Xeon(R) Gold 6348H CPU @ 2.30GHz", "Cooper Lake", "Xeon Scalable 3rd Gen"},
    {"Intel", 6, 142, 9, "Intel(R) Core(TM) i5-7Y54 CPU @ 1.20GHz", "Kaby Lake", "7th Gen Core"},
    {"Intel", 6, 142, 10, "Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz", "Kaby Lake", "8th Gen Core"},
    {"Intel", 6, 142, 10, "Intel(R) Core(TM) i5-8259U CPU @ 2.30GHz", "Coffee Lake", "8th Gen Core"},
    {"Intel", 6, 142, 12, "Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz", "Whiskey Lake", "8th Gen Core"},
    {"Intel", 6, 142, 12, "Intel(R) Core(TM) i7-10510U CPU @ 1.80GHz", "Comet Lake", "10th Gen Core"},
    {"Intel", 6, 158, 9, "Intel(R) Core(TM) i7-7700K CPU @ 4.20GHz", "Kaby Lake", "7th Gen Core"},
    {"Intel", 6, 158, 13, "Intel(R) Core(TM) i9-9980HK CPU @ 2.40GHz", "Coffee Lake", "9th Gen Core"},
    {"Intel", 6, 126, 5, "Intel(R) Core(TM) i7-1065G7 CPU @ 1.30GHz", "Sunny Cove", "10th Gen Core"},
    {"Intel", 6, 140, 1, "11th Gen Intel(R) Core(TM) i5-1135G7 @ 2.40GHz", "Willow Cove", "11th Gen Core"},
    {"Intel", 6, 154, 3, "12th Gen Intel(R) Core(TM) i7-1260P", "Golden Cove + Gracemont", "12th Gen Core"},
    {"Intel", 6, 151, 2, "12th Gen Intel(R) Core(TM) i9-12900K", "Golden Cove + Gracemont", "12th Gen Core"},
    {"Intel", 6, 151, 2, "12th Gen Intel(R) Core(TM) i5-12600K", "Golden Cove + Gracemont", "12th Gen Core"},
    {"Intel", 6, 151, 2, "12th Gen Intel(R) Core(TM) i5-12600", "Golden Cove", "12th Gen Core"},
    {"Intel", 6, 151, 5, "12th Gen Intel(R) Core(TM) i3-12100F", "Golden Cove", "12th Gen Core"},
    {"Intel", 6, 183, 1, "Intel(R) Core(TM) i9-14900K", "Raptor Cove + Gracemont", "14th Gen Core"},
    {"Intel", 6, 183, 1, "Intel(R) Xeon(R) E-2488", "Raptor Cove", "Xeon E-2400"},
    {"Intel", 6, 170, 4, "Intel(R) Core(TM) Ultra 7 155H", "Redwood Cove + Crestmont", "Core Ultra Series 1"},
    {"Intel", 6, 189, 1, "Intel(R) Core(TM) Ultra 7 258V", "Lion Cove + Skymont", "Core Ultra Series 2"},
    {"Intel", 6, 204, 2, "Intel(R) Core(TM) Ultra X9 388H", "Cougar Cove + Darkmont", "Core Ultra Series 3"},
    {"Intel", 6, 186, 3, "Intel(R) Core(TM) 5 120U", "Raptor Cove + Gracemont", "Core Series 1"},
    {"Intel", 6, 143, 8, "Intel(R) Xeon(R) Platinum 8480+", "Golden Cove", "Xeon Scalable 4th Gen"},
    {"Intel", 6, 173, 1, "Intel(R) Xeon(R) 6980P", "Redwood Cove", "Xeon 6"},
    {"Intel", 6, 175, 3, "Intel(R) Xeon(R) 6780E", "Crestmont", "Xeon 6"},
    {"Intel", 6, 190, 0, "Intel(R) N100", "Gracemont", ""},
    {"Intel", 6, 87, 1, "Intel(R) Xeon Phi(TM) CPU 7210 @ 1.30GHz", "Knights Landing", "Xeon Phi 72x0"},
    {"AMD", 5, 8, 12, "AMD-K6(tm) 3D processor", "K6", ""},
    {"AMD", 15, 107, 2, "AMD Athlon(tm) 64 X2 Dual Core Processor 5000+", "K8", ""},
    {"AMD", 16, 4, 3, "AMD Phenom(tm) II X4 955 Processor", "K10", "Phenom II"},
    {"AMD", 18, 1, 0, "AMD A8-3850 APU with Radeon(tm) HD Graphics", "K10", "A-Series"},
    {"AMD", 21, 2, 0, "AMD FX(tm)-8350 Eight-Core Processor", "Piledriver", "FX"},
    {"AMD", 22, 48, 1, "AMD A6-6310 APU with AMD Radeon R4 Graphics", "Puma", "A-Series"},
    {"AMD", 23, 1, 2, "AMD EPYC 7551 32-Core Processor", "Zen", "EPYC 7001"},
    {"AMD", 23, 8, 2, "AMD Ryzen 5 2600 Six-Core Processor", "Zen+", "Ryzen 2000"},
    {"AMD", 23, 49, 0, "AMD EPYC 7R32", "Zen 2", "EPYC 7002"},
    {"AMD", 25, 1, 1, "AMD EPYC 7763 64-Core Processor", "Zen 3", "EPYC 7003"},
    {"AMD", 25, 68, 1, "AMD Ryzen 7 PRO 6850U with Radeon Graphics", "Zen 3+", "Ryzen 6000"},
    {"AMD", 25, 116, 1, "AMD Ryzen 7 7840HS w/ Radeon 780M Graphics", "Zen 4", "Ryzen 7000"},
    {"AMD", 25, 120, 0, "AMD Ryzen 5 7545U w/ Radeon 740M Graphics", "Zen 4 + Zen 4c", "Ryzen 7000"},
    {"AMD", 25, 160, 2, "AMD EPYC 9754 128-Core Processor", "Zen 4c", "EPYC 9004"},
    {"AMD", 25, 160, 2, "AMD EPYC 8534P 64-Core Processor", "Zen 4c", "EPYC 8004"},
    {"AMD", 26, 2, 1, "AMD EPYC", "Zen 5", "EPYC 9005"},
    {"AMD", 26, 17, 0, "AMD EPYC 9965 192-Core Processor", "Zen 5c", "EPYC 9005"},
    {"AMD", 26, 36, 0, "AMD Ryzen AI 9 HX 370 w/ Radeon 890M", "Zen 5 + Zen 5c", "Ryzen AI 300"},
    {"AMD", 26, 112, 0, "AMD RYZEN AI MAX+ 395 w/ Radeon 8060S", "Zen 5", "Ryzen AI Max 300"},
    {"Centaur", 6, 15, 8, "VIA Nano processor L2200@1600MHz", "Isaiah", ""},
    {"Zhaoxin", 7, 59, 0, "ZHAOXIN KaiXian KX-U6880A@3.0GHz", "Lujiazui", ""},
};

TEST(CpuName, NamesWhatTheMakersDocument) {
  for (const Truth& truth : kTruths) {
    const CpuName name = x86(truth.vendor, truth.family, truth.model, truth.stepping, truth.name);
    SCOPED_TRACE(std::string(truth.vendor) + " " + truth.name);
    EXPECT_EQ(name.microarchitecture, truth.cores);
    EXPECT_EQ(name.marketing_generation.value_or(""), truth.generation);
    EXPECT_THAT(name.candidates, IsEmpty());
    EXPECT_NE(name.confidence, "unknown");
  }
}

TEST(CpuName, TakesVendorIdsAndNamesAlike) {
  EXPECT_EQ(x86("GenuineIntel", 6, 94).microarchitecture, "Skylake");
  EXPECT_EQ(x86("intel", 6, 94).microarchitecture, "Skylake");
  EXPECT_EQ(x86("AuthenticAMD", 26, 2).microarchitecture, "Zen 5");
  EXPECT_EQ(x86("HygonGenuine", 24, 1).microarchitecture, "Zen-derived (Dhyana)");
  EXPECT_EQ(x86("VIA", 6, 9).microarchitecture, "Nehemiah");
  EXPECT_EQ(x86("", 6, 94).microarchitecture, std::nullopt);
}

TEST(CpuName, UnknownKeysSayTheirIds) {
  const CpuName zen = x86("AMD", 26, 0xF0);
  EXPECT_EQ(zen.microarchitecture, std::nullopt);
  EXPECT_EQ(zen.confidence, "unknown");
  EXPECT_THAT(zen.candidates, IsEmpty());
  EXPECT_EQ(microarchitecture_text(zen), "unknown (family 26, model 0xF0)");
  EXPECT_EQ(microarchitecture_text(arm(0x99, 1)), "unknown (implementer 0x99, part 0x001)");
  EXPECT_EQ(microarchitecture_text(arm(0x41, 0xfff)), "unknown (implementer 0x41, part 0xfff)");
  EXPECT_EQ(microarchitecture_text(x86("Intel", 6, 0xFE)), "unknown (family 6, model 0xFE)");
  EXPECT_EQ(microarchitecture_text(CpuName()), "unknown");
}

TEST(CpuName, LeavesOpenWhatTheKeyDoesNotDecide) {
  const CpuName server = x86("Intel", 6, 85);
  EXPECT_EQ(server.microarchitecture, std::nullopt);
  EXPECT_THAT(server.candidates, ElementsAre("Skylake", "Cascade Lake", "Cooper Lake"));
  EXPECT_EQ(microarchitecture_text(server), "one of Skylake, Cascade Lake or Cooper Lake (family 6, model 0x55)");
  EXPECT_EQ(x86("Intel", 6, 85, {}, "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz").microarchitecture, "Cascade Lake");
  EXPECT_EQ(x86("Intel", 6, 158, {}, "Intel(R) Core(TM) i7-8700 CPU @ 3.20GHz").microarchitecture, "Coffee Lake");
  EXPECT_THAT(arm(0x53, 1).candidates, ElementsAre("Exynos M1", "Exynos M2"));
  EXPECT_EQ(arm(0x53, 1, 4).microarchitecture, "Exynos M2");
}

TEST(CpuName, IsOnlyLikelyWhereProductsOfTheKeyDiffer) {
  EXPECT_EQ(x86("Intel", 6, 151, 2).confidence, "likely");
  EXPECT_EQ(x86("Intel", 6, 151, 2, "12th Gen Intel(R) Core(TM) i9-12900K").confidence, "certain");
  EXPECT_EQ(x86("AMD", 26, 0x90).microarchitecture, "Zen 6");
  EXPECT_EQ(x86("AMD", 26, 0x90).confidence, "likely");
}

TEST(CpuName, KnowsTheCoresOfArm) {
  EXPECT_EQ(arm(0x41, 0xd0c).microarchitecture, "Neoverse N1");
  EXPECT_EQ(arm(0x41, 0xd85).microarchitecture, "Cortex-X925");
  EXPECT_EQ(arm(0x43, 0x0af).microarchitecture, "ThunderX2 (Vulcan)");
  EXPECT_EQ(arm(0x46, 0x001).microarchitecture, "A64FX");
  EXPECT_EQ(arm(0x4e, 0x004).microarchitecture, "Carmel");
  EXPECT_EQ(arm(0x51, 0x001).microarchitecture, "Oryon");
  EXPECT_EQ(arm(0x61, 0x023).marketing_generation, "M1");
  EXPECT_EQ(arm(0x6d, 0xd49).microarchitecture, "Neoverse N2");
  EXPECT_EQ(arm(0xc0, 0xac3).microarchitecture, "Ampere-1");
}

TEST(CpuName, BelievesNoIdsOfAnInventedCpu) {
  for (const char* name : {"QEMU Virtual CPU version 2.5+", "Common KVM processor"}) {
    const CpuName cpu = x86("AMD", 15, 107, 1, name);
    EXPECT_EQ(cpu.microarchitecture, std::nullopt) << name;
    EXPECT_EQ(cpu.confidence, "unknown");
  }
}

struct Recorded {
  const char* file;
  const char* cores;
  const char* confidence;
};

TEST(CpuName, NamesRecordedFilesOfEveryArchitecture) {
  const Recorded files[] = {
      {"xeon_silver_4108_two_sockets.txt", "Skylake", "certain"},
      {"opteron_four_sockets_repeating_core_ids.txt", "K10", "certain"},
      {"kvm_two_vcpus.txt", "Skylake", "likely"},
      {"epyc_9654_one_entry.txt", "Zen 4", "certain"},
      {"gb10.txt", "Cortex-A725 + Cortex-X925", "certain"},
      {"pixel_2_xl.txt", "Kryo 2xx Silver (Cortex-A53) + Kryo 2xx Gold (Cortex-A73)", "certain"},
      {"neoverse_v2_one_entry.txt", "Neoverse V2", "certain"},
      {"raspberry_pi_1.txt", "ARM1176", "certain"},
      {"power9_one_entry.txt", "POWER9", "certain"},
      {"sifive_u74.txt", "SiFive U74", "certain"},
      {"loongson_3a5000_one_entry.txt", "LA464", "certain"},
  };
  for (const Recorded& file : files) {
    const CpuName name = name_cpu(parse_cpuinfo(test::recorded_cpuinfo(file.file)));
    EXPECT_EQ(name.microarchitecture, file.cores) << file.file;
    EXPECT_EQ(name.confidence, file.confidence) << file.file;
  }
}

TEST(CpuName, OneUnknownCoreOfAHybridLeavesTheWholeUnknown) {
  const CpuName name = name_cpu(parse_cpuinfo(
      "processor:0\nCPU implementer:0x41\nCPU part:0xd05\n\nprocessor:1\nCPU implementer:0x99\nCPU part:0x1\n"));
  EXPECT_EQ(name.microarchitecture, std::nullopt);
  EXPECT_EQ(microarchitecture_text(name), "unknown (implementer 0x99, part 0x001)");
}

TEST(CpuName, IsOnlyLikelyWhereACpuTellsNoPart) {
  const std::string core = "CPU implementer:0x41\nCPU variant:0x0\nCPU part:0xd03\n";
  EXPECT_EQ(name_cpu(parse_cpuinfo("processor:0\n" + core + "\nprocessor:1\n" + core)).confidence, "certain");
  EXPECT_EQ(name_cpu(parse_cpuinfo("processor:0\nprocessor:1\nHardware:x\n" + core)).confidence, "likely")
      << "an old kernel told the part of one CPU for all";
  EXPECT_EQ(name_cpu(parse_cpuinfo("processor:0\n" + core + "\nprocessor:4\n" + core)).confidence, "likely")
      << "CPUs 1 to 3 are offline";
}

TEST(CpuName, TellsWhatTheProbeFound) {
  CpuFacts cpu;
  EXPECT_EQ(architecture_text(cpu), std::nullopt);
  cpu.unknown_cores = "unknown (family 26, model 0xF0)";
  EXPECT_EQ(architecture_text(cpu), "unknown (family 26, model 0xF0)");
  HardwareFacts facts;
  add_cpu_microarchitecture(
      parse_cpuinfo("processor:0\nvendor_id:AuthenticAMD\ncpu family:26\nmodel:2\nmodel name:AMD EPYC\nstepping:1\n"),
      facts);
  EXPECT_EQ(architecture_text(facts.cpu), "Zen 5 · EPYC 9005 (Turin)");
  EXPECT_EQ(facts.sources["cpu.microarchitecture"].source, "table");
  EXPECT_EQ(facts.sources["cpu.microarchitecture"].confidence, "certain");
}

TEST(CpuTable, HasNoLineThatIsNoRow) {
  int bad_lines = 0;
  EXPECT_THAT(parse_cpu_table("x86 | Intel\nnonsense\nuarch | a | b\n# remark\n", bad_lines), ::testing::SizeIs(1));
  EXPECT_EQ(bad_lines, 2);
  std::ifstream file(LOSSLINE_TEST_DATA "/../../resources/hardware/cpu_names.txt");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::size_t rows = parse_cpu_table(text, bad_lines).size();
  EXPECT_EQ(bad_lines, 0);
  EXPECT_GT(rows, 300U);
  EXPECT_EQ(rows, cpu_table().size());
}

TEST(NamePattern, FollowsItsGrammar) {
  const auto fits = [](const char* pattern, const char* name) { return NamePattern(pattern).fits(name_words(name)); };
  EXPECT_TRUE(fits("i?-12##0*", "12th Gen Intel(R) Core(TM) i5-12400F"));
  EXPECT_FALSE(fits("i5-12600", "12th Gen Intel(R) Core(TM) i5-12600K"));
  EXPECT_TRUE(fits("Ryzen # PRO", "AMD Ryzen 7 PRO 7840U"));
  EXPECT_TRUE(fits("none, FX-8350", "AMD FX(tm)-8350 Eight-Core Processor"));
  EXPECT_FALSE(fits("", "anything"));
  EXPECT_FALSE(fits("i5-12400", ""));
}

}  // namespace
}  // namespace lossline
