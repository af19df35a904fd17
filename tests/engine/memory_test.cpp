// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/training/engine.h"
#include "core/training/memory_limit.h"
#include "tests/engine/support/runs.h"
#include "tests/support/scratch_folder.h"

namespace lossline::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::uint64_t kMiB = 1 << 20;

TEST(MemoryLimit, WithoutGroupsItIsMemAvailable) {
  const ScratchFolder root;
  EXPECT_FALSE(available_memory(root.path()));
  root.write("proc/meminfo", "MemTotal:  8000 kB\nMemFree:  1 kB\nMemAvailable:    2048 kB\n");
  EXPECT_EQ(available_memory(root.path()), 2 * kMiB);
}

TEST(MemoryLimit, AGroupThatLeavesLessDecides) {
  const ScratchFolder root;
  root.write("proc/meminfo", "MemAvailable:    1048576 kB\n");
  root.write("proc/self/cgroup", "0::/user.slice/run.scope\n");
  const std::string group = "sys/fs/cgroup/user.slice/run.scope/";
  root.write(group + "memory.max", "104857600\n");     // 100 MiB
  root.write(group + "memory.current", "94371840\n");  // 90 MiB, 20 of them pages of files
  root.write(group + "memory.stat", "anon 73400320\ninactive_file 20971520\n");
  EXPECT_EQ(available_memory(root.path()), 30 * kMiB);
  root.write("sys/fs/cgroup/user.slice/memory.max", "52428800\n");  // the group above: 50 MiB, 45 used
  root.write("sys/fs/cgroup/user.slice/memory.current", "47185920\n");
  EXPECT_EQ(available_memory(root.path()), 5 * kMiB);
  root.write(group + "memory.max", "max\n");
  root.write("sys/fs/cgroup/user.slice/memory.max", "max\n");
  EXPECT_EQ(available_memory(root.path()), 1024 * kMiB);
}

TEST(MemoryLimit, AContainersOwnMount) {
  const ScratchFolder root;
  root.write("proc/meminfo", "MemAvailable:    1048576 kB\n");
  root.write("proc/self/cgroup", "0::/docker/0123456789abcdef\n");  // not below the container's mount
  root.write("sys/fs/cgroup/memory.max", "10485760\n");
  root.write("sys/fs/cgroup/memory.current", "4194304\n");
  EXPECT_EQ(available_memory(root.path()), 6 * kMiB);
  root.write("sys/fs/cgroup/memory.current", "99999999999\n");
  EXPECT_EQ(available_memory(root.path()), 0u);
}

TEST(MemoryLimit, Version1Groups) {
  const ScratchFolder root;
  root.write("proc/meminfo", "MemAvailable:    1048576 kB\n");
  root.write("proc/self/cgroup", "12:cpu,cpuacct:/a\n5:memory:/b\n1:name=systemd:/c\n");
  root.write("sys/fs/cgroup/memory/b/memory.limit_in_bytes", "20971520\n");
  root.write("sys/fs/cgroup/memory/b/memory.usage_in_bytes", "10485760\n");
  EXPECT_EQ(available_memory(root.path()), 10 * kMiB);
}

TEST(MemoryLimit, NeedGrowsWithWhatTheOptimizerKeeps) {
  const MlpSpec spec{4, {10}, 3, Activation::Relu};
  TrainConfig config;
  const MemoryNeed sgd = memory_need(spec, config, 120);
  config.momentum = 0.9;
  const MemoryNeed momentum = memory_need(spec, config, 120);
  config.optimizer = OptimizerKind::Adam;
  const MemoryNeed adam = memory_need(spec, config, 120);
  EXPECT_GE(sgd.weights, 83 * 4 * 2);
  EXPECT_DOUBLE_EQ(momentum.weights - sgd.weights, 83 * 4);
  EXPECT_DOUBLE_EQ(adam.weights - sgd.weights, 83 * 8);
  EXPECT_DOUBLE_EQ(memory_need(spec, config, 240).activations, 2 * adam.activations);
}

TEST(MemoryLimit, RefusesOnlyWhatDoesNotFit) {
  MemoryNeed need;
  need.weights = 3.0 * static_cast<double>(kMiB);
  need.activations = 1.0 * static_cast<double>(kMiB);
  EXPECT_FALSE(memory_refusal(need, 4 * kMiB, "cuda:0"));
  EXPECT_FALSE(memory_refusal(need, std::nullopt, "cuda:0"));
  const auto refusal = memory_refusal(need, 3 * kMiB, "cuda:0");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->code, ErrorCode::DeviceUnavailable);
  EXPECT_THAT(refusal->message, AllOf(HasSubstr("not enough memory"), HasSubstr("4.00 MiB"),
                                      HasSubstr("cuda:0 has 3.00 MiB"), HasSubstr("--hidden")));
  need.activations *= 100;
  EXPECT_THAT(memory_refusal(need, kMiB, "cuda:0")->message, HasSubstr("--batch-size"));
}

TEST(MemoryLimit, BytesForPeople) {
  EXPECT_EQ(bytes_text(12), "12 bytes");
  EXPECT_EQ(bytes_text(1536), "1.50 KiB");
  EXPECT_EQ(bytes_text(16.0 * 1024 * 1024 * 1024), "16.0 GiB");
}

// Nothing is allocated for these: the system would grant the memory and end the program when it is touched.
TEST(Memory, ANetworkThatCannotFitIsRefusedBeforeTheFirstStep) {
  for (const std::vector<std::int64_t>& hidden :
       {std::vector<std::int64_t>{1'000'000, 1'000'000}, std::vector<std::int64_t>(64, 1'048'576)}) {
    TrainConfig config = small_run(3);
    config.hidden = hidden;
    RunControl control;
    NotingObserver observer;
    const RunRecord record = make_engine()->run(config, iris(), control, observer);
    EXPECT_EQ(record.state, RunState::Failed);
    ASSERT_TRUE(record.error);
    EXPECT_EQ(record.error->code, ErrorCode::DeviceUnavailable);
    EXPECT_THAT(record.error->message, HasSubstr("not enough memory"));
    EXPECT_EQ(observer.starts, 0);
  }
}

}  // namespace
}  // namespace lossline::test
