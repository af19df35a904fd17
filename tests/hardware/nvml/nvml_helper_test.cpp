// SPDX-License-Identifier: GPL-3.0-or-later
// The helper program with libraries that work and libraries that don't.
#include "core/hardware/nvml/nvml_helper.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using State = NvmlFacts::State;

// The first where an answer never comes.
constexpr NvmlLimits kShort{milliseconds(100), milliseconds(60000)}, kPlenty{milliseconds(60000), milliseconds(60000)};

bool no_child_left() {
  return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

class NvmlHelperTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("LD_LIBRARY_PATH", LOSSLINE_FAKE_NVML_FOLDER, 1);
    ::setenv("LOSSLINE_FAKE_NVML_LOG", log().c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : {"LD_LIBRARY_PATH", "LOSSLINE_FAKE_NVML", "LOSSLINE_FAKE_NVML_LOG"}) {
      ::unsetenv(name);
    }
    EXPECT_TRUE(no_child_left());
  }
  [[nodiscard]] std::string log() const { return root_.path() / "starts"; }
  /// A program of our own in place of the helper.
  [[nodiscard]] std::string script(const std::string& name, const std::string& lines) const {
    const std::string path = root_.path() / name;
    std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  static HardwareFacts ask_program(const std::string& program, NvmlLimits limits = kPlenty) {
    HardwareFacts facts;
    NvmlHelper(program, limits).add_to(facts);
    return facts;
  }
  static void mode(const char* name) { ::setenv("LOSSLINE_FAKE_NVML", name, 1); }

  /// Process ids of the helpers that opened the library.
  [[nodiscard]] std::vector<pid_t> starts() const {
    std::vector<pid_t> out;
    std::ifstream file(log());
    for (pid_t pid = 0; file >> pid;) {
      out.push_back(pid);
    }
    return out;
  }
  static HardwareFacts ask(const char* name, NvmlLimits limits) {
    mode(name);
    HardwareFacts facts;
    NvmlHelper(LOSSLINE_NVML_PROGRAM, limits).add_to(facts);
    return facts;
  }
  test::RecordedRoot root_;
};

TEST_F(NvmlHelperTest, TellsOfTwoGpus) {
  const HardwareFacts facts = ask("two_gpus", kPlenty);
  EXPECT_EQ(facts.nvml.state, State::Answered);
  EXPECT_EQ(facts.nvml.cuda_version, "12.4");
  EXPECT_EQ(facts.nvidia_driver_version, "550.54.14");
  ASSERT_EQ(facts.gpus.size(), 2U);
  const GpuFacts& big = facts.gpus[0];
  EXPECT_EQ(big.name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(big.vendor, "NVIDIA");
  EXPECT_EQ(big.pci_address, "0000:01:00.0");
  EXPECT_EQ(facts.gpus[1].pci_address, "10000:c1:00.0") << "a domain of five digits";
  EXPECT_EQ(big.architecture, "Ada Lovelace");
  EXPECT_EQ(facts.gpus[1].architecture, "Ampere");
  EXPECT_EQ(big.memory_total_bytes, 24564ULL << 20U);
  EXPECT_EQ(big.memory_free_bytes, 20000ULL << 20U);
  EXPECT_FALSE(big.memory_shared);
  EXPECT_NEAR(big.peak_fp32_gflops.value_or(0), 16384 * 2 * 3.105, 0.001);
  ASSERT_TRUE(big.peak_clock.has_value());
  EXPECT_EQ(big.peak_clock->name, "maximum graphics clock");
  EXPECT_NEAR(big.peak_memory_gb_s.value_or(0), 1008.1, 0.01) << "1008 GB/s by the maker";
}

TEST_F(NvmlHelperTest, ReadsWhatMoves) {
  mode("two_gpus");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  HardwareFacts facts;
  helper.add_to(facts);
  const std::vector<GpuReading> readings = helper.readings(facts);
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[1].index, 1);
  EXPECT_EQ(readings[1].busy_percent, 98);
  EXPECT_EQ(readings[1].temperature_c, 71);
  EXPECT_EQ(readings[1].power_w, 170);
  EXPECT_EQ(readings[0].power_w, 21.5);
  EXPECT_EQ(readings[0].power_limit_w, 450);
  EXPECT_EQ(readings[0].memory_used_bytes, 4564ULL << 20U);
  EXPECT_EQ(readings[0].memory_clock_mhz, 405);
  EXPECT_EQ(starts().size(), 1U) << "one helper for both questions";
}

