// SPDX-License-Identifier: GPL-3.0-or-later
// The truth is from public id tables (pci.ids, NVIDIA's open kernel modules, libdrm's amdgpu.ids, Mesa, Intel's compute
// runtime) and from names as issues of public projects quote them.
#include "core/hardware/names/gpu_name.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Text = std::optional<std::string>;

struct Card {
  const char* name;
  const char* generation;
  const char* tier;
  const char* suffix;
  const char* tier_class;
  const char* architecture;
};

Text text(const char* value) {
  return *value == '\0' ? std::nullopt : Text(value);
}

TEST(GpuName, CardsOfTheBrief) {
  const Card cards[] = {
      {"RTX 3090 Ti", "30", "90", "Ti", "flagship", "Ampere"},
      {"RTX 3090", "30", "90", "", "flagship", "Ampere"},
      {"RTX 3080", "30", "80", "", "high-end", "Ampere"},
      {"RTX 3070 Ti", "30", "70", "Ti", "upper-mid", "Ampere"},
      {"RTX 3070", "30", "70", "", "upper-mid", "Ampere"},
      {"RTX 4070", "40", "70", "", "upper-mid", "Ada Lovelace"},
      {"RTX 4090", "40", "90", "", "flagship", "Ada Lovelace"},
      {"3090", "30", "90", "", "flagship", "Ampere"},
      {"3070 Ti", "30", "70", "Ti", "upper-mid", "Ampere"},
      {"GeForce RTX 2060 SUPER", "20", "60", "SUPER", "mainstream", "Turing"},
      {"GeForce RTX 2080 Super", "20", "80", "SUPER", "high-end", "Turing"},
      {"NVIDIA GeForce RTX 4070 Ti SUPER", "40", "70", "Ti SUPER", "upper-mid", "Ada Lovelace"},
      {"NVIDIA GeForce RTX 5090 D v2", "50", "90", "D v2", "flagship", "Blackwell"},
      {"NVIDIA RTX 4090D 48GB", "40", "90", "D", "flagship", "Ada Lovelace"},
      {"NVIDIA GeForce GTX 1660 Ti", "16", "60", "Ti", "mainstream", "Turing"},
      {"GeForce GTX 1080 Ti", "10", "80", "Ti", "high-end", "Pascal"},
      {"NVIDIA GeForce GT 1030", "10", "30", "", "entry", "Pascal"},
      {"GeForce GTX 980 Ti", "900", "80", "Ti", "high-end", "Maxwell"},
      {"GeForce GTX 465", "400", "60", "", "mainstream", "Fermi"},
      {"GeForce 210", "200", "10", "", "entry", "Tesla"},
      {"rtx3070ti", "30", "70", "Ti", "upper-mid", "Ampere"},
  };
  for (const Card& card : cards) {
    const GpuName got = parse_gpu_name(card.name);
    EXPECT_EQ(got.vendor, Text("NVIDIA")) << card.name;
    EXPECT_EQ(got.is_gpu, std::optional<bool>(true)) << card.name;
    EXPECT_EQ(got.generation, text(card.generation)) << card.name;
    EXPECT_EQ(got.tier, text(card.tier)) << card.name;
    EXPECT_EQ(got.suffix, text(card.suffix)) << card.name;
    EXPECT_EQ(got.tier_class, text(card.tier_class)) << card.name;
    EXPECT_EQ(got.architecture, text(card.architecture)) << card.name;
  }
  EXPECT_EQ(parse_gpu_name("RTX 3070").confidence, "certain");
  EXPECT_EQ(parse_gpu_name("3070").confidence, "likely");
}

