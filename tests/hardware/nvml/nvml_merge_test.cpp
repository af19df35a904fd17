// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_merge.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hardware/recorded_machines.h"

namespace lossline {
namespace {

using ::testing::HasSubstr;
using State = NvmlFacts::State;

constexpr const char* k4090 =
    R"({"state":"ok","driver_version":"535.183.01","cuda_version":"12.2","devices":[{"index":0,
    "pci_address":"00000000:01:00.0","name":"NVIDIA GeForce RTX 4090","memory_total_bytes":25757220864,
    "memory_free_bytes":25000000000,"compute_capability":"8.9","cuda_cores":16384,"memory_bus_width_bits":384,
    "max_graphics_clock_mhz":3105,"max_memory_clock_mhz":10501,"mig":{"enabled":false,"slices":[]}}]})";

std::string source_of(const HardwareFacts& facts, const std::string& path) {
  const auto found = facts.sources.find(path);
  return found == facts.sources.end() ? "none" : found->second.source + " " + found->second.confidence;
}

TEST(MergeNvml, JoinsARecordedAnswerByAddress) {
  test::RecordedRoot root;
  test::one_nvidia(root);
  root.file("nvml.json", std::string(k4090) + "\n");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.nvml.state, State::Answered);
  EXPECT_EQ(facts.nvml.cuda_version, "12.2");
  EXPECT_EQ(facts.gpus[0].compute_capability, "8.9");
  EXPECT_EQ(facts.gpus[0].architecture, "Ada Lovelace");
  EXPECT_EQ(facts.gpus[0].pci_id, "10de:2684") << "what the bus said stays";
  for (const char* fact : {"name", "architecture", "memory_total_bytes", "memory_free_bytes", "compute_capability",
                           "peak_fp32_gflops", "peak_memory_gb_s"}) {
    EXPECT_EQ(source_of(facts, std::string("gpus[0].") + fact), "nvml certain") << fact;
  }
  EXPECT_EQ(source_of(facts, "nvidia_driver_version"), "proc certain");
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("recorded machine"));
}

TEST(MergeNvml, LeavesTheOthersOfALaptopAlone) {
  test::RecordedRoot root;
  test::nvidia_laptop(root);
  root.file("nvml.json", R"({"state":"ok","devices":[{"pci_address":"0000:01:00.0",
      "name":"NVIDIA GeForce RTX 3060 Laptop GPU","compute_capability":"8.6"}]})");
  const HardwareFacts facts = root.read();
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(facts.gpus[0].vendor, "Intel");
  EXPECT_EQ(source_of(facts, "gpus[0].name"), "pci_id certain");
  EXPECT_EQ(facts.gpus[1].name, "NVIDIA GeForce RTX 3060 Laptop GPU");
  EXPECT_EQ(facts.gpus[1].architecture, "Ampere");
}

TEST(MergeNvml, ARecordedAnswerMayBeAnything) {
  for (const std::string& text :
       {std::string(), std::string("\xff\xfe\x00", 3), std::string("{\"state\":\"ok\""), std::string(3U << 20U, '{')}) {
    test::RecordedRoot root;
    test::one_nvidia(root);
    root.file("nvml.json", text);
    const HardwareFacts facts = root.read();
    EXPECT_EQ(facts.nvml.state, State::NotReadable);
    EXPECT_THAT(facts.nvml.detail, ::testing::StartsWith("nvml.json could not be read: "));
    EXPECT_THAT(facts.gpus.at(0).why_not.value_or(""), HasSubstr("nvml.json could not be read: "));
  }
  test::RecordedRoot root;
  test::one_nvidia(root);
  EXPECT_EQ(root.read().nvml.state, State::NotAsked);
  root.folder("nvml.json");
  EXPECT_EQ(root.read().nvml.state, State::NotReadable);
  EXPECT_EQ(root.read().nvml.detail, "nvml.json could not be read: it is no plain file");
}

TEST(MergeNvml, AddsAGpuThatThePciBusDoesNotShow) {
  HardwareFacts facts;
  merge_nvml(facts, parse_nvml_answer(k4090));
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].vendor, "NVIDIA");
  EXPECT_EQ(source_of(facts, "gpus[0].vendor"), "nvml certain");
  EXPECT_EQ(facts.nvidia_driver_version, "535.183.01");
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("not been asked")) << "NVIDIA's driver runs it";
  merge_nvml(facts, parse_nvml_answer(k4090));
  EXPECT_EQ(facts.gpus.size(), 1U) << "the same one again";
}

TEST(MergeNvml, TakesTheOnlyOneForTheOnlyOne) {
  HardwareFacts facts;
  facts.gpus.resize(1);
  facts.gpus[0].vendor = "NVIDIA";
  facts.gpus[0].pci_address = "0000:01:00.0";
  const NvmlAnswer nameless = parse_nvml_answer(R"({"state":"ok","devices":[{"name":"NVIDIA T4"}]})");
  merge_nvml(facts, nameless);
  ASSERT_EQ(facts.gpus.size(), 1U);
  EXPECT_EQ(facts.gpus[0].name, "NVIDIA T4");
  facts.gpus.push_back(facts.gpus[0]);
  facts.gpus[1].index = 1;
  facts.gpus[1].name.reset();
  merge_nvml(facts, nameless);
  EXPECT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(facts.gpus[1].name, std::nullopt) << "which of the two it is, nobody said";
}

TEST(MergeNvml, KeepsAnUnknownCapabilityUnknown) {
  HardwareFacts facts;
  merge_nvml(facts, parse_nvml_answer(R"({"state":"ok","devices":[{"compute_capability":"14.2"}]})"));
  EXPECT_EQ(facts.gpus.at(0).compute_capability, "14.2");
  EXPECT_EQ(facts.gpus.at(0).architecture, std::nullopt);
}

TEST(MergeNvml, KnowsTheArchitectureOfEachCapability) {
  // NVIDIA's own list, CUDA GPU Compute Capability.
  const std::pair<const char*, const char*> truth[] = {
      {"2.1", "Fermi"},      {"3.7", "Kepler"},     {"5.2", "Maxwell"},    {"6.1", "Pascal"},       {"7.0", "Volta"},
      {"7.5", "Turing"},     {"8.0", "Ampere"},     {"8.7", "Ampere"},     {"8.9", "Ada Lovelace"}, {"9.0", "Hopper"},
      {"10.0", "Blackwell"}, {"11.0", "Blackwell"}, {"12.0", "Blackwell"}, {"12.1", "Blackwell"}};
  for (const auto& [capability, architecture] : truth) {
    EXPECT_EQ(architecture_of_compute_capability(capability), architecture) << capability;
  }
  for (const char* unknown : {"", "8", "8.4", "9.9", "13.0", "99.9"}) {
    EXPECT_EQ(architecture_of_compute_capability(unknown), std::nullopt) << unknown;
  }
}

}  // namespace
}  // namespace lossline