TEST_F(NvmlHelperTest, NamesWhatTheLibraryRefuses) {
  EXPECT_EQ(ask("not_loaded", kPlenty).nvml.state, State::NoDriver);
  EXPECT_EQ(ask("mismatch", kPlenty).nvml.state, State::VersionMismatch);
  EXPECT_EQ(ask("no_permission", kPlenty).nvml.state, State::NoPermission);
  const HardwareFacts facts = ask("unknown_error", kPlenty);
  EXPECT_EQ(facts.nvml.state, State::Failed);
  EXPECT_EQ(facts.nvml.detail, "an error [31mof the fake (NVML 999)");
}

TEST_F(NvmlHelperTest, IsQuietWhereThereIsNoLibrary) {
  ::setenv("LD_LIBRARY_PATH", root_.path().c_str(), 1);
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  HardwareFacts facts;
  helper.add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::NoLibrary);
  EXPECT_THAT(facts.gpus, IsEmpty());
  EXPECT_THAT(helper.readings(facts), IsEmpty());
}

TEST_F(NvmlHelperTest, GivesUpAHangingDriverAfterASecondTry) {
  mode("hang_init");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kShort);
  HardwareFacts facts;
  helper.add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::Hung);
  facts = {};
  helper.add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::Hung) << "and says so again without asking";
  EXPECT_THAT(helper.readings(facts), IsEmpty());
  EXPECT_LE(starts().size(), 2U);
}

TEST_F(NvmlHelperTest, OutlivesADriverThatHangsLater) {
  mode("hang_later");
  constexpr NvmlLimits kLonger{milliseconds(1000), milliseconds(60000)};  // the first answer has to come in time
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kLonger);
  HardwareFacts facts;
  helper.add_to(facts);
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(helper.readings(facts).size(), 2U) << "the second helper's first answer";
  EXPECT_THAT(helper.readings(facts), IsEmpty());
  EXPECT_THAT(helper.readings(facts), IsEmpty());
  EXPECT_EQ(starts().size(), 2U);
}

TEST_F(NvmlHelperTest, OutlivesALibraryThatEndsItsProcess) {
  for (const char* way : {"segfault", "abort", "exit"}) {
    const HardwareFacts facts = ask(way, kPlenty);
    EXPECT_EQ(facts.nvml.state, State::Crashed) << way;
    EXPECT_THAT(facts.gpus, IsEmpty());
  }
  EXPECT_EQ(starts().size(), 6U) << "twice each";
}

TEST_F(NvmlHelperTest, StartsAKilledHelperOnceMore) {
  mode("two_gpus");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  HardwareFacts facts;
  helper.add_to(facts);
  ASSERT_EQ(starts().size(), 1U);
  ::kill(starts()[0], SIGKILL);
  EXPECT_EQ(helper.readings(facts).size(), 2U);
  ASSERT_EQ(starts().size(), 2U);
  ::kill(starts()[1], SIGKILL);
  EXPECT_THAT(helper.readings(facts), IsEmpty());
  EXPECT_EQ(starts().size(), 2U);
  helper.add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::Crashed);
}

TEST_F(NvmlHelperTest, BelievesNoLie) {
  const HardwareFacts facts = ask("lies", kPlenty);
  EXPECT_EQ(facts.nvml.state, State::Answered);
  EXPECT_EQ(facts.nvml.cuda_version, std::nullopt);
  EXPECT_EQ(facts.nvidia_driver_version, std::nullopt);
  ASSERT_EQ(facts.gpus.size(), 2U) << "the others have an address that was there before";
  for (const GpuFacts& gpu : facts.gpus) {
    EXPECT_EQ(gpu.name, std::nullopt);
    EXPECT_EQ(gpu.compute_capability, std::nullopt);
    EXPECT_EQ(gpu.architecture, std::nullopt);
    EXPECT_EQ(gpu.memory_total_bytes, 1U << 20U);
    EXPECT_EQ(gpu.memory_free_bytes, std::nullopt);
    EXPECT_EQ(gpu.peak_fp32_gflops, std::nullopt);
    EXPECT_EQ(gpu.peak_memory_gb_s, std::nullopt);
  }
}