TEST(GpuName, SuffixesStandBetweenTheirTierAndTheNext) {
  const char* rising[] = {"RTX 4060",          "RTX 4060 Ti", "RTX 4070",       "RTX 4070 SUPER", "RTX 4070 Ti",
                          "RTX 4070 Ti SUPER", "RTX 4080",    "RTX 4080 SUPER", "RTX 4090 D",     "RTX 4090"};
  for (std::size_t i = 1; i < std::size(rising); ++i) {
    EXPECT_EQ(compare_rank(parse_gpu_name(rising[i - 1]), parse_gpu_name(rising[i])), std::optional<int>(-1))
        << rising[i];
    EXPECT_EQ(compare_rank(parse_gpu_name(rising[i]), parse_gpu_name(rising[i - 1])), std::optional<int>(1))
        << rising[i];
  }
  EXPECT_EQ(compare_rank(parse_gpu_name("RTX 4070"), parse_gpu_name("NVIDIA GeForce RTX 4070")), std::optional<int>(0));
  EXPECT_EQ(compare_rank(parse_gpu_name("RTX 3070 Ti"), parse_gpu_name("RTX 4060")), std::nullopt);
  EXPECT_EQ(compare_rank(parse_gpu_name("RX 7900 XTX"), parse_gpu_name("RX 7900 XT")), std::nullopt);
}

TEST(GpuName, GenericNamesSayOnlyTheMaker) {
  for (const char* name :
       {"NVIDIA Graphics Device", "AMD Radeon(TM) Graphics", "AMD Radeon Graphics Processor (0x747E)",
        "NVIDIA Device 2685 (VGA compatible)", "NVIDIA GeForce ...", "QUALCOMM Adreno(TM)"}) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_TRUE(got.vendor) << name;
    EXPECT_EQ(got.is_gpu, std::optional<bool>(true)) << name;
    EXPECT_EQ(got.architecture, std::nullopt) << name;
    EXPECT_THAT(got.architecture_candidates, IsEmpty()) << name;
    EXPECT_EQ(got.tier, std::nullopt) << name;
    EXPECT_EQ(got.confidence, "unknown") << name;
  }
}

TEST(GpuName, WhatIsNoGpu) {
  for (const char* name : {"llvmpipe (LLVM 15.0.6, 256 bits)", "Microsoft Basic Render Driver",
                           "Microsoft Basic Display Adapter", "Microsoft Remote Display Adapter", "GDI Generic",
                           "Google SwiftShader", "ANGLE (Software Adapter Direct3D11 vs_5_0 ps_5_0)",
                           "Intel(R) Core(TM) i9-14900K", "AMD EPYC 9654 96-Core Processor", "Intel(R) Xeon(R) 6960P",
                           "pthread-0xd4f (Nvidia GH200 Neoverse-V2 CPU)", "AMD Ryzen 7 5800H with Radeon Graphics"}) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_EQ(got.is_gpu, std::optional<bool>(false)) << name;
    EXPECT_EQ(got.architecture, std::nullopt) << name;
  }
  for (const char* name : {"", "   ", "N/A", "Unknown GPU", "VGA compatible controller", "RTX",
                           "Radeon GeForce RTX 7900", "hello world", "42"}) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_EQ(got.is_gpu, std::nullopt) << name;
    EXPECT_EQ(got.vendor, std::nullopt) << name;
    EXPECT_EQ(got.brand, std::nullopt) << name;
    EXPECT_EQ(got.confidence, "unknown") << name;
  }
}

TEST(GpuName, ModelsOfTheFutureAreNotGuessed) {
  for (const char* name : {"NVIDIA GeForce RTX 6090", "GeForce RTX 9090 Ti SUPER", "AMD Instinct MI450X", "gfx1250",
                           "Intel(R) Arc(TM) C770 Graphics", "NVIDIA X900", "AMD Radeon RX 10070 XT", "Apple M9"}) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_EQ(got.architecture, std::nullopt) << name;
    EXPECT_EQ(got.confidence, "unknown") << name;
  }
}

