// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/root_files.h"

#include <string>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RootFiles, ReadsBelowItsRootWithOrWithoutALeadingSlash) {
  test::RecordedRoot root;
  root.file("proc/one", " first line \nsecond\n");
  const RootFiles files(root.path());
  EXPECT_FALSE(files.live());
  EXPECT_EQ(files.text("proc/one"), " first line \nsecond\n");
  EXPECT_EQ(files.line("/proc/one"), "first line");
  EXPECT_EQ(files.text("proc/./../proc//one", 3), " fi");
}

TEST(RootFiles, AnswersNothingForWhatIsNoPlainFile) {
  test::RecordedRoot root;
  root.folder("proc/folder").file("proc/empty", "").file("proc/blank", " \n\n");
  ASSERT_EQ(::mkfifo((root.path() / "proc/pipe").c_str(), 0600), 0);
  const RootFiles files(root.path());
  EXPECT_EQ(files.text("proc/none"), std::nullopt);
  EXPECT_EQ(files.text("proc/folder"), std::nullopt);
  EXPECT_EQ(files.text("proc/pipe"), std::nullopt) << "opening it must not wait for a writer";
  EXPECT_EQ(files.text("proc/empty/below"), std::nullopt);
  EXPECT_EQ(files.text(std::string_view("proc/empty\0", 11)), std::nullopt);
  EXPECT_EQ(files.text("proc/empty"), "");
  EXPECT_EQ(files.line("proc/empty"), std::nullopt);
  EXPECT_EQ(files.line("proc/blank"), std::nullopt);
  EXPECT_THAT(files.names("proc/none"), IsEmpty());
  EXPECT_THAT(files.names("proc/empty"), IsEmpty());
}

TEST(RootFiles, ReadsAFileThatCanNotBeOpenedAsNothing) {
  test::RecordedRoot root;
  root.file("proc/secret", "x");
  std::filesystem::permissions(root.path() / "proc/secret", std::filesystem::perms::none);
  const RootFiles files(root.path());
  const std::optional<std::string> text = files.text("proc/secret");
  EXPECT_TRUE(!text || *text == "x") << "root may read everything";
}

TEST(RootFiles, FollowsLinksAsTheRecordedMachineWould) {
  test::RecordedRoot root;
  root.file("usr/lib/os-release", "inside\n")
      .link("etc/os-release", "../usr/lib/os-release")
      .link("etc/absolute", "/usr/lib/os-release")
      .link("etc/chain", "absolute")
      .link("lib", "/usr/lib");
  const RootFiles files(root.path());
  EXPECT_EQ(files.line("etc/os-release"), "inside");
  EXPECT_EQ(files.line("etc/absolute"), "inside");
  EXPECT_EQ(files.line("etc/chain"), "inside");
  EXPECT_EQ(files.line("lib/os-release"), "inside");
  EXPECT_THAT(files.names("lib"), ElementsAre("os-release"));
}

TEST(RootFiles, NeverLeavesItsRoot) {
  test::RecordedRoot outside;
  outside.file("secret", "outside\n");
  test::RecordedRoot root;
  const std::string name = outside.path().filename().string();
  root.link("absolute", (outside.path() / "secret").string())
      .link("relative", "../" + name + "/secret")
      .link("folder", "../" + name)
      .link("deep/up", "../../../../../../../../../../etc/passwd")
      .link("loop", "loop")
      .link("ping", "pong")
      .link("pong", "ping");
  const RootFiles files(root.path());
  for (const char* path : {"absolute", "relative", "folder/secret", "deep/up", "loop", "ping", "loop/x"}) {
    EXPECT_EQ(files.text(path), std::nullopt) << path;
  }
  EXPECT_EQ(files.text("../" + name + "/secret"), std::nullopt);
  EXPECT_THAT(files.names("folder"), IsEmpty());
}

TEST(RootFiles, NamesTheTargetOfALink) {
  test::RecordedRoot root;
  root.link("sys/driver", "../../bus/pci/drivers/nvidia").link("sys/odd", "a/b\nc\x1B").file("sys/file", "x");
  const RootFiles files(root.path());
  EXPECT_EQ(files.link_name("sys/driver"), "nvidia") << "the target need not be there";
  EXPECT_EQ(files.link_name("sys/odd"), "b c");
  EXPECT_EQ(files.link_name("sys/file"), std::nullopt);
  EXPECT_EQ(files.link_name("sys/none"), std::nullopt);
}

TEST(RootFiles, ARootThatIsNotThereIsEmpty) {
  for (const char* root : {"", "/nowhere/at/all", "/proc/cpuinfo"}) {
    const RootFiles files(root);
    EXPECT_FALSE(files.live());
    EXPECT_EQ(files.text("proc/cpuinfo"), std::nullopt) << root;
    EXPECT_EQ(files.text(""), std::nullopt) << root;
    EXPECT_THAT(files.names("proc"), IsEmpty()) << root;
  }
  EXPECT_TRUE(RootFiles("/").live());
  EXPECT_TRUE(RootFiles("/proc/..").live());
}

}  // namespace
}  // namespace lossline
