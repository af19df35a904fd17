// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/details_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(DetailsText, HasALineForEachFact) {
  HardwareFacts facts;
  facts.cpu.model_name = "AMD EPYC 7713P 64-Core Processor";
  facts.cpu.physical_cores = 64;
  facts.memory_total_bytes = 8ULL << 30U;
  facts.nvidia_driver_version = "535.183.01";
  facts.gpus.resize(1);
  facts.gpus[0].name = "NVIDIA GeForce RTX 4090";
  facts.gpus[0].vendor = "NVIDIA";
  facts.gpus[0].driver = "nvidia";
  facts.gpus[0].memory_total_bytes = 24ULL << 30U;
  facts.cuda.built_version = "12.1";
  facts.cuda.is_available = true;
  facts.cuda.device_count = 1;
  facts.gpus[0].usable = true;
  ProgramDetails program;
  program.lossline_version = "0.1.0";
  program.os = "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64";
  EXPECT_THAT(details_text(facts, program),
              AllOf(HasSubstr("Lossline version: 0.1.0\n"), HasSubstr("\nOS: Debian GNU/Linux 12"),
                    HasSubstr("\nLibTorch version: unknown\n"), HasSubstr("\nCPU: AMD EPYC 7713P"),
                    HasSubstr("\nPhysical cores: 64\n"), HasSubstr("\nMemory: 8192 MiB\n"),
                    HasSubstr("\nIs CUDA available: yes\n"), HasSubstr("\nCUDA used to build LibTorch: 12.1\n"),
                    HasSubstr("\nGPU 0: NVIDIA GeForce RTX 4090, 24576 MiB, driver nvidia\n"),
                    HasSubstr("\nCUDA_VISIBLE_DEVICES: not set\n"), Not(HasSubstr("Obstacle"))));
}

TEST(DetailsText, NamesNoUserAndNoSingleDevice) {
  HardwareFacts facts;
  const std::string homes = "/home";
  facts.cuda.why_not =
      "can't open " + homes + "/ada/libtorch/lib/libtorch.so or /data/users/grace/x, /data/users/graces/y";
  facts.nvml.detail = "GPU-01234567-89AB-cdef-0123-456789abcdef is lost\x1b[31m";
  ProgramDetails program;
  program.home = "/data/users/grace/";
  program.visible_devices = "MIG-fedcba98-7654-3210-fedc-ba9876543210";
  const std::string text = details_text(facts, program);
  EXPECT_THAT(text, AllOf(HasSubstr("can't open ~/libtorch/lib/libtorch.so or ~/x, /data/users/graces/y"),
                          HasSubstr("GPU-(left out) is lost[31m"), HasSubstr("DEVICES: MIG-(left out)"),
                          HasSubstr("Obstacle: No GPU\n"), Not(HasSubstr("ada")), Not(HasSubstr("89AB"))));
}

TEST(DetailsText, SaysUnknownOfAnUnknownMachine) {
  const std::string text = details_text({}, {});
  EXPECT_THAT(text, AllOf(HasSubstr("\nCPU: unknown\n"), HasSubstr("\nGPUs: none\n"), HasSubstr("\nOS: unknown\n")));
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace lossline
