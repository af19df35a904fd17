// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_page.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/hardware/gpu_advice.h"

namespace lossline {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = GpuObstacle::Kind;
using State = NvmlFacts::State;

GpuFacts gpu_of(const char* vendor, std::optional<std::string> driver = std::nullopt) {
  GpuFacts gpu;
  gpu.vendor = vendor;
  gpu.driver = std::move(driver);
  return gpu;
}

/// One NVIDIA GPU on NVIDIA's driver, with a LibTorch for CUDA 12.1 that gives this reason.
HardwareFacts refused(std::optional<std::string> why, State state = State::Answered) {
  HardwareFacts facts;
  facts.gpus.push_back(gpu_of("NVIDIA", "nvidia"));
  facts.nvidia_driver_version = "535.183.01";
  facts.nvml.state = state;
  CudaFacts cuda;
  cuda.built_version = "12.1";
  cuda.why_not = std::move(why);
  merge_cuda(facts, cuda);
  return facts;
}

HardwareFacts cpu_only(std::vector<GpuFacts> gpus) {
  HardwareFacts facts;
  facts.gpus = std::move(gpus);
  CudaFacts cuda;
  cuda.why_not = "LibTorch 2.1 was built without CUDA; train on the CPU";
  merge_cuda(facts, cuda);
  return facts;
}

std::vector<Kind> kinds_of(const HardwareFacts& facts, const std::optional<std::string>& visible = std::nullopt) {
  std::vector<Kind> kinds;
  for (const GpuObstacle& obstacle : gpu_obstacles(facts, visible)) {
    EXPECT_FALSE(obstacle.title.empty() || obstacle.what.empty() || obstacle.next_step.empty()) << obstacle.title;
    kinds.push_back(obstacle.kind);
  }
  return kinds;
}

using Kinds = std::vector<Kind>;

TEST(GpuPage, TellsMachinesApart) {
  EXPECT_EQ(kinds_of(cpu_only({})), Kinds{Kind::NoGpu});
  EXPECT_EQ(kinds_of(cpu_only({gpu_of("AMD", "amdgpu")})), Kinds{Kind::OtherMakers});
  EXPECT_EQ(kinds_of(cpu_only({gpu_of("NVIDIA", "nouveau")})), (Kinds{Kind::OtherDriver, Kind::CpuOnlyLibTorch}));
  EXPECT_EQ(kinds_of(cpu_only({gpu_of("NVIDIA", "vfio-pci")})), (Kinds{Kind::SetAside, Kind::CpuOnlyLibTorch}));
  EXPECT_EQ(kinds_of(cpu_only({gpu_of("Intel", "i915"), gpu_of("NVIDIA")})),
            (Kinds{Kind::NoDriver, Kind::CpuOnlyLibTorch}));
  EXPECT_EQ(kinds_of(cpu_only({gpu_of("NVIDIA", "nvidia")})), Kinds{Kind::CpuOnlyLibTorch});
  HardwareFacts loaded = cpu_only({gpu_of("NVIDIA")});
  loaded.nvidia_driver_version = "570.86.10";
  EXPECT_EQ(kinds_of(loaded).front(), Kind::DriverRefused);
}

TEST(GpuPage, TellsTheDriversStatesApart) {
  const std::string why = "CUDA could not start: unknown error (error 999); check nvidia-smi, or train on the CPU";
  EXPECT_EQ(kinds_of(refused(why, State::VersionMismatch)), Kinds{Kind::VersionMismatch});
  EXPECT_EQ(kinds_of(refused(why, State::NoPermission)), Kinds{Kind::NoPermission});
  EXPECT_EQ(kinds_of(refused(why, State::Hung)), Kinds{Kind::DriverHangs});
  EXPECT_EQ(kinds_of(refused(why, State::Crashed)), Kinds{Kind::DriverCrashes});
  EXPECT_EQ(kinds_of(refused(why, State::Failed)), Kinds{Kind::DriverFails});
  EXPECT_EQ(kinds_of(refused(why, State::Nonsense)), Kinds{Kind::DriverFails});
  EXPECT_EQ(kinds_of(refused(why, State::NoDriver)), Kinds{Kind::NoDriver});
  EXPECT_EQ(kinds_of(refused(why, State::NoHelper)), Kinds{Kind::NoHelper});
  EXPECT_EQ(kinds_of(refused(why, State::NoLibrary)), Kinds{Kind::CudaFails});
  EXPECT_EQ(kinds_of(refused(why)), Kinds{Kind::CudaFails});
  HardwareFacts cut = refused(why);
  cut.gpus[0].mig_enabled = true;
  EXPECT_EQ(kinds_of(cut), Kinds{Kind::MigWithoutSlices});
}

TEST(GpuPage, TellsTheEnginesReasonsApart) {
  EXPECT_EQ(
      kinds_of(refused("the NVIDIA driver is too old: it can run CUDA 11.4, and this build needs 12.1; update the "
                       "driver, or train on the CPU")),
      Kinds{Kind::DriverTooOld});
  EXPECT_EQ(
      kinds_of(refused("this LibTorch has no code for Tesla K80 (compute capability 3.7); use a LibTorch built for "
                       "it, or train on the CPU")),
      Kinds{Kind::NoKernelImage});
  const std::string hidden =
      "the NVIDIA driver shows no usable GPU to this program; check CUDA_VISIBLE_DEVICES and nvidia-smi, or train on "
      "the "
      "CPU";
  EXPECT_EQ(kinds_of(refused(hidden)), Kinds{Kind::Hidden});
  EXPECT_EQ(kinds_of(refused(hidden), "-1"), Kinds{Kind::Hidden}) << "once";
  HardwareFacts old = refused("CUDA could not start");
  old.nvml.cuda_version = "11.4";
  EXPECT_EQ(kinds_of(old), Kinds{Kind::DriverTooOld});
  old.nvml.cuda_version = "12.0";
  EXPECT_EQ(kinds_of(old), Kinds{Kind::CudaFails}) << "within a major version the driver may be older";
}

TEST(GpuPage, KnowsWhatIsNotAskedAndWhatIsRecorded) {
  HardwareFacts facts;
  facts.gpus.push_back(gpu_of("NVIDIA", "nvidia"));
  EXPECT_EQ(kinds_of(facts), Kinds{Kind::NotAsked});
  facts.recorded = true;
  EXPECT_EQ(kinds_of(facts), Kinds{Kind::Recorded});
}

TEST(GpuPage, TellsWhatCouldNotBeLookedAt) {
  HardwareFacts facts = cpu_only({});
  facts.pci_unseen = "The PCI devices could not be looked at (there), so a GPU may be here unseen.";
  EXPECT_EQ(kinds_of(facts), Kinds{Kind::NotLookedAt});
  EXPECT_THAT(why_no_gpu(facts).value_or(""), ::testing::StartsWith(*facts.pci_unseen));
  facts = HardwareFacts();
  facts.recorded = true;
  facts.gpus.push_back(gpu_of("NVIDIA", "nvidia"));
  facts.nvml.state = State::NotReadable;
  facts.nvml.detail = "nvml.json could not be read: Permission denied";
  EXPECT_EQ(kinds_of(facts), (Kinds{Kind::AnswerNotReadable, Kind::Recorded}));
  EXPECT_THAT(gpu_obstacles(facts).front().what, HasSubstr(facts.nvml.detail));
}

TEST(GpuPage, IsEmptyWhereAGpuCanBeUsed) {
  HardwareFacts facts;
  facts.gpus = {gpu_of("NVIDIA", "nvidia"), gpu_of("NVIDIA", "nvidia")};
  facts.gpus[1].index = 1;
  CudaFacts cuda;
  cuda.built_version = "12.1";
  cuda.is_available = true;
  cuda.device_count = 2;
  merge_cuda(facts, cuda);
  EXPECT_THAT(kinds_of(facts), IsEmpty());
  EXPECT_THAT(kinds_of(facts, "0,1"), IsEmpty());
  cuda.device_count = 1;
  merge_cuda(facts, cuda);
  EXPECT_EQ(kinds_of(facts, "0"), Kinds{Kind::Hidden});
}

TEST(GpuAdvice, TellsEachStateOfNvmlInAnotherSentence) {
  std::set<std::string> sentences;
  const State states[] = {State::VersionMismatch, State::NoPermission, State::NoDriver, State::Hung,
                          State::Crashed,         State::Failed,       State::Nonsense, State::NoHelper,
                          State::NotReadable};
  for (const State state : states) {
    const HardwareFacts facts = refused("CUDA could not start", state);
    EXPECT_EQ(facts.gpus[0].why_not, why_no_gpu(facts));
    sentences.insert(facts.gpus[0].why_not.value_or(""));
  }
  EXPECT_EQ(sentences.size(), 9U);
  const HardwareFacts updated = refused("CUDA could not start", State::VersionMismatch);
  EXPECT_THAT(updated.gpus[0].why_not.value_or(""), HasSubstr("updated while the machine ran"));
}

TEST(GpuAdvice, BelievesCudaOverNvml) {
  HardwareFacts facts = refused("CUDA could not start", State::Hung);
  CudaFacts cuda;
  cuda.built_version = "12.1";
  cuda.is_available = true;
  cuda.device_count = 1;
  merge_cuda(facts, cuda);
  EXPECT_TRUE(facts.gpus[0].usable);
  EXPECT_EQ(why_no_gpu(facts), std::nullopt);
}

}  // namespace
}  // namespace lossline