TEST_F(NvmlHelperTest, KnowsNothingOfADeviceThatTellsNothing) {
  const HardwareFacts facts = ask("unsupported", kPlenty);
  EXPECT_EQ(facts.nvml.state, State::Answered);
  ASSERT_FALSE(facts.gpus.empty());
  EXPECT_EQ(facts.gpus[0].name, std::nullopt);
  EXPECT_FALSE(facts.gpus[0].memory_shared);
}

TEST_F(NvmlHelperTest, SeesMemoryThatBelongsToTheMachine) {
  const HardwareFacts facts = ask("unified", kPlenty);
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_TRUE(facts.gpus[0].memory_shared);
  EXPECT_EQ(facts.gpus[0].memory_total_bytes, std::nullopt);
}

TEST_F(NvmlHelperTest, NamesMigSlices) {
  HardwareFacts facts = ask("mig", kPlenty);
  ASSERT_EQ(facts.gpus.size(), 2U);
  EXPECT_THAT(facts.gpus[0].mig_slices, ::testing::ElementsAre("1g.5gb", "1g.5gb"));
  EXPECT_FALSE(facts.gpus[1].mig_enabled);
  facts = ask("mig_empty", kPlenty);
  EXPECT_TRUE(facts.gpus[0].mig_enabled);
  EXPECT_THAT(facts.gpus[0].mig_slices, IsEmpty());
  EXPECT_THAT(facts.gpus[0].why_not.value_or(""), HasSubstr("MIG"));
}

TEST_F(NvmlHelperTest, IgnoresWhatTheLibraryPrints) {
  EXPECT_EQ(ask("prints", kPlenty).gpus.at(0).name, "NVIDIA GeForce RTX 4090");
}

constexpr const char* kGreets = R"(printf '{"hello":"lossline-nvml"}\n'; read -r line; )";

TEST_F(NvmlHelperTest, TakesNoGarbageForAnAnswer) {
  const std::string garbage = std::string(kGreets) + R"(printf '\033[31m\377 not JSON\n'; read -r line)";
  EXPECT_EQ(ask_program(script("garbage", garbage)).nvml.state, State::Nonsense);
}

TEST_F(NvmlHelperTest, AnEndlessLineIsNoAnswer) {
  const std::string endless = std::string(kGreets) + R"(exec tr '\0' 'x' < /dev/zero)";
  EXPECT_EQ(ask_program(script("endless", endless)).nvml.state, State::Nonsense);
}

TEST_F(NvmlHelperTest, SignsOfLifeWithoutEndAreNoAnswer) {
  const std::string alive = std::string(kGreets) + R"(exec tr '\0' '\n' < /dev/zero)";
  const HardwareFacts facts = ask_program(script("alive", alive), {milliseconds(60000), milliseconds(100)});
  EXPECT_EQ(facts.nvml.state, State::Hung);
  EXPECT_EQ(facts.nvml.detail, "no whole answer within 100 ms");
}

TEST_F(NvmlHelperTest, ASlowDriverIsNoHangingOne) {
  mode("slow");  // 20 ms a call, some fifty calls
  const auto began = std::chrono::steady_clock::now();
  HardwareFacts facts;
  constexpr milliseconds kSilence(500);
  NvmlHelper(LOSSLINE_NVML_PROGRAM, {kSilence, milliseconds(60000)}).add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::Answered);
  EXPECT_EQ(facts.gpus.size(), 2U);
  EXPECT_EQ(starts().size(), 1U);
  EXPECT_GT(std::chrono::steady_clock::now() - began, kSilence) << "else this shows nothing";
}

