// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_answer.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using ::testing::IsEmpty;
using State = NvmlFacts::State;

/// The one device of an answer whose members are these.
NvmlDevice device_of(const std::string& members) {
  const NvmlAnswer answer = parse_nvml_answer(R"({"state":"ok","devices":[{)" + members + "}]}");
  EXPECT_EQ(answer.state, State::Answered);
  return answer.devices.size() == 1 ? answer.devices[0] : NvmlDevice();
}

TEST(NvmlAnswer, ReadsWhatTheHelperWrites) {
  const NvmlAnswer answer = parse_nvml_answer(
      R"({"state":"ok","detail":"","driver_version":"550.54.14","cuda_version":"12.4","devices":[{"index":0,
      "pci_address":"00000000:0A:00.0","name":"NVIDIA A100-SXM4-40GB","memory_total_bytes":42949672960,
      "memory_free_bytes":42000000000,"memory_used_bytes":900000000,"compute_capability":"8.0","architecture":"Ampere",
      "cuda_cores":6912,"memory_bus_width_bits":5120,"max_graphics_clock_mhz":1410,"max_memory_clock_mhz":1215,
      "power_w":51.2,"temperature_c":30,"mig":{"enabled":true,"slices":["1g.5gb","3g.20gb"]}}]})");
  EXPECT_EQ(answer.state, State::Answered);
  EXPECT_EQ(answer.driver_version, "550.54.14");
  EXPECT_EQ(answer.cuda_version, "12.4");
  ASSERT_EQ(answer.devices.size(), 1U);
  const NvmlDevice& device = answer.devices[0];
  EXPECT_EQ(device.pci_address, "0000:0a:00.0");
  EXPECT_EQ(device.memory_total_bytes, 40ULL << 30U);
  EXPECT_EQ(device.cuda_cores, 6912);
  EXPECT_EQ(device.power_w, 51.2);
  EXPECT_THAT(device.mig_slices, ::testing::ElementsAre("1g.5gb", "3g.20gb"));
  EXPECT_EQ(device.power_limit_w, std::nullopt);
}

TEST(NvmlAnswer, NamesEveryState) {
  EXPECT_EQ(parse_nvml_answer(R"({"state":"no_library"})").state, State::NoLibrary);
  EXPECT_EQ(parse_nvml_answer(R"({"state":"no_driver","detail":"x\u001b[1my"})").detail, "x[1my");
  EXPECT_EQ(parse_nvml_answer(R"({"state":"version_mismatch"})").state, State::VersionMismatch);
  EXPECT_EQ(parse_nvml_answer(R"({"state":"no_permission"})").state, State::NoPermission);
  const NvmlAnswer failed = parse_nvml_answer(R"({"state":"failed","devices":[{"name":"NVIDIA T4"}]})");
  EXPECT_EQ(failed.state, State::Failed);
  EXPECT_THAT(failed.devices, IsEmpty());
}

TEST(NvmlAnswer, IsNonsenseWhereTheWholeIs) {
  std::string many = R"({"state":"ok","devices":[{})";
  for (int i = 0; i < 1000; ++i) {
    many += ",{}";
  }
  const std::string cases[] = {"",
                               "not JSON",
                               "[]",
                               "null",
                               "7",
                               R"({"state":7})",
                               R"({"state":"fine"})",
                               "{}",
                               R"({"state":"ok","devices":{"name":"NVIDIA T4"}})",
                               many + "]}",
                               "{\"state\":\"ok\"",
                               "{\"state\":\"ok\",\"detail\":\"\xff\"}",
                               std::string(600000, '['),
                               R"({"state":"ok","detail":")" + std::string(2U << 20U, 'x') + "\"}"};
  for (const std::string& text : cases) {
    const NvmlAnswer answer = parse_nvml_answer(text);
    EXPECT_EQ(answer.state, State::Nonsense) << text.substr(0, 60);
    EXPECT_THAT(answer.devices, IsEmpty());
  }
}

