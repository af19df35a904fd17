// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/os_info.h"

#include <array>
#include <string>
#include <sys/utsname.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

using ::testing::HasSubstr;

TEST(OsName, NamesDistributionKernelAndArchitecture) {
  test::RecordedRoot root;
  root.file("etc/os-release",
            "# a remark\nNAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n")
      .file("proc/sys/kernel/ostype", "Linux\n")
      .file("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n")
      .file("proc/sys/kernel/arch", "x86_64\n")
      .file("proc/sys/kernel/hostname", "secret-host\n");
  EXPECT_EQ(os_name(root.path()), "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64 x86_64");
}

TEST(OsName, LeavesOutWhatIsNotTold) {
  test::RecordedRoot root;
  EXPECT_EQ(os_name(root.path()), "Linux");
  root.file("usr/lib/os-release", "NAME='Some Linux'\n");
  EXPECT_EQ(os_name(root.path()), "Some Linux, Linux") << "the other place, and a name where there is no pretty one";
  root.file("proc/sys/kernel/osrelease", "5.4.0\n");
  EXPECT_EQ(os_name(root.path()), "Some Linux, Linux 5.4.0");
}

TEST(OsName, TakesQuotesAndEscapesAsAShellWould) {
  test::RecordedRoot root;
  const std::pair<const char*, const char*> cases[] = {
      {"PRETTY_NAME=Plain", "Plain, Linux"},
      {"PRETTY_NAME=\"A \\\"quoted\\\" one\"", "A \"quoted\" one, Linux"},
      {"PRETTY_NAME='single \\n'", "single \\n, Linux"},
      {"PRETTY_NAME=\"", "\", Linux"},
      {"PRETTY_NAME=\"\"", "Linux"},
      {"PRETTY_NAME=Bad\x1B[31m\xFF", "Bad[31m\xEF\xBF\xBD, Linux"},
  };
  for (const auto& [text, name] : cases) {
    root.file("etc/os-release", text);
    EXPECT_EQ(os_name(root.path()), name) << text;
  }
}

TEST(OsName, OfThisMachineHasItsKernelAndNoHostName) {
  utsname system{};
  ASSERT_EQ(::uname(&system), 0);
  const std::string name = os_name();
  EXPECT_THAT(name, HasSubstr(std::string("Linux ") + static_cast<const char*>(system.release)));
  EXPECT_THAT(name, HasSubstr(static_cast<const char*>(system.machine)));
}

TEST(LibcVersion, IsTheOneThisProgramRunsOn) {
#if defined(_CS_GNU_LIBC_VERSION)
  std::array<char, 64> text{};  // the C library's own other way to say it
  ASSERT_GT(::confstr(_CS_GNU_LIBC_VERSION, text.data(), text.size()), 0U);
  EXPECT_EQ(libc_version(), text.data());
#else
  EXPECT_FALSE(libc_version().empty());
#endif
}

}  // namespace
}  // namespace lossline