TEST_F(NvmlHelperTest, TellsAMissingProgramAsThat) {
  const HardwareFacts facts = ask_program("/nowhere/lossline-nvml");
  EXPECT_EQ(facts.nvml.state, State::NoHelper);
  EXPECT_EQ(facts.nvml.detail, "the helper program /nowhere/lossline-nvml can't be started: No such file or directory");
  EXPECT_EQ(ask_program({}).nvml.state, State::NoHelper);
  EXPECT_THAT(ask_program({}).nvml.detail, HasSubstr("neither beside this program nor in"));
  const std::string plain = root_.path() / "plain";
  std::ofstream(plain) << "no program";
  EXPECT_THAT(ask_program(plain).nvml.detail, HasSubstr("can't be started: Permission denied"));
}

TEST_F(NvmlHelperTest, AHelperThatEndsBeforeItGreetsIsNoCrashOfTheDriver) {
  const HardwareFacts facts = ask_program(script("broken", "exit 127"));  // as the loader ends a program it can't load
  EXPECT_EQ(facts.nvml.state, State::NoHelper);
  EXPECT_THAT(facts.nvml.detail, HasSubstr("ended with exit status 127 before it could ask anything"));
  EXPECT_EQ(ask_program(script("other", "echo hello; read -r line")).nvml.state, State::NoHelper);
  const HardwareFacts late = ask_program(script("late", std::string(kGreets) + "kill -SEGV $$"));
  EXPECT_EQ(late.nvml.state, State::Crashed);
  EXPECT_THAT(late.nvml.detail, HasSubstr("by signal 11"));
}

TEST_F(NvmlHelperTest, TellsALibraryThatCantBeLoaded) {
  ::setenv("LD_LIBRARY_PATH", root_.path().c_str(), 1);
  root_.file("libnvidia-ml.so.1", "no library, and \x1b[31m no text");
  const HardwareFacts facts = ask("two_gpus", kPlenty);
  EXPECT_EQ(facts.nvml.state, State::Failed);
  EXPECT_THAT(facts.nvml.detail, HasSubstr("libnvidia-ml.so.1 can't be loaded: "));
  EXPECT_THAT(facts.nvml.detail, ::testing::AnyOf(HasSubstr("file too short"), HasSubstr("invalid ELF header")));
}

TEST_F(NvmlHelperTest, CancelEndsTheWaitForAHangingDriver) {
  mode("hang_init");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  HardwareFacts asked, later;
  std::thread asking([&] { helper.add_to(asked); });
  do {  // until the library hangs; 60 s without this test's cancel() would be its limit
    std::this_thread::yield();
  } while (starts().empty());
  const auto began = std::chrono::steady_clock::now();
  helper.cancel();
  asking.join();
  helper.add_to(later);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10)) << "far below the limit";
  EXPECT_EQ(asked.nvml.state, State::NotAsked);
  EXPECT_EQ(later.nvml.state, State::NotAsked);
  EXPECT_THAT(helper.readings(later), IsEmpty());
  EXPECT_EQ(starts().size(), 1U) << "and nothing is started again";
}

TEST_F(NvmlHelperTest, CancelledBeforeItNeverAsks) {
  mode("two_gpus");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  helper.cancel();
  HardwareFacts facts;
  helper.add_to(facts);
  EXPECT_EQ(facts.nvml.state, State::NotAsked);
  EXPECT_THAT(starts(), IsEmpty());
}

TEST_F(NvmlHelperTest, LeavesARecordedMachineAlone) {
  mode("two_gpus");
  HardwareFacts facts;
  facts.recorded = true;
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  helper.add_to(facts);
  EXPECT_THAT(facts.gpus, IsEmpty());
  EXPECT_THAT(helper.readings(facts), IsEmpty());
  EXPECT_THAT(starts(), IsEmpty());
}

TEST_F(NvmlHelperTest, AnswersThreadsInTurn) {
  mode("two_gpus");
  NvmlHelper helper(LOSSLINE_NVML_PROGRAM, kPlenty);
  HardwareFacts facts;
  helper.add_to(facts);
  std::vector<std::size_t> told(4);
  std::vector<std::thread> threads;
  for (std::size_t& count : told) {
    threads.emplace_back([&helper, &facts, &count] { count = helper.readings(facts).size(); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(told, ::testing::Each(2U));
  EXPECT_EQ(starts().size(), 1U) << "and the helper does not end with the thread that started it";
}

}  // namespace
}  // namespace lossline