TEST(NvmlAnswer, DropsWhatCantBeTrueFieldByField) {
  const NvmlDevice more_free = device_of(R"("name":"NVIDIA T4","memory_total_bytes":1024,"memory_free_bytes":2048)");
  EXPECT_EQ(more_free.memory_total_bytes, 1024U);
  EXPECT_EQ(more_free.memory_free_bytes, std::nullopt);
  EXPECT_EQ(more_free.name, "NVIDIA T4");
  const NvmlDevice both =
      device_of(R"("memory_total_bytes":1024,"memory_free_bytes":800,"memory_used_bytes":800,"memory_unified":true)");
  EXPECT_EQ(both.memory_free_bytes, std::nullopt);
  EXPECT_EQ(both.memory_used_bytes, std::nullopt);
  EXPECT_FALSE(both.memory_unified);
  const NvmlDevice absurd = device_of(
      R"("memory_total_bytes":90000000000000000,"memory_free_bytes":1,"temperature_c":251,"power_w":-1,"cuda_cores":-5,
      "memory_bus_width_bits":1e9,"max_graphics_clock_mhz":4000000000,"utilisation_percent":101,"compute_capability":"8",
      "graphics_clock_mhz":1e300)");
  EXPECT_EQ(absurd.memory_total_bytes, std::nullopt);
  EXPECT_EQ(absurd.memory_free_bytes, std::nullopt);
  EXPECT_EQ(absurd.temperature_c, std::nullopt);
  EXPECT_EQ(absurd.power_w, std::nullopt);
  EXPECT_EQ(absurd.cuda_cores, std::nullopt);
  EXPECT_EQ(absurd.memory_bus_width_bits, std::nullopt);
  EXPECT_EQ(absurd.max_graphics_clock_mhz, std::nullopt);
  EXPECT_EQ(absurd.utilisation_percent, std::nullopt);
  EXPECT_EQ(absurd.compute_capability, std::nullopt);
  EXPECT_EQ(device_of(R"("temperature_c":-51)").temperature_c, std::nullopt);
  EXPECT_EQ(device_of(R"("temperature_c":-50)").temperature_c, -50);
}

TEST(NvmlAnswer, DropsWrongTypes) {
  const NvmlDevice device = device_of(
      R"("name":["NVIDIA T4"],"memory_total_bytes":"16","pci_address":7,"compute_capability":8.9,"mig":true,
      "temperature_c":"hot","architecture":{}, "memory_unified":"yes")");
  EXPECT_EQ(device.name, std::nullopt);
  EXPECT_EQ(device.memory_total_bytes, std::nullopt);
  EXPECT_EQ(device.pci_address, std::nullopt);
  EXPECT_EQ(device.compute_capability, std::nullopt);
  EXPECT_EQ(device.architecture, std::nullopt);
  EXPECT_EQ(device.temperature_c, std::nullopt);
  EXPECT_FALSE(device.memory_unified || device.mig_enabled);
  EXPECT_THAT(parse_nvml_answer(R"({"state":"ok","devices":[7,null,"x"]})").devices, IsEmpty());
}

TEST(NvmlAnswer, TakesNoNameThatIsNoCleanText) {
  EXPECT_EQ(device_of(R"("name":"NVIDIA \u001b[31mT4")").name, std::nullopt);
  EXPECT_EQ(device_of(R"("name":"NVIDIA T4\u202e")").name, std::nullopt);
  EXPECT_EQ(device_of(R"("name":"NVIDIA \ufffd\ufffd")").name, std::nullopt);
  EXPECT_EQ(device_of(R"("name":")" + std::string(10000, 'N') + "\"").name, std::nullopt);
  EXPECT_EQ(device_of(R"("name":"")").name, std::nullopt);
  EXPECT_EQ(device_of(R"("name":" NVIDIA T4 ")").name, "NVIDIA T4");
}

TEST(NvmlAnswer, KeepsOneDeviceOfAnAddress) {
  const NvmlAnswer answer = parse_nvml_answer(
      R"({"state":"ok","devices":[{"pci_address":"0000:01:00.0","name":"A"},{"pci_address":"00000000:01:00.0","name":"B"},
      {"pci_address":"nowhere","name":"C"}]})");
  ASSERT_EQ(answer.devices.size(), 2U);
  EXPECT_EQ(answer.devices[0].name, "A");
  EXPECT_EQ(answer.devices[1].pci_address, std::nullopt);
}

}  // namespace
}  // namespace lossline
