// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/nvidia_driver.h"
#include "core/hardware/pci_ids.h"
#include "tests/hardware/recorded_machines.h"

namespace lossline {
namespace {

using test::RecordedRoot;
using ::testing::HasSubstr;

TEST(PciGpus, NvidiaWithItsDriverIsNamedByTheDriver) {
  RecordedRoot root;
  test::one_nvidia(root);
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 1U) << "its sound device is no GPU";
  const GpuFacts& gpu = facts.gpus[0];
  EXPECT_EQ(gpu.index, 0);
  EXPECT_EQ(gpu.name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(gpu.vendor, "NVIDIA");
  EXPECT_EQ(gpu.pci_id, "10de:2684");
  EXPECT_EQ(gpu.driver, "nvidia");
  EXPECT_FALSE(gpu.usable) << "only LibTorch can say so";
  EXPECT_THAT(gpu.why_not.value_or(""), HasSubstr("recorded machine"));
  EXPECT_EQ(facts.nvidia_driver_version, "535.183.01");
  EXPECT_EQ(facts.sources.at("gpus[0].name").source, "proc");
  for (const auto& [path, source] : facts.sources) {
    EXPECT_THAT(source.source, ::testing::AnyOf("proc", "sysfs", "pci_id", "name")) << path;
  }
}

TEST(PciGpus, NvidiaWithoutDriverIsNamedByTheTable) {
  RecordedRoot root;
  test::nvidia_without_driver(root);
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].name, "NVIDIA GeForce RTX 4070 Ti SUPER");
  EXPECT_EQ(facts.gpus[0].driver, std::nullopt);
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("No NVIDIA driver is loaded"));
  EXPECT_EQ(facts.nvidia_driver_version, std::nullopt);
  EXPECT_EQ(facts.sources.at("gpus[0].name").source, "pci_id");
}

TEST(PciGpus, LaptopHasBothInTheOrderOfTheBus) {
  RecordedRoot root;
  test::nvidia_laptop(root);
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(facts.gpus[0].vendor, "Intel");
  EXPECT_EQ(facts.gpus[1].name, "NVIDIA GeForce RTX 3060 Mobile / Max-Q");
  EXPECT_EQ(facts.gpus[1].index, 1);
  EXPECT_EQ(facts.nvidia_driver_version, "570.86.10");
  EXPECT_EQ(facts.sources.at("nvidia_driver_version").source, "sysfs");
}

TEST(PciGpus, AmdIsToldWhatLosslineTrainsOn) {
  RecordedRoot root;
  test::one_amd(root);
  const GpuFacts gpu = root.read().gpus.at(0);
  EXPECT_EQ(gpu.name, "AMD Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M");
  EXPECT_EQ(gpu.driver, "amdgpu");
  EXPECT_EQ(gpu.why_not, "Lossline trains on NVIDIA GPUs through CUDA; this is an AMD GPU.");
}

TEST(PciGpus, AmdAcceleratorsCountThoughTheyAreNoDisplays) {
  RecordedRoot root;
  root.pci("0000:05:00.0", "0x120000", "0x1002", "0x74a1", "amdgpu");
  root.pci("0000:06:00.0", "0x120000", "0x8086", "0x0b25", "idxd");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].pci_id, "1002:74a1");
}

TEST(PciGpus, LongDomainsComeLast) {
  RecordedRoot root;
  root.pci("10000:00:02.0", "0x030000", "0x8086", "0x46a6").pci("0000:ff:00.0", "0x030200", "0x10de", "0x2684");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(facts.gpus[0].pci_id, "10de:2684");
}

TEST(PciGpus, UnknownMakersAreNamedByTheTableOrNotAtAll) {
  RecordedRoot root;
  root.pci_ids().pci("0000:01:00.0", "0x038000", "0x9999", "0x0001").pci("0000:02:00.0", "0x038000", "0x9998", "0x1");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(facts.gpus[0].vendor, "Strange Video Works\xEF\xBF\xBD");
  EXPECT_EQ(facts.gpus[0].name, std::nullopt);
  EXPECT_EQ(facts.gpus[1].vendor, std::nullopt);
  EXPECT_EQ(facts.gpus[1].pci_id, "9998:0001");
  EXPECT_EQ(facts.gpus[1].why_not, "Lossline trains on NVIDIA GPUs through CUDA; this is a GPU of an unknown maker.");
}

TEST(PciGpus, DamagedEntriesKeepWhatIsSure) {
  RecordedRoot root;
  root.pci("0000:01:00.0", "0x030000", "zz", "0x2684").pci("0000:02:00.0", "", "0x10de", "0x2684");
  root.pci("0000:03:00.0", "0xffff00", "0x10de", "0x2684").pci("0000:04:00.0", "0x03ffffffff", "0x10de", "0x1");
  root.file("sys/bus/pci/devices/stray", "x");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].pci_id, std::nullopt);
  EXPECT_EQ(facts.gpus[0].vendor, std::nullopt);
}

TEST(PciIds, FindsOnlyTheVendorsOwnDevices) {
  RecordedRoot root;
  root.pci_ids();
  const RootFiles files(root.path());
  PciIds table(files);
  EXPECT_EQ(table.vendor(0x10de), "NVIDIA Corporation");
  EXPECT_EQ(table.device(0x10de, 0x2684), "AD102 [GeForce RTX 4090]") << "behind a remark";
  EXPECT_EQ(table.device(0x110a, 0x2684), "not a GPU of NVIDIA");
  EXPECT_EQ(table.device(0x8086, 0x2684), std::nullopt);
  EXPECT_EQ(table.device(0x1028, 0x4089), std::nullopt) << "a board's line is no device";
  EXPECT_EQ(table.vendor(0x0003), std::nullopt) << "the list of classes is no list of vendors";
}

TEST(PciIds, AreLookedForWhereOtherDistributionsKeepThem) {
  RecordedRoot root;
  root.file("usr/share/hwdata/pci.ids", "10de  NVIDIA Corporation\n\t2684  AD102 [GeForce RTX 4090]");
  const RootFiles files(root.path());
  EXPECT_EQ(PciIds(files).device(0x10de, 0x2684), "AD102 [GeForce RTX 4090]") << "the last line has no end";
}

TEST(NvidiaDriver, VersionIsReadFromBothFormsOfTheModule) {
  EXPECT_EQ(nvidia_version_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.256.02  Thu May  2 2024\n"),
            "470.256.02");
  EXPECT_EQ(nvidia_version_in("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.10  Release Build"),
            "570.86.10");
  EXPECT_EQ(nvidia_version_in("GCC version:\n12.2.0"), std::nullopt) << "only the first line is the driver's";
  for (const char* text : {"", "NVRM version: none", "1..2", ".5", "5.", "1234567890123456789012.5", "12a.3"}) {
    EXPECT_EQ(nvidia_version_in(text), std::nullopt) << text;
  }
}

TEST(Hex, ReadsWhatSysfsPrints) {
  EXPECT_EQ(parse_hex("0x10de"), 0x10deU);
  EXPECT_EQ(hex4(0x0a), "000a");
  for (const char* text : {"", "0x", "10de", "0xg", "0x1 ", "0x-1", "0x123456789"}) {
    EXPECT_EQ(parse_hex(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace lossline
