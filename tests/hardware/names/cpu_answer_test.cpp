// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_answer.h"

#include <cstddef>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

/// `count` blocks of an x86 file; "#" in `lines` becomes the block's number.
std::string blocks(int count, const std::string& lines) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string block = "processor\t: #\nvendor_id\t: GenuineIntel\n" + lines + "\n";
    for (std::size_t at = block.find('#'); at != std::string::npos; at = block.find('#')) {
      block.replace(at, 1, std::to_string(i));
    }
    text += block;
  }
  return text;
}

struct Trap {
  const char* what;
  std::string text;
  std::optional<int> cores, threads;
};

TEST(CpuAnswer, CountsTheCpusOfFilesThatSetTraps) {
  const std::string per_core = "core id\t: #\ncpu cores\t: 4\n";
  const Trap traps[] = {
      {"one block of a package with 8 cores and SMT", blocks(1, "physical id: 0\nsiblings: 16\ncpu cores: 8\n"), 8, 16},
      {"two packages, one of which has core ids that repeat (Magny-Cours)",
       blocks(2, "physical id: 0\nsiblings: 2\ncore id: 0\ncpu cores: 2\n"), 2, 2},
      {"Bulldozer: a module is a core with two threads", blocks(8, "physical id: 0\nsiblings: 8\ncpu cores: 4\n"), 4,
       8},
      {"no ids at all: a guest", blocks(3, ""), 3, 3},
      {"a guest with one package a CPU", blocks(4, "physical id: #\nsiblings: 1\ncore id: 0\ncpu cores: 1\n"), 4, 4},
      {"the same, the packages not named", blocks(4, "siblings: 1\ncpu cores: 1\n"), 4, 4},
      {"hyper-threads before dual cores", blocks(2, "physical id: 0\nsiblings: 2\n"), 1, 2},
      {"a hybrid: 6 P cores with two threads, 8 E cores", blocks(20, "physical id: 0\nsiblings: 20\ncpu cores: 14\n"),
       14, 20},
      {"core ids with gaps", blocks(4, "physical id: 0\nsiblings: 4\n" + per_core), 4, 4},
      {"ARM: one block a CPU",
       "processor: 0\nCPU implementer: 0x41\nCPU part: 0xd0c\n\nprocessor: 1\n"
       "CPU implementer: 0x41\nCPU part: 0xd0c\n",
       2, 2},
      {"ARM without SMP: no number", "Processor: ARMv6\nCPU implementer: 0x41\nCPU part: 0xb76\n", 1, 1},
      {"POWER tells threads alone", "processor: 0\ncpu: POWER9\n\nprocessor: 1\ncpu: POWER9\n", std::nullopt, 2},
      {"s390 tells their number",
       "vendor_id: IBM/S390\n# processors: 4\nprocessor 0: version = FF, identification = "
       "1, machine = 8561\n",
       std::nullopt, 4},
  };
  for (const Trap& trap : traps) {
    const CpuAnswer answer = answer_of_cpuinfo(trap.text);
    EXPECT_EQ(answer.physical_cores, trap.cores) << trap.what;
    EXPECT_EQ(answer.logical_threads, trap.threads) << trap.what;
  }
}

TEST(CpuAnswer, TellsIdsAsPrintedAndEveryKindOfArmCore) {
  const CpuAnswer answer = answer_of_cpuinfo(
      "processor: 0\nCPU implementer: 0x41\nCPU part: 0xd05\n\nprocessor: 1\nCPU implementer: 0x48\nCPU part: 0xd40\n");
  EXPECT_EQ(answer.implementer, "0x41 + 0x48");
  EXPECT_EQ(answer.part, "0xd05 + 0xd40");
  EXPECT_EQ(answer.name.microarchitecture, "Cortex-A55 + Cortex-A76");
  EXPECT_EQ(
      answer_of_cpuinfo("vendor_id: IBM/S390\nprocessor 0: version = FF,  machine = 8561\n").name.microarchitecture,
      "z15");
  EXPECT_EQ(answer_of_cpuinfo("processor:0\nmvendorid:0x5b7\nmarchid:0x0\n").name.candidates.size(), 3U);
  EXPECT_EQ(answer_of_cpuinfo(blocks(1, "flags: fpu hypervisor\n")).hypervisor, "unknown hypervisor");
}

TEST(CpuAnswer, ReadsALineOfIds) {
  const CpuAnswer zen = answer_of_ids("AuthenticAMD,26,0x2,1,,").value();
  EXPECT_EQ(zen.vendor, "AMD");
  EXPECT_EQ(zen.model, "2");
  EXPECT_EQ(zen.name.microarchitecture, "Zen 5");
  const CpuAnswer arm = answer_of_ids("ARM,,,,0x41,0xD0C\r").value();
  EXPECT_EQ(arm.implementer, "0x41");
  EXPECT_EQ(arm.part, "0xd0c");
  EXPECT_EQ(arm.name.microarchitecture, "Neoverse N1");
  EXPECT_TRUE(answer_of_ids("").value().empty());
  EXPECT_EQ(answer_of_ids("AMD,26,240").value().name.microarchitecture, std::nullopt);
}

TEST(CpuAnswer, NamesTheFieldOfALineThatIsWrong) {
  EXPECT_EQ(answer_of_ids("AMD,x,1,,,").error().message, "family must be a number such as 26 or 0x1a, got \"x\"");
  EXPECT_FALSE(answer_of_ids("AMD,26,-1,,,").ok());
  EXPECT_FALSE(answer_of_ids("AMD,26,99999999999999999999,,,").ok());
  EXPECT_FALSE(answer_of_ids("AMD,26,1,1,,,more").ok());
}

TEST(CpuAnswer, SurvivesRandomBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::string text = round % 2 == 0 ? "processor: 0\nmodel name: " : "CPU implementer:";
    for (int i = 0; i < 65536; ++i) {
      text += static_cast<char>(random() & 0xFFU);
    }
    const CpuAnswer answer = answer_of_cpuinfo(text);
    EXPECT_EQ(clean_text(answer.model_name), answer.model_name);
    const Result<CpuAnswer> line = answer_of_ids(text);
    EXPECT_TRUE(line.ok() || clean_text(line.error().message) == line.error().message);
  }
  EXPECT_LE(answer_of_cpuinfo("model name: " + std::string(10000, 'x')).model_name.size(), 256U);
}

}  // namespace
}  // namespace lossline
