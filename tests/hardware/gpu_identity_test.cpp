// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_identity.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/gpu_badge.h"
#include "core/hardware/gpu_sysfs.h"
#include "core/hardware/names/gpu_reference.h"
#include "core/hardware/pci_product.h"
#include "tests/hardware/recorded_machines.h"

namespace lossline {
namespace {

using test::RecordedRoot;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kVga = "0x030000";

RecordedRoot& gpu(RecordedRoot& root, const char* vendor, const char* device, const char* revision = "0x00",
                  const char* driver = "") {
  return root.pci("0000:03:00.0", kVga, vendor, device, driver)
      .file("sys/devices/pci0000:00/0000:03:00.0/revision", std::string(revision) + "\n");
}

GpuFacts only(const RecordedRoot& root) {
  return root.read().gpus.at(0);
}

TEST(GpuIdentity, ATableNamesIdsThatTheSystemsFileLacks) {
  // Names: NVIDIA's open kernel modules, pci.ids of 2026. Architectures: the makers' pages of these products.
  struct {
    const char *vendor, *device, *name, *chip, *architecture;
  } const kRows[] = {{"0x10de", "0x2c05", "NVIDIA GeForce RTX 5070 Ti", "GB203", "Blackwell"},
                     {"0x10de", "0x2d59", "NVIDIA GeForce RTX 5060 Laptop GPU", "GB206M", "Blackwell"},
                     {"0x10de", "0x2d83", "NVIDIA GeForce RTX 5050", "GB207", "Blackwell"},
                     {"0x10de", "0x28a3", "NVIDIA GeForce RTX 3050 A Laptop GPU", "AD107M", "Ada Lovelace"},
                     {"0x10de", "0x2335", "NVIDIA H200", "GH100", "Hopper"},
                     {"0x8086", "0xe20b", "Intel Arc B580", "Battlemage G21", "Xe2-HPG"},
                     {"0x8086", "0x7d55", "Intel Arc Graphics", "Meteor Lake-P", "Xe-LPG"},
                     {"0x8086", "0x64a0", "Intel Arc Graphics 130V / 140V", "Lunar Lake", "Xe2-LPG"},
                     {"0x1002", "0x74a1", "AMD Instinct MI300X", "Aqua Vanjaram", "CDNA 3"}};
  for (const auto& row : kRows) {
    RecordedRoot root;
    const HardwareFacts facts = gpu(root, row.vendor, row.device).read();
    EXPECT_EQ(facts.gpus.at(0).name, row.name);
    EXPECT_EQ(facts.gpus[0].chip, row.chip) << row.name;
    EXPECT_EQ(facts.gpus[0].architecture, row.architecture) << row.name;
    EXPECT_EQ(facts.sources.at("gpus[0].name").source, "table") << row.name;
    EXPECT_EQ(facts.sources.at("gpus[0].architecture").source, "table") << row.name;
  }
}

TEST(GpuIdentity, AmdsProductsOfOneIdAreToldApartByRevision) {
  // libdrm's amdgpu.ids.
  struct {
    const char *device, *revision, *name, *architecture;
  } const kRows[] = {{"0x744c", "0xc8", "AMD Radeon RX 7900 XTX", "RDNA 3"},
                     {"0x744c", "0xcc", "AMD Radeon RX 7900 XT", "RDNA 3"},
                     {"0x7550", "0xc0", "AMD Radeon RX 9070 XT", "RDNA 4"},
                     {"0x7550", "0xc3", "AMD Radeon RX 9070", "RDNA 4"},
                     {"0x150e", "0xc4", "AMD Radeon 880M Graphics", "RDNA 3.5"},
                     {"0x1900", "0x01", "AMD Radeon 780M Graphics", "RDNA 3"}};
  for (const auto& row : kRows) {
    RecordedRoot root;
    root.pci_ids();
    const GpuFacts facts = only(gpu(root, "0x1002", row.device, row.revision, "amdgpu"));
    EXPECT_EQ(facts.name, row.name);
    EXPECT_EQ(facts.architecture, row.architecture) << row.name;
  }
  RecordedRoot root;  // a revision that nobody has told of
  root.pci_ids();
  const HardwareFacts facts = gpu(root, "0x1002", "0x744c", "0x77").read();
  EXPECT_EQ(facts.gpus[0].name, "AMD Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M");
  EXPECT_EQ(facts.gpus[0].generation, "7000");
  EXPECT_EQ(facts.gpus[0].suffix, std::nullopt) << "four products do not agree";
  EXPECT_EQ(facts.gpus[0].form_factor, std::nullopt);
  EXPECT_EQ(facts.sources.at("gpus[0].brand").confidence, "likely");
  EXPECT_EQ(facts.sources.at("gpus[0].architecture").confidence, "certain") << "that is the chip's";
}

TEST(GpuIdentity, ProductsBehindASlashAreCompleted) {
  EXPECT_THAT(listed_products("AMD Radeon RX 470/480/570"),
              ElementsAre("AMD Radeon RX 470", "AMD Radeon RX 480", "AMD Radeon RX 570"));
  EXPECT_THAT(listed_products("AMD Radeon RX 5500/5500M / Pro 5300"),
              ElementsAre("AMD Radeon RX 5500", "AMD Radeon RX 5500M", "AMD Radeon Pro 5300"));
  EXPECT_THAT(listed_products("GeForce GTX 1650 / GeForce GTX 1650 with Max-Q Design"),
              ElementsAre("GeForce GTX 1650", "GeForce GTX 1650 with Max-Q Design"));
  EXPECT_FALSE(lists_products("GeForce RTX 3060 Mobile / Max-Q"));
  EXPECT_THAT(listed_products("///"), IsEmpty());
}

TEST(GpuIdentity, TheBetterSourceGoesBeforeTheName) {
  HardwareFacts facts;
  facts.gpus.resize(1);
  facts.gpus[0].name = "NVIDIA GeForce GTX 1060";  // what cloud gaming calls a part of an L40S
  facts.gpus[0].architecture = "Ada Lovelace";
  facts.sources["gpus[0].name"] = facts.sources["gpus[0].architecture"] = {"nvml", "certain"};
  add_gpu_identity(facts);
  EXPECT_EQ(facts.gpus[0].architecture, "Ada Lovelace");
  EXPECT_EQ(facts.gpus[0].tier, "60");
  for (const auto& [path, source] : facts.sources) {
    EXPECT_TRUE(source.source == "nvml" || source.confidence == "likely") << path;
  }
}

TEST(GpuIdentity, AnotherMakersNameTellsNothing) {
  HardwareFacts facts;
  facts.gpus.resize(1);
  facts.gpus[0].vendor = "NVIDIA";
  facts.gpus[0].name = "Intel(R) UHD Graphics 630";  // a driver that lies
  facts.gpus[0].architecture = "Turing";
  facts.sources["gpus[0].name"] = facts.sources["gpus[0].architecture"] = {"nvml", "certain"};
  add_gpu_identity(facts);
  EXPECT_EQ(facts.gpus[0].form_factor, std::nullopt);
  EXPECT_EQ(facts.gpus[0].generation, std::nullopt);
  EXPECT_FALSE(facts.gpus[0].memory_shared);
  EXPECT_EQ(facts.gpus[0].architecture, "Turing");
  EXPECT_EQ(facts.sources.at("gpus[0].name").confidence, "likely");
}

TEST(GpuIdentity, ASecondCallForgetsTheFirstName) {
  HardwareFacts facts;
  facts.gpus.resize(1);
  facts.gpus[0].name = "NVIDIA GeForce RTX 4070 Ti SUPER";
  add_gpu_identity(facts);
  EXPECT_EQ(gpu_badge(facts.gpus[0]), "40 series \xC2\xB7 Ada Lovelace \xC2\xB7 70 upper-mid \xC2\xB7 Ti SUPER");
  EXPECT_EQ(facts.sources.at("gpus[0].architecture").source, "name");
  const auto before = facts.sources.size();
  add_gpu_identity(facts);
  EXPECT_EQ(facts.sources.size(), before);
  facts.gpus[0].name = "GeForce GT 730";
  add_gpu_identity(facts);
  EXPECT_EQ(facts.gpus[0].suffix, std::nullopt);
  EXPECT_EQ(facts.gpus[0].architecture, std::nullopt);
  EXPECT_THAT(facts.gpus[0].architecture_candidates, ::testing::UnorderedElementsAre("Fermi", "Kepler"));
  EXPECT_EQ(facts.sources.count("gpus[0].suffix"), 0U);
  facts.gpus[0].name.reset();
  add_gpu_identity(facts);
  EXPECT_EQ(gpu_badge(facts.gpus[0]), "");
  EXPECT_THAT(facts.sources, IsEmpty());
}

TEST(GpuBadge, SaysWhatNamesTell) {
  const auto badge = [](const char* name) { return gpu_badge(parse_gpu_name(name)); };
  EXPECT_EQ(badge("NVIDIA GeForce RTX 4070 Laptop GPU"),
            "40 series \xC2\xB7 Ada Lovelace \xC2\xB7 70 upper-mid \xC2\xB7 laptop");
  EXPECT_EQ(badge("AMD Radeon RX 7900 XTX"), "7000 series \xC2\xB7 RDNA 3 \xC2\xB7 90 \xC2\xB7 XTX");
  EXPECT_EQ(badge("Intel Arc B580"), "B series \xC2\xB7 Xe2-HPG \xC2\xB7 580");
  EXPECT_EQ(badge("\x01\xFF"), "");
}

TEST(GpuSysfs, AmdTellsMemoryLoadHeatPowerAndPeak) {
  RecordedRoot root;
  root.pci_ids();
  gpu(root, "0x1002", "0x744c", "0xc8", "amdgpu");
  const std::string folder = "sys/devices/pci0000:00/0000:03:00.0/";
  root.file(folder + "mem_info_vram_total", "25753026560\n").file(folder + "mem_info_vram_used", "1073741824\n");
  root.file(folder + "gpu_busy_percent", "37\n").file(folder + "pp_dpm_sclk", "0: 500Mhz\n1: 2304Mhz *\n2: 2525Mhz\n");
  root.file(folder + "pp_dpm_mclk", "0: 96Mhz *\n1: 1249Mhz\n");
  root.file(folder + "hwmon/hwmon4/temp1_input", "54000\n").file(folder + "hwmon/hwmon4/power1_average", "93000000\n");
  root.file(folder + "hwmon/hwmon4/power1_cap", "303000000\n");
  root.file("sys/class/kfd/kfd/topology/nodes/0/properties", "simd_count 0\nlocation_id 0\ndomain 0\n");
  root.file("sys/class/kfd/kfd/topology/nodes/1/properties",
            "simd_count 192\nsimd_per_cu 2\nlocation_id 768\ndomain 0\nmax_engine_clk_fcompute 2526\n");
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.gpus[0].memory_total_bytes, 25753026560ULL);
  EXPECT_EQ(facts.gpus[0].memory_free_bytes, 25753026560ULL - 1073741824ULL);
  EXPECT_EQ(facts.sources.at("gpus[0].memory_total_bytes").source, "sysfs");
  // 96 compute units, by AMD's page of the RX 7900 XTX; 96 × 64 × 2 × 2.526 GHz.
  EXPECT_NEAR(facts.gpus[0].peak_fp32_gflops.value_or(0), 31039.488, 1e-6);
  EXPECT_EQ(facts.gpus[0].peak_clock->name, "maximum engine clock");
  const GpuReading now = read_gpu_sysfs(RootFiles(root.path()), facts.gpus[0]);
  EXPECT_EQ(now.busy_percent, 37);
  EXPECT_EQ(now.memory_used_bytes, 1073741824ULL);
  EXPECT_EQ(now.temperature_c, 54);
  EXPECT_EQ(now.power_w, 93);
  EXPECT_EQ(now.power_limit_w, 303);
  EXPECT_EQ(now.core_clock_mhz, 2304);
  EXPECT_EQ(now.memory_clock_mhz, 96);
}

TEST(GpuSysfs, FiguresOfNoSenseAreLeftOut) {
  for (const char* bad :
       {"", "-1\n", "x\n", "99999999999999999999999\n", "9223372036854775807\n", "nan\n", "1e3\n", "\xFF"}) {
    RecordedRoot root;
    gpu(root, "0x1002", "0x744c", "0xc8", "amdgpu");
    const std::string folder = "sys/devices/pci0000:00/0000:03:00.0/";
    for (const char* file : {"mem_info_vram_total", "mem_info_vram_used", "gpu_busy_percent", "pp_dpm_sclk",
                             "hwmon/hwmon1/temp1_input", "hwmon/hwmon1/power1_average", "hwmon/hwmon1/power1_cap"}) {
      root.file(folder + file, bad);
    }
    root.file("sys/class/kfd/kfd/topology/nodes/1/properties",
              std::string("simd_per_cu 2\nlocation_id 768\ndomain 0\nmax_engine_clk_fcompute 2526\nsimd_count ") + bad);
    const GpuFacts facts = only(root);
    EXPECT_EQ(facts.memory_total_bytes, std::nullopt) << bad;
    EXPECT_EQ(facts.peak_fp32_gflops, std::nullopt) << bad;
    const GpuReading now = read_gpu_sysfs(RootFiles(root.path()), facts);
    EXPECT_EQ(now.busy_percent, std::nullopt) << bad;
    EXPECT_EQ(now.power_w, std::nullopt) << bad;
    EXPECT_EQ(now.core_clock_mhz, std::nullopt) << bad;
  }
}

TEST(GpuSysfs, IntelTellsByBothDrivers) {
  RecordedRoot root;
  gpu(root, "0x8086", "0xe20b", "0x00", "xe");
  const std::string folder = "sys/devices/pci0000:00/0000:03:00.0/";
  root.file(folder + "tile0/physical_vram_size_bytes", "12884901888\n");
  root.file(folder + "tile0/gt0/freq0/cur_freq", "2850\n").file(folder + "hwmon/hwmon3/temp2_input", "48000\n");
  const GpuFacts facts = only(root);
  EXPECT_FALSE(facts.memory_shared);
  EXPECT_EQ(facts.memory_total_bytes, 12884901888ULL);
  EXPECT_EQ(facts.memory_free_bytes, std::nullopt) << "nobody told what is used";
  const GpuReading now = read_gpu_sysfs(RootFiles(root.path()), facts);
  EXPECT_EQ(now.core_clock_mhz, 2850);
  EXPECT_EQ(now.temperature_c, 48);

  RecordedRoot laptop;
  test::hybrid_laptop(laptop);
  laptop.file("sys/devices/pci0000:00/0000:00:02.0/drm/card0/gt_cur_freq_mhz", "300\n");
  const GpuFacts shared = only(laptop);
  EXPECT_TRUE(shared.memory_shared);
  EXPECT_EQ(read_gpu_sysfs(RootFiles(laptop.path()), shared).core_clock_mhz, 300);
}

TEST(GpuReference, FindsEverySizeOfAName) {
  const auto sizes = [](const char* name) {
    std::vector<double> out;
    for (const GpuReference& row : gpu_references(parse_gpu_name(name))) {
      out.push_back(row.memory_gb.value_or(0));
    }
    return out;
  };
  EXPECT_THAT(sizes("GeForce RTX 3080"), ElementsAre(10, 12));
  EXPECT_THAT(sizes("NVIDIA GeForce RTX 3080 12GB"), ElementsAre(12));
  EXPECT_THAT(sizes("rtx 3070 ti"), ElementsAre(8));
  EXPECT_THAT(sizes("NVIDIA Corporation AD103 [GeForce RTX 4070 Ti SUPER] (rev a1)"), ElementsAre(16));
  EXPECT_THAT(sizes("NVIDIA GeForce RTX 4090 Laptop GPU"), ElementsAre(16));
  EXPECT_THAT(sizes("NVIDIA GeForce RTX 4090 48GB"), IsEmpty()) << "no such card was sold";
  EXPECT_THAT(sizes("GeForce RTX 4090 D"), IsEmpty()) << "the next best is another card";
  EXPECT_THAT(sizes("AMD Radeon RX 7900 XTX"), ElementsAre(24));
  EXPECT_THAT(sizes("AMD Radeon RX 7900 XT"), IsEmpty());
  EXPECT_THAT(sizes("Intel(R) Arc(TM) B580 Graphics"), ElementsAre(12));
  EXPECT_THAT(sizes("NVIDIA A40-48Q"), IsEmpty()) << "a part of a card";
  EXPECT_THAT(sizes("llvmpipe"), IsEmpty());
  const auto rows = gpu_references(parse_gpu_name("RTX 4060"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_NEAR(rows[0].fp32_tflops.value_or(0), 24 * 128 * 2 * 2.46 / 1000, 0.01 * 15.1) << "24 SMs at 2460 MHz";
  EXPECT_EQ(rows[0].memory_gb_s, 272);
}

}  // namespace
}  // namespace lossline
