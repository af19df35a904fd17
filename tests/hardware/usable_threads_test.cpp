// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/hardware/recorded_machines.h"

namespace lossline {
namespace {

using test::RecordedRoot;

/// A machine of 64 CPUs that each test limits in its own way.
class UsableThreads : public ::testing::Test {
 protected:
  UsableThreads() { test::many_cpus(root_); }

  [[nodiscard]] std::optional<int> usable() const {
    const HardwareFacts facts = root_.read();
    EXPECT_EQ(facts.cpu.logical_threads, 64) << "what the machine has stays";
    return facts.cpu.usable_threads;
  }
  void own_group(const std::string& text) { root_.file("proc/self/cgroup", text); }
  void mounts(const std::string& text) { root_.file("proc/self/mountinfo", text); }

  RecordedRoot root_;
};

TEST_F(UsableThreads, AreAllWhereNothingLimits) {
  EXPECT_EQ(usable(), 64);
}

TEST_F(UsableThreads, FollowTheAffinityMask) {
  root_.file("proc/self/status", "Name:\tx\nCpus_allowed:\t0000000f\nCpus_allowed_list:\t0-2,5\n");
  EXPECT_EQ(usable(), 4);
  root_.file("proc/self/status", "Cpus_allowed_list:\t0-8191\n");
  EXPECT_EQ(usable(), 64) << "possible CPUs that are not there";
  root_.file("proc/self/status", "Cpus_allowed_list:\t70-80\n");
  EXPECT_EQ(usable(), 64) << "sources that exclude each other tell nothing";
}

TEST_F(UsableThreads, FollowTheQuotaRoundedUp) {
  struct Case {
    const char* max;
    int usable;
  };
  const Case cases[] = {
      {"200000 100000", 2},
      {"50000 100000", 1},
      {"150000 100000", 2},
      {"100001 100000", 2},
      {"100000 100000", 1},
      {"1000 1000000", 1},
      {"max 100000", 64},
      {"6400000 100000", 64},
      {"9900000 100000", 64},
      {"0 100000", 64},
      {"-1 100000", 64},
      {"200000 0", 64},
      {"200000", 64},
      {"junk 100000", 64},
      {"", 64},
      {"9223372036854775807 1", 64},
  };
  own_group("0::/\n");
  for (const Case& c : cases) {
    root_.file("sys/fs/cgroup/cpu.max", c.max);
    EXPECT_EQ(usable(), c.usable) << c.max;
  }
}

TEST_F(UsableThreads, ObeyTheTightestGroupOnTheWayUp) {
  own_group("0::/user.slice/user-1000.slice/app.scope\n");
  root_.file("sys/fs/cgroup/user.slice/cpu.max", "1600000 100000\n")
      .file("sys/fs/cgroup/user.slice/user-1000.slice/cpu.max", "300000 100000\n")
      .file("sys/fs/cgroup/user.slice/user-1000.slice/app.scope/cpu.max", "max 100000\n")
      .file("sys/fs/cgroup/other.slice/cpu.max", "100000 100000\n");
  EXPECT_EQ(usable(), 3);
}

TEST_F(UsableThreads, FollowTheCpusetOfVersion2) {
  own_group("0::/pod/box\n");
  root_.file("sys/fs/cgroup/cpuset.cpus.effective", "0-63\n")
      .file("sys/fs/cgroup/pod/cpuset.cpus.effective", "8-15\n")
      .file("sys/fs/cgroup/pod/box/cpuset.cpus.effective", "8-11\n");
  EXPECT_EQ(usable(), 4);
  root_.file("sys/fs/cgroup/pod/cpu.max", "200000 100000\n");
  EXPECT_EQ(usable(), 2) << "both limits at once: the smaller";
  root_.file("proc/self/status", "Cpus_allowed_list:\t11,20\n");
  EXPECT_EQ(usable(), 1) << "and the mask within it";
}

TEST_F(UsableThreads, FindTheGroupOfAContainerThatSeesTheHostsPath) {
  own_group("0::/system.slice/docker-0a1b.scope\n");
  mounts("900 880 0:26 /system.slice/docker-0a1b.scope /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw,nsdelegate\n");
  root_.file("sys/fs/cgroup/cpu.max", "200000 100000\n").file("sys/fs/cgroup/worker/cpu.max", "100000 100000\n");
  EXPECT_EQ(usable(), 2);
  own_group("0::/system.slice/docker-0a1b.scope/worker\n");
  EXPECT_EQ(usable(), 1) << "a group within the container";
}

TEST_F(UsableThreads, StopAtTheTopOfTheNamespace) {
  own_group("0::/../../elsewhere\n");
  root_.file("sys/fs/cgroup/cpu.max", "300000 100000\n").file("elsewhere/cpu.max", "100000 100000\n");
  EXPECT_EQ(usable(), 3);
}

TEST_F(UsableThreads, FollowVersion1) {
  own_group("4:cpuset:/docker/0a1b\n3:cpu,cpuacct:/docker/0a1b\n1:name=systemd:/docker/0a1b\n");
  mounts(
      "30 22 0:27 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
      "31 30 0:28 /docker/0a1b /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
      "33 30 0:30 /docker/0a1b /sys/fs/cgroup/cpu\\040set rw,relatime - cgroup cgroup rw,cpuset\n");
  root_.file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
      .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable(), 64);
  root_.file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000\n");
  EXPECT_EQ(usable(), 3);
  root_.file("sys/fs/cgroup/cpu set/cpuset.cpus", "0-1\n");
  EXPECT_EQ(usable(), 2);
  root_.file("sys/fs/cgroup/cpu set/cpuset.effective_cpus", "1\n");
  EXPECT_EQ(usable(), 1);
}

TEST_F(UsableThreads, FollowVersion1WithoutMountinfoToo) {
  own_group("2:cpu:/box\n");
  root_.file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n")
      .file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable(), 1);
}

TEST_F(UsableThreads, SurviveJunkInTheGroupFiles) {
  own_group("\n:\n::\n0::relative\n0:\nabc");
  mounts("1 2 3\n- - - -\n1 2 3 4 5 6 - cgroup2\n\\\\\n");
  root_.file("sys/fs/cgroup/cpu.max", std::string(5000, '9')).file("sys/fs/cgroup/cpuset.cpus.effective", "3-1\n");
  EXPECT_EQ(usable(), 64);
}

TEST(UsableThreadsAlone, AQuotaIsNoCount) {
  RecordedRoot root;
  root.file("proc/self/cgroup", "0::/\n").file("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(root.read().cpu.usable_threads, std::nullopt);
}

}  // namespace
}  // namespace lossline
