// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_advice.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

GpuFacts gpu_of(const char* vendor, std::optional<std::string> driver = std::nullopt) {
  GpuFacts gpu;
  gpu.vendor = vendor;
  gpu.driver = std::move(driver);
  return gpu;
}

HardwareFacts machine(std::vector<GpuFacts> gpus, std::optional<std::string> nvidia = std::nullopt) {
  HardwareFacts facts;
  facts.gpus = std::move(gpus);
  facts.nvidia_driver_version = std::move(nvidia);
  for (std::size_t i = 0; i < facts.gpus.size(); ++i) {
    facts.gpus[i].index = static_cast<int>(i);
  }
  explain_unasked_gpus(facts);
  return facts;
}

const CudaFacts kNotAsked{};

CudaFacts cpu_only() {
  CudaFacts cuda;
  cuda.why_not = "This LibTorch was built without CUDA; take one with it.";
  return cuda;
}

CudaFacts working(int devices) {
  CudaFacts cuda;
  cuda.built_version = "12.1";
  cuda.cudnn_version = "8.9.2";
  cuda.is_available = true;
  cuda.device_count = devices;
  cuda.current_device = 0;
  return cuda;
}

CudaFacts refusing(std::optional<std::string> why) {
  CudaFacts cuda;
  cuda.built_version = "12.1";
  cuda.why_not = std::move(why);
  return cuda;
}

struct Case {
  const char* what;
  HardwareFacts facts;
  CudaFacts cuda;
  std::string has, has_not;  ///< parts of the sentence; empty `has`: a GPU can be used
};

TEST(WhyNoGpu, TellsTheStatesApart) {
  const std::string old = "The NVIDIA driver 470 is too old for CUDA 12.1; update it.";
  const HardwareFacts none = machine({});
  const HardwareFacts others = machine({gpu_of("Intel", "i915"), gpu_of("AMD", "amdgpu"), gpu_of("AMD", "amdgpu")});
  const HardwareFacts bare = machine({gpu_of("Intel", "i915"), gpu_of("NVIDIA")});
  const HardwareFacts nouveau = machine({gpu_of("NVIDIA", "nouveau")});
  const HardwareFacts set_aside = machine({gpu_of("NVIDIA", "vfio-pci")});
  const HardwareFacts refused = machine({gpu_of("NVIDIA")}, "570.86.10");
  const HardwareFacts ready = machine({gpu_of("NVIDIA", "nvidia")}, "470.256.02");
  const HardwareFacts off_the_bus = machine({}, "540.4.0");
  HardwareFacts hanging = none, absent = none, listing_none = off_the_bus, mismatched = off_the_bus;
  listing_none.nvml.state = NvmlFacts::State::Answered;
  mismatched.nvml.state = NvmlFacts::State::VersionMismatch;
  hanging.nvml.state = NvmlFacts::State::Hung;
  absent.nvml.state = NvmlFacts::State::NoDriver;
  const Case cases[] = {
      {"no GPU", none, kNotAsked, "shows no GPU", "NVIDIA driver"},
      {"no GPU, and a library that hangs", hanging, kNotAsked, "NVIDIA's driver does not answer",
       "Train on the CPU here"},
      {"no GPU, and a library alone", absent, kNotAsked, "Train on the CPU here", "NVIDIA's kernel module"},
      {"no GPU, asked", none, cpu_only(), "shows no GPU", "built without CUDA"},
      {"other makers", others, kNotAsked, "only an Intel GPU and an AMD GPU.", "shows no GPU"},
      {"virtual", machine({gpu_of("VMware", "vmwgfx")}), cpu_only(), "a virtual display adapter (VMware)", "no GPU"},
      {"no driver", bare, kNotAsked, "No NVIDIA driver is loaded", "built without CUDA"},
      {"no driver and no CUDA", bare, cpu_only(), "restart. This LibTorch was built without CUDA", "Intel"},
      {"no driver, CUDA built", bare, refusing("CUDA's words"), "No NVIDIA driver is loaded", "CUDA's words"},
      {"nouveau", nouveau, kNotAsked, "driver nouveau, which has no CUDA", "No NVIDIA driver"},
      {"vfio", set_aside, kNotAsked, "set aside for virtual machines (driver vfio-pci)", "install"},
      {"driver refused the GPU", refused, kNotAsked, "570.86.10 is loaded but does not run this GPU", "install"},
      {"ready, not asked", ready, kNotAsked, "has not been asked", "built without CUDA"},
      {"ready, CPU-only LibTorch", ready, cpu_only(), "built without CUDA; take one", "driver"},
      {"ready, CUDA says no", ready, refusing(old), old, "built without"},
      {"ready, CUDA says nothing", ready, refusing(std::nullopt), "offers no device", "built without"},
      {"ready, empty words", ready, refusing(""), "offers no device", "built without"},
      {"available without a device", ready, working(0), "offers no device", "built without"},
      {"not on the bus, asked", off_the_bus, refusing(old), old, "shows no GPU"},
      {"a driver that lists none", listing_none, kNotAsked, "lists no GPU", "this GPU"},
      {"not on the bus, updated", mismatched, kNotAsked, "was updated while the machine ran", "has not been asked"},
      {"not on the bus, not asked", off_the_bus, kNotAsked, "has not been asked", "shows no GPU"},
      {"usable", ready, working(1), "", ""},
      {"usable, not on the bus", none, working(1), "", ""},
  };
  for (Case c : cases) {
    merge_cuda(c.facts, c.cuda);
    const std::optional<std::string> why = why_no_gpu(c.facts);
    ASSERT_EQ(why.has_value(), !c.has.empty()) << c.what;
    if (why) {
      EXPECT_THAT(*why, AllOf(HasSubstr(c.has), Not(HasSubstr(c.has_not)))) << c.what;
      EXPECT_EQ(why->back(), '.') << c.what;
    }
  }
}

