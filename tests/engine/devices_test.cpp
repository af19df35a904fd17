// SPDX-License-Identifier: GPL-3.0-or-later
// Why CUDA can't be used, told apart; and that a run refuses it so. No GPU is needed.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/training/cuda_state.h"
#include "core/training/engine.h"
#include "tests/engine/support/runs.h"
#include "tests/support/scratch_folder.h"

namespace lossline::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A machine where all is well, to be broken in one place.
CudaProbe working() {
  CudaProbe probe;
  probe.torch_version = "2.6.0";
  probe.built_with_cuda = true;
  probe.built_version = "12.4";
  probe.cudnn_version = "9.1.0";
  probe.nvidia_pci_device = true;
  probe.nvidia_module = true;
  probe.driver_version = 12040;
  probe.runtime_version = 12040;
  probe.device_count = 2;
  probe.current_device = 0;
  probe.device_name = "NVIDIA GeForce RTX 4070";
  probe.compute_major = 8;
  probe.compute_minor = 9;
  probe.memory_free = 10ULL << 30;
  probe.memory_total = 12ULL << 30;
  return probe;
}

CudaProbe no_device(int error, int driver) {
  CudaProbe probe = working();
  probe.device_count = 0;
  probe.current_device.reset();
  probe.cuda_error = error;
  probe.cuda_error_text = "some text of CUDA";
  probe.driver_version = driver;
  return probe;
}

std::string why(const CudaProbe& probe) {
  const auto refusal = cuda_refusal(probe);
  if (!refusal) {
    return "";
  }
  EXPECT_EQ(refusal->code, ErrorCode::DeviceUnavailable);
  EXPECT_EQ(refusal->message.find('\n'), std::string::npos);
  return refusal->message;
}

TEST(CudaState, NothingIsRefusedWhereItWorks) {
  EXPECT_EQ(why(working()), "");
  CudaProbe probe = working();
  probe.asked_index = 1;
  EXPECT_EQ(why(probe), "");
}

TEST(CudaState, BuiltWithoutCuda) {
  CudaProbe probe;
  probe.torch_version = "1.13.1";
  EXPECT_THAT(why(probe), AllOf(HasSubstr("LibTorch 1.13.1 was built without CUDA"), HasSubstr("no NVIDIA GPU"),
                                HasSubstr("train on the CPU")));
  probe.nvidia_pci_device = true;
  EXPECT_THAT(why(probe),
              AllOf(HasSubstr("built without CUDA"), HasSubstr("CMAKE_PREFIX_PATH"), Not(HasSubstr("no NVIDIA GPU"))));
}

TEST(CudaState, NoDevice) {
  CudaProbe probe = no_device(kCudaErrorNoDevice, 0);
  probe.nvidia_pci_device = false;
  probe.nvidia_module = false;
  EXPECT_THAT(why(probe), HasSubstr("no NVIDIA GPU was found in this machine"));
  probe.cuda_error = kCudaErrorInsufficientDriver;  // what CUDA really says where there is no driver at all
  EXPECT_THAT(why(probe), HasSubstr("no NVIDIA GPU was found in this machine"));
}

TEST(CudaState, NoDriver) {
  CudaProbe probe = no_device(kCudaErrorInsufficientDriver, 0);
  probe.nvidia_module = false;
  EXPECT_THAT(why(probe), AllOf(HasSubstr("its driver is not installed or not loaded"), HasSubstr("nvidia-driver")));
}

TEST(CudaState, DriverTooOld) {
  EXPECT_THAT(why(no_device(kCudaErrorInsufficientDriver, 11080)),
              AllOf(HasSubstr("too old"), HasSubstr("11.8"), HasSubstr("12.4"), HasSubstr("update the driver")));
}

TEST(CudaState, HiddenDevices) {
  EXPECT_THAT(why(no_device(kCudaErrorNoDevice, 12040)), HasSubstr("CUDA_VISIBLE_DEVICES"));
  EXPECT_THAT(why(no_device(0, 12040)), HasSubstr("CUDA_VISIBLE_DEVICES"));
}

TEST(CudaState, AbsentIndex) {
  CudaProbe probe = working();
  probe.asked_index = 2;
  EXPECT_THAT(why(probe), AllOf(HasSubstr("no cuda:2"), HasSubstr("2 CUDA devices, cuda:0 to cuda:1")));
  probe.device_count = 1;
  probe.asked_index = 1;
  EXPECT_THAT(why(probe), AllOf(HasSubstr("no cuda:1"), HasSubstr("1 CUDA device, cuda:0")));
}

