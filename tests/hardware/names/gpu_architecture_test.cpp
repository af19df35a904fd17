// SPDX-License-Identifier: GPL-3.0-or-later
// The truth is from public id tables, as in gpu_name_test.cpp.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/names/gpu_name.h"

namespace lossline {
namespace {

using testing::IsEmpty;

using Text = std::optional<std::string>;

TEST(GpuName, ArchitectureTheNameDecides) {
  const std::pair<const char*, const char*> names[] = {
      // Where the first two digits mislead.
      {"NVIDIA GeForce RTX 2050", "Ampere"},
      {"NVIDIA GeForce RTX 3050 A Laptop GPU", "Ada Lovelace"},
      {"GeForce GTX 745", "Maxwell"},
      {"GeForce GTX 750 Ti", "Maxwell"},
      {"GeForce 830M", "Maxwell"},
      {"GeForce GTX 850M", "Maxwell"},
      {"GeForce 405", "Tesla"},
      {"GeForce GTX 670M", "Fermi"},
      {"GeForce GTX 670MX", "Kepler"},
      {"GeForce GT 820M", "Fermi"},
      {"GeForce MX130", "Maxwell"},
      {"GeForce MX350", "Pascal"},
      {"NVIDIA GeForce MX450", "Turing"},
      {"NVIDIA GeForce MX570 A", "Ampere"},
      {"Quadro K620", "Maxwell"},
      {"Quadro K2200M", "Maxwell"},
      {"Quadro K2000", "Kepler"},
      // Five products of one number.
      {"Quadro 6000", "Fermi"},
      {"Quadro RTX 6000", "Turing"},
      {"NVIDIA RTX A6000", "Ampere"},
      {"NVIDIA RTX 6000 Ada Generation", "Ada Lovelace"},
      {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "Blackwell"},
      {"NVIDIA RTX 6000D", "Blackwell"},
      {"GeForce GTX TITAN X", "Maxwell"},
      {"NVIDIA TITAN X (Pascal)", "Pascal"},
      {"NVIDIA A100-SXM4-80GB", "Ampere"},
      {"NVIDIA A16", "Ampere"},
      {"NVIDIA B300 SXM6 AC", "Blackwell"},
      {"NVIDIA GB10", "Blackwell"},
      {"NVIDIA Thor", "Blackwell"},
      {"NVIDIA CMP 50HX", "Turing"},
      {"CMP 170HX", "Ampere"},
      {"P106-100", "Pascal"},
      {"Tesla M2090", "Fermi"},
      {"Tesla M60", "Maxwell"},
      {"Quadro FX 4000", "Curie"},
      {"Quadro FX 4800", "Tesla"},
      {"Orin (nvgpu)", "Ampere"},
      {"Xavier", "Volta"},
      {"NVIDIA Tegra X1", "Maxwell"},
      {"NV137", "Pascal"},
      {"NVIDIA Corporation GK107 [GeForce GT 730] (rev a1)", "Kepler"},
      {"NVIDIA Corporation GF119 [GeForce GT 710]", "Fermi"},
      // AMD.
      {"AMD Radeon RX 9070 XT", "RDNA 4"},
      {"AMD Radeon RX 6750 GRE 12GB", "RDNA 2"},
      {"AMD Radeon RX 5700 XT 50th Anniversary", "RDNA 1"},
      {"Radeon RX550/550 Series", "GCN 4"},
      {"AMD Radeon Pro W7900", "RDNA 3"},
      {"AMD Radeon Pro VII", "GCN 5"},
      {"AMD Radeon Pro 5600M", "RDNA 1"},
      {"AMD Instinct MI250X / MI250", "CDNA 2"},
      {"Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI350P]", "CDNA 4"},
      {"Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI300X]", "CDNA 3"},
      {"AMD Radeon RX Vega M GH Graphics", "GCN 4"},
      {"AMD Radeon RX Vega 8 Graphics WS", "GCN 5"},
      {"AMD Radeon 780M Graphics", "RDNA 3"},
      {"AMD Radeon 8060S Graphics", "RDNA 3.5"},
      {"AMD Radeon 6600M and 6700M Series", "TeraScale 2"},
      {"AMD Radeon HD 7790", "GCN 2"},
      {"AMD Radeon HD 7660G", "TeraScale 3"},
      {"AMD Radeon R9 Fury Series", "GCN 3"},
      {"AMD Custom GPU 0405", "RDNA 2"},
      {"Ellesmere", "GCN 4"},
      {"gfx906", "GCN 5"},
      {"gfx90a:sramecc+:xnack-", "CDNA 2"},
      {"gfx942", "CDNA 3"},
      {"gfx1036", "RDNA 2"},
      {"gfx1151", "RDNA 3.5"},
      {"AMD Radeon Graphics (radeonsi, renoir, LLVM 15.0.6, DRM 3.49, 6.1.0)", "GCN 5"},
      {"AMD Radeon RX 6600 (RADV NAVI23)", "RDNA 2"},
      // Intel.
      {"Intel(R) Arc(TM) A770 Graphics", "Xe-HPG"},
      {"Intel(R) Arc(TM) B580 Graphics", "Xe2-HPG"},
      {"Intel(R) Arc(TM) B390 GPU", "Xe3-LPG"},
      {"Intel(R) Arc(TM) 140V GPU (16GB)", "Xe2-LPG"},
      {"Intel(R) UHD Graphics 630", "Gen9.5"},
      {"Intel(R) UHD Graphics 770", "Xe-LP"},
      {"Intel(R) HD Graphics 4600", "Gen7.5"},
      {"Intel(R) HD Graphics P530", "Gen9"},
      {"Mesa Intel(R) UHD Graphics (ICL GT1)", "Gen11"},
      {"Intel Corporation Alder Lake-P GT2 [Iris Xe Graphics]", "Xe-LP"},
      {"Intel(R) Data Center GPU Max 1100", "Xe-HPC"},
      {"Intel(R) Graphics Gen9 [0x1912]", "Gen9"},
      // Others.
      {"Apple M3 Max", "Apple9"},
      {"virgl (ANGLE (Apple, Apple M4 Pro, OpenGL 4.1 Metal - 89.4))", "Apple9"},
      {"Mali-G78 MC20", "Valhall"},
      {"Turnip Adreno (TM) 750", "Adreno 7xx"},
  };
  for (const auto& [name, architecture] : names) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_EQ(got.architecture, Text(architecture)) << name;
    EXPECT_THAT(got.architecture_candidates, IsEmpty()) << name;
    EXPECT_NE(got.confidence, "unknown") << name;
    EXPECT_EQ(got.is_gpu, std::optional<bool>(true)) << name;
  }
}

TEST(GpuName, NamesOnChipsOfSeveralArchitecturesSayWhichOnes) {
  const std::pair<const char*, std::vector<std::string>> names[] = {
      {"GeForce GT 730", {"Fermi", "Kepler"}},
      {"NVIDIA GeForce GT 710", {"Fermi", "Kepler"}},
      {"GeForce GT 640M LE", {"Fermi", "Kepler"}},
      {"GeForce GT 630", {"Fermi", "Kepler"}},
      {"GeForce GT 640", {"Fermi", "Kepler"}},
      {"GeForce 820M", {"Fermi", "Kepler"}},
      {"GeForce GT 720M", {"Fermi", "Kepler"}},
      {"GeForce 710M", {"Fermi", "Kepler"}},
      {"GeForce 810M", {"Fermi", "Kepler"}},
      {"GeForce 710A", {"Fermi", "Kepler"}},
      {"GeForce GTX 860M", {"Maxwell", "Kepler"}},
      {"NVIDIA TITAN X", {"Maxwell", "Pascal"}},
      {"AMD Radeon R7 Graphics", {"GCN 2", "GCN 3"}},
      {"AMD Radeon R5E Graphics", {"GCN 2", "GCN 3"}},
      {"AMD Radeon R7 M340", {"GCN 1", "GCN 3"}},
      {"AMD Radeon R7 200 Series", {"GCN 1", "GCN 2"}},
      {"AMD Radeon R9 M200X Series", {"GCN 1", "GCN 2"}},
      {"AMD Radeon HD 7700 Series", {"GCN 1", "GCN 2"}},
      {"AMD Radeon R9 200 Series", {"GCN 1", "GCN 2", "GCN 3"}},
      {"gfx803", {"GCN 3", "GCN 4"}},
      {"Intel(R) UHD Graphics", {"Gen9.5", "Gen11", "Xe-LP"}},
      {"Mesa Intel(R) Graphics (ARL)", {"Xe-LPG", "Xe-LPG+"}},
      {"Iris", {"Gen7.5", "Gen8", "Gen9"}},
      {"Intel(R) Graphics Gen9 [0x9bc4]", {"Gen9", "Gen9.5"}},
      {"NVIDIA GeForce RTX 3050 ...", {"Ampere", "Ada Lovelace"}},
  };
  for (const auto& [name, candidates] : names) {
    const GpuName got = parse_gpu_name(name);
    EXPECT_EQ(got.architecture, std::nullopt) << name;
    EXPECT_THAT(got.architecture_candidates, testing::UnorderedElementsAreArray(candidates)) << name;
    EXPECT_EQ(got.confidence, "unknown") << name;
  }
}

}  // namespace
}  // namespace lossline