TEST(WhyNoGpu, HasWordsOfItsOwnWhereTheEngineGaveNone) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  merge_cuda(facts, refusing(std::nullopt));
  facts.cuda.built_version.reset();
  facts.cuda.why_not = "";
  EXPECT_THAT(why_no_gpu(facts).value_or(""), HasSubstr("built without CUDA"));
}

TEST(MergeCuda, MakesTheNvidiaGpuUsableAndLeavesTheOthers) {
  HardwareFacts facts = machine({gpu_of("Intel", "i915"), gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  merge_cuda(facts, working(1));
  EXPECT_FALSE(facts.gpus[0].usable);
  EXPECT_EQ(facts.gpus[0].why_not, "Lossline trains on NVIDIA GPUs through CUDA; this is an Intel GPU.");
  EXPECT_TRUE(facts.gpus[1].usable);
  EXPECT_EQ(facts.gpus[1].why_not, std::nullopt);
  EXPECT_EQ(facts.cuda.built_version, "12.1");
}

TEST(MergeCuda, DoesNotGuessWhichOfSeveralGpusCudaOffers) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "nvidia"), gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  merge_cuda(facts, working(1));
  for (const GpuFacts& gpu : facts.gpus) {
    EXPECT_FALSE(gpu.usable);
    EXPECT_THAT(gpu.why_not.value_or(""), HasSubstr("1 of the 2"));
  }
  EXPECT_EQ(why_no_gpu(facts), std::nullopt) << "one can train all the same";
  merge_cuda(facts, working(2));
  EXPECT_TRUE(facts.gpus[0].usable && facts.gpus[1].usable);
}

TEST(MergeCuda, KeepsAGpuWithoutCudaDriverOutOfTheCount) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "vfio-pci"), gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  merge_cuda(facts, working(1));
  EXPECT_FALSE(facts.gpus[0].usable);
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("vfio-pci"));
  EXPECT_TRUE(facts.gpus[1].usable);
}

TEST(MergeCuda, BelievesCudaWhereAContainerHidesTheDriver) {
  HardwareFacts facts = machine({gpu_of("NVIDIA")});
  merge_cuda(facts, working(1));
  EXPECT_TRUE(facts.gpus[0].usable);
}

TEST(MergeCuda, GivesTheEnginesReasonToAGpuThatIsReady) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "nvidia"), gpu_of("NVIDIA", "nouveau")}, "535.183.01");
  merge_cuda(facts, cpu_only());
  EXPECT_EQ(facts.gpus[0].why_not, cpu_only().why_not);
  EXPECT_THAT(facts.gpus[1].why_not.value_or(""), HasSubstr("nouveau"));
}

TEST(MergeCuda, CanBeDoneAgainWithAnotherView) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  facts.sources["cpu.vendor"] = {"proc", "certain"};
  merge_cuda(facts, working(1));
  EXPECT_EQ(facts.sources.count("cuda.cudnn_version"), 1U);
  EXPECT_EQ(facts.sources.at("cuda.device_count").source, "cuda");
  merge_cuda(facts, cpu_only());
  EXPECT_FALSE(facts.gpus[0].usable);
  EXPECT_EQ(facts.sources.count("cuda.cudnn_version"), 0U) << "what this view does not tell";
  EXPECT_EQ(facts.sources.count("cuda.is_available"), 1U);
  merge_cuda(facts, kNotAsked);
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("not been asked"));
  EXPECT_EQ(facts.sources.size(), 1U) << "only the CPU's";
}

TEST(MergeCuda, AnAvailableCudaWithoutDevicesIsNotAvailable) {
  HardwareFacts facts = machine({gpu_of("NVIDIA", "nvidia")}, "535.183.01");
  merge_cuda(facts, working(0));
  EXPECT_FALSE(facts.cuda.is_available);
  EXPECT_TRUE(facts.cuda.why_not.has_value());
  EXPECT_FALSE(facts.gpus[0].usable);
}

TEST(MergeCuda, LeavesARecordedMachineAlone) {
  for (const bool driver : {true, false}) {
    HardwareFacts facts = driver ? machine({gpu_of("NVIDIA", "nvidia")}, "535.183.01") : HardwareFacts();
    facts.recorded = true;
    const HardwareFacts before = facts;
    merge_cuda(facts, working(1));
    EXPECT_FALSE(facts.cuda.is_available);
    for (std::size_t i = 0; i < facts.gpus.size(); ++i) {
      EXPECT_FALSE(facts.gpus[i].usable);
      EXPECT_EQ(facts.gpus[i].why_not, before.gpus[i].why_not);
    }
    EXPECT_THAT(why_no_gpu(facts).value_or(""), driver ? HasSubstr("recorded machine") : HasSubstr("shows no GPU"));
  }
}

}  // namespace
}  // namespace lossline