TEST(CudaState, OutOfMemory) {
  CudaProbe probe = working();
  probe.self_test_error = kCudaErrorMemoryAllocation;
  probe.memory_free = 3 << 20;
  EXPECT_THAT(why(probe), AllOf(HasSubstr("RTX 4070 is out of memory"), HasSubstr("3.00 MiB of 12.0 GiB")));
  probe.self_test_error = -1;  // LibTorch threw on its own
  probe.self_test_text = "CUDA out of memory. Tried to allocate 2.00 MiB";
  EXPECT_THAT(why(probe), HasSubstr("is out of memory"));
  EXPECT_THAT(why(no_device(kCudaErrorMemoryAllocation, 12040)), HasSubstr("out of memory"));
}

TEST(CudaState, NoCodeForItsComputeCapability) {
  CudaProbe probe = working();
  probe.self_test_error = kCudaErrorNoKernelImage;
  probe.compute_major = 3;
  probe.compute_minor = 5;
  EXPECT_THAT(why(probe), AllOf(HasSubstr("no code for NVIDIA GeForce RTX 4070"), HasSubstr("compute capability 3.5")));
  probe.self_test_error = -1;
  probe.self_test_text = "CUDA error: no kernel image is available for execution on the device";
  EXPECT_THAT(why(probe), HasSubstr("no code for"));
}

TEST(CudaState, AnythingElseIsTold) {
  EXPECT_THAT(why(no_device(802, 12040)), AllOf(HasSubstr("some text of CUDA"), HasSubstr("802")));
  CudaProbe probe = working();
  probe.self_test_error = 46;
  probe.self_test_text = "all CUDA-capable devices are busy";
  EXPECT_THAT(why(probe), HasSubstr("all CUDA-capable devices are busy"));
}

TEST(CudaState, EveryCauseHasItsOwnSentence) {
  CudaProbe without;
  CudaProbe nothing = no_device(kCudaErrorNoDevice, 0);
  nothing.nvidia_pci_device = nothing.nvidia_module = false;
  CudaProbe index = working();
  index.asked_index = 7;
  CudaProbe memory = working();
  memory.self_test_error = kCudaErrorMemoryAllocation;
  CudaProbe code = working();
  code.self_test_error = kCudaErrorNoKernelImage;
  std::set<std::string> sentences;
  for (const CudaProbe& probe :
       {without, nothing, no_device(kCudaErrorInsufficientDriver, 0), no_device(kCudaErrorInsufficientDriver, 11000),
        no_device(kCudaErrorNoDevice, 12040), no_device(999, 12040), index, memory, code}) {
    EXPECT_THAT(why(probe), Not(testing::IsEmpty()));
    sentences.insert(why(probe));
  }
  EXPECT_EQ(sentences.size(), 9u);
}

TEST(CudaState, FactsSayTheSame) {
  const CudaFacts good = cuda_facts_of(working());
  EXPECT_TRUE(good.is_available);
  EXPECT_EQ(good.device_count, 2);
  EXPECT_EQ(good.current_device, 0);
  EXPECT_EQ(good.built_version, "12.4");
  EXPECT_EQ(good.cudnn_version, "9.1.0");
  EXPECT_FALSE(good.why_not);
  const CudaFacts bad = cuda_facts_of(CudaProbe{});
  EXPECT_FALSE(bad.is_available);
  EXPECT_FALSE(bad.built_version);
  EXPECT_EQ(bad.why_not, why(CudaProbe{}));
}

TEST(CudaState, VersionsAsText) {
  EXPECT_EQ(cuda_version_text(12040), "12.4");
  EXPECT_EQ(cuda_version_text(9020), "9.2");
  EXPECT_EQ(cuda_version_text(0), "none");
}