TEST(GpuName, FormFactor) {
  const std::pair<const char*, const char*> names[] = {
      {"NVIDIA GeForce RTX 4070 Laptop GPU", "laptop"},
      {"NVIDIA GeForce RTX 5050 Laptop", "laptop"},
      {"Geforce RTX 2080 with Max-Q Design", "laptop"},
      {"NVIDIA GeForce RTX 2070 with Max-Q Design (NVK TU106)", "laptop"},
      {"GeForce GTX 960M", "laptop"},
      {"GeForce Go 7600", "laptop"},
      {"NVIDIA GeForce RTX 2050", "laptop"},
      {"NVIDIA GeForce RTX 4070", "desktop"},
      {"GeForce GTX 1060 6GB", "desktop"},
      {"NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "workstation"},
      {"NVIDIA RTX PRO 6000 Blackwell Server Edition", "datacenter"},
      {"NVIDIA RTX A1000 Embedded GPU", "embedded"},
      {"NVIDIA T1000 8GB", "workstation"},
      {"NVIDIA Corporation TU117GLM [T1000 8GB]", "workstation"},
      {"NVIDIA Corporation GP107GLM [Quadro P620]", "laptop"},
      {"NVIDIA Corporation GP107GL [Quadro P620]", "workstation"},
      {"Quadro T1000", "laptop"},
      {"NVIDIA A40-48Q", "virtual"},
      {"MIG 1g.10gb", "virtual"},
      {"P104-100", "mining"},
      {"NVIDIA GB10", "desktop"},
      {"AMD Radeon RX 6800M", "laptop"},
      {"AMD Radeon RX 7600S", "laptop"},
      {"AMD Radeon Pro W6600M", "laptop"},
      {"AMD Radeon RX 7900 XTX", "desktop"},
      {"AMD Radeon 680M", "integrated"},
      {"AMD Instinct MI300X VF", "virtual"},
      {"AMD Embedded Radeon E9171", "embedded"},
      {"Intel(R) Arc(TM) A370M Graphics", "laptop"},
      {"Intel(R) Arc(TM) A380E Graphics", "embedded"},
      {"Intel(R) Arc(TM) Pro B60 Graphics", "workstation"},
      {"Intel(R) UHD Graphics 630", "integrated"},
  };
  for (const auto& [name, form] : names) {
    EXPECT_EQ(parse_gpu_name(name).form_factor, Text(form)) << name;
  }
  // Laptop parts had the cards' names in these series.
  for (const char* name : {"GeForce GTX 1080", "NVIDIA GeForce GTX 1050 Ti", "NVIDIA GeForce RTX 2070",
                           "GeForce GTX 960", "NVIDIA GeForce GTX 1660 Ti", "GeForce GTX 750 Ti", "GeForce GT 730"}) {
    EXPECT_THAT(parse_gpu_name(name).form_factor_candidates, UnorderedElementsAre("desktop", "laptop")) << name;
    EXPECT_EQ(parse_gpu_name(name).form_factor, std::nullopt) << name;
  }
  EXPECT_THAT(parse_gpu_name("Quadro RTX 4000").form_factor_candidates, UnorderedElementsAre("workstation", "laptop"));
  EXPECT_THAT(parse_gpu_name("Navi 22 [Radeon RX 6700/6700 XT / 6800M]").form_factor_candidates,
              UnorderedElementsAre("desktop", "laptop"));
}

TEST(GpuName, MemoryOnlyWhenPrintedAndTheGpusOwn) {
  const std::pair<const char*, double> names[] = {
      {"NVIDIA A100-SXM4-80GB", 80},
      {"NVIDIA GeForce GTX 1060 3GB", 3},
      {"GeForce GTX 1050 3 GB Max-Q", 3},
      {"Tesla M40 24GB", 24},
      {"NVIDIA A100 80G...", 80},
      {"MIG 1g.24gb+me", 24},
      {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 5},
      {"GRID A100D-2-20C", 20},
      {"GRID P4-2B4", 2},
      {"GRID A100X-1-5CME", 5},
      {"NVIDIA L40S-0B", 0.5},
      {"GH200 144G HBM3e", 144},
      {"NVIDIA RTX 4090D 48GB", 48},
      {"Radeon Instinct MI50 32GB", 32},
      {"NVIDIA A40-12", 12},
  };
  for (const auto& [name, size] : names) {
    EXPECT_EQ(parse_gpu_name(name).vram_gb_in_name, std::optional<double>(size)) << name;
  }
  for (const char* name : {"NVIDIA GH200 480GB", "NVIDIA H100 NVL", "GeForce RTX 3080", "AMD Radeon RX 580 2048SP",
                           "NVIDIA P104-100", "AMD Radeon RX 480 4GB/8GB", "CMP 100-200", "NVIDIA H20-3e"}) {
    EXPECT_EQ(parse_gpu_name(name).vram_gb_in_name, std::nullopt) << name;
  }
}

TEST(GpuName, ACutOffNameSaysWhatIsLeft) {
  const GpuName half = parse_gpu_name("NVIDIA GeForce RTX 307...");
  EXPECT_EQ(half.architecture, Text("Ampere"));
  EXPECT_EQ(half.confidence, "likely");
  EXPECT_EQ(half.generation, Text("30"));
  EXPECT_EQ(half.tier, std::nullopt);
  EXPECT_EQ(half.form_factor, std::nullopt);
  EXPECT_EQ(half.matched, "NVIDIA GeForce RTX 307\xE2\x80\xA6");
  const GpuName whole = parse_gpu_name("NVIDIA GeForce RTX 3060 ...");
  EXPECT_EQ(whole.tier, Text("60"));
  EXPECT_EQ(whole.suffix, std::nullopt);
  EXPECT_EQ(whole.form_factor, std::nullopt);
  EXPECT_EQ(parse_gpu_name("NVIDIA A100-SXM...").architecture, Text("Ampere"));
  EXPECT_EQ(parse_gpu_name("NVIDIA RTX A60...").architecture, Text("Ampere"));
  EXPECT_THAT(parse_gpu_name("NVIDIA GeForce RTX 205...").architecture_candidates, ElementsAre("Turing", "Ampere"));
}

TEST(GpuName, WrappersOfTheWebAndOfMesaAreLookedThrough) {
  const std::pair<const char*, const char*> names[] = {
      {"ANGLE (NVIDIA GeForce GTX 750 Direct3D11 vs_5_0 ps_5_0)", "Maxwell"},
      {"ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)", "Ampere"},
      {"ANGLE (AMD, ANGLE Metal Renderer: AMD Radeon Pro 5500M, Unspecified Version)", "RDNA 1"},
      {"ANGLE (Apple, ANGLE Metal Renderer: Apple M3 Max, Unspecified Version)", "Apple9"},
      {"D3D12 (NVIDIA GeForce RTX 3080)", "Ampere"},
      {"zink Vulkan 1.3(NVIDIA GeForce RTX 4070 (NVIDIA_PROPRIETARY))", "Ada Lovelace"},
      {"Quadro M2000M/PCIe/SSE2", "Maxwell"},
      {"01:00.0 VGA compatible controller: NVIDIA Corporation GA104 [GeForce RTX 3070] (rev a1)", "Ampere"},
      {"GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-5d5ba0d6-aaaa-bbbb-cccc-9e3d8d2b8a77)", "Ampere"},
  };
  for (const auto& [name, architecture] : names) {
    EXPECT_EQ(parse_gpu_name(name).architecture, Text(architecture)) << name;
  }
}

TEST(GpuName, AnyBytesAreReadInLinearTime) {
  std::mt19937 random(7);
  std::string bytes(std::size_t{1} << 16U, '\0');
  for (char& c : bytes) {
    c = static_cast<char>(random());
  }
  const GpuName noise = parse_gpu_name(bytes);
  EXPECT_LE(noise.name.size(), 1024U);
  for (const std::string& unit :
       {std::string("RTX 4090 "), std::string("9"), std::string("["), std::string("a."), std::string("GeForce "),
        std::string("1g."), std::string("\xE2\x84\xA2"), std::string("/")}) {
    std::string much;
    while (much.size() < 1000000) {
      much += unit;
    }
    static_cast<void>(parse_gpu_name(much));
  }
  EXPECT_EQ(parse_gpu_name(std::string("RTX\0 4090\x1B[31m", 14)).name.find('\x1B'), std::string::npos);
  EXPECT_EQ(parse_gpu_name("NVIDIA GeForce RTX 4090\r").name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(parse_gpu_name("\xFF\xFE GeForce RTX 4090").architecture, Text("Ada Lovelace"));
}

}  // namespace
}  // namespace lossline