TEST(CudaState, FindsNvidiaOnThePciBus) {
  const ScratchFolder root;
  EXPECT_FALSE(has_nvidia_pci_device(root.path()));
  const auto device = [&](const std::string& slot, const std::string& vendor, const std::string& kind) {
    root.write("sys/bus/pci/devices/" + slot + "/vendor", vendor + "\n");
    root.write("sys/bus/pci/devices/" + slot + "/class", kind + "\n");
  };
  device("0000:00:01.0", "0x1002", "0x030000");
  device("0000:01:00.1", "0x10de", "0x040300");  // the sound part of a card
  EXPECT_FALSE(has_nvidia_pci_device(root.path()));
  device("0000:01:00.0", "0x10de", "0x030200");
  EXPECT_TRUE(has_nvidia_pci_device(root.path()));
  EXPECT_FALSE(has_nvidia_module(root.path()));
  root.write("proc/driver/nvidia/version", "NVRM version: 550\n");
  EXPECT_TRUE(has_nvidia_module(root.path()));
}

TEST(Devices, CudaIsUsedOrRefusedWithTheReason) {
  TrainConfig config = small_run(3);
  config.strategy = Strategy::Eager;
  config.device = {DeviceSpec::Kind::Cuda, std::nullopt};
  const auto engine = make_engine();
  const CudaFacts facts = engine->facts().cuda;
  RunControl control;
  NotingObserver observer;
  const RunRecord record = engine->run(config, iris(), control, observer);
  if (facts.is_available) {
    EXPECT_EQ(record.state, RunState::Finished);
    EXPECT_EQ(record.resolved.device.rfind("cuda:", 0), 0u);
    return;
  }
  EXPECT_EQ(record.state, RunState::Failed);
  ASSERT_TRUE(record.error);
  EXPECT_EQ(record.error->code, ErrorCode::DeviceUnavailable);
  EXPECT_EQ(record.error->message, facts.why_not);
  EXPECT_EQ(record.hardware.cuda.why_not, facts.why_not);
  EXPECT_EQ(observer.starts, 0);
}

TEST(Devices, CudaFollowsTheCpuCurve) {
  if (!make_engine()->facts().cuda.is_available) {
    GTEST_SKIP() << "needs a CUDA device and a LibTorch built with CUDA";
  }
  for (const std::uint64_t batch_size : {0U, 32U}) {
    for (const ReadLoss& read : {ReadLoss{}, ReadLoss{ReadLoss::Mode::End, 1}}) {
      TrainConfig config = small_run(50);
      config.strategy = Strategy::Eager;
      config.batch_size = batch_size;
      config.read_loss = read;
      const RunRecord cpu = run(config);
      config.device = {DeviceSpec::Kind::Cuda, std::nullopt};
      const RunRecord cuda = run(config);
      ASSERT_EQ(cuda.state, RunState::Finished);
      EXPECT_EQ(cuda.initial_weights_hash, cpu.initial_weights_hash);
      ASSERT_EQ(cuda.history->size(), cpu.history->size());
      for (std::size_t i = 0; i < cpu.history->size(); ++i) {
        EXPECT_NEAR((*cuda.history)[i].loss, (*cpu.history)[i].loss, 1e-5) << "epoch " << i + 1;
      }
      EXPECT_TRUE(cuda.timing.phases_s.dispatch.has_value());
      EXPECT_FALSE(cuda.timing.phases_s.forward.has_value());
    }
  }
}

TEST(Devices, AnAbsentCudaIndexSaysNothingOfTheOthers) {
  CudaProbe probe;
  probe.built_with_cuda = true;
  probe.nvidia_pci_device = true;
  probe.driver_version = probe.runtime_version = 12040;
  probe.device_count = 2;
  probe.asked_index = 9;
  EXPECT_TRUE(cuda_refusal(probe).has_value());
  EXPECT_TRUE(cuda_facts_of(probe).is_available);
}

TEST(Devices, AnAbsentCudaIndexIsRefused) {
  TrainConfig config = small_run(3);
  config.strategy = Strategy::Eager;
  config.device = {DeviceSpec::Kind::Cuda, 99};
  const RunRecord record = run(config);
  EXPECT_EQ(record.state, RunState::Failed);
  EXPECT_EQ(record.error->code, ErrorCode::DeviceUnavailable);
}

TEST(Devices, ACpuRunTellsOfCudaToo) {
  const RunRecord record = run(small_run(3));
  EXPECT_EQ(record.state, RunState::Finished);
  EXPECT_EQ(record.hardware.cuda.is_available, !record.hardware.cuda.why_not.has_value());
}

}  // namespace
}  // namespace lossline::test
