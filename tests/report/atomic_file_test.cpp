// SPDX-License-Identifier: GPL-3.0-or-later
// A file is written whole or not at all, and what stood there stays.
#include "core/report/atomic_file.h"

#include <fcntl.h>
#include <iterator>
#include <memory>
#include <signal.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/report/samples.h"

namespace lossline::test {
namespace {

namespace fs = std::filesystem;

/// Files of this process may grow to so many bytes while it lives: a disk that is full, as the program sees it.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &old_), 0);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit old_{};
};

/// Permissions hold for root too while it lives, where the system lets root step down.
class OrdinaryUser {
 public:
  OrdinaryUser() : stepped_down_(::geteuid() == 0 && ::seteuid(65534) == 0) {}
  ~OrdinaryUser() {
    if (stepped_down_) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  /// False for a root that can't step down: permissions then stop nothing, and writing must work.
  [[nodiscard]] static bool held_by_permissions() { return ::geteuid() != 0; }

 private:
  bool stepped_down_;
};

void expect_io_error(const Result<void>& result, const std::string& part) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Io);
  EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
  EXPECT_EQ(result.error().message.back(), '.');
}

mode_t mode_of(const fs::path& path) {
  struct stat found = {};
  EXPECT_EQ(::stat(path.c_str(), &found), 0);
  return found.st_mode & 07777;
}

TEST(AtomicFile, WritesANewFileAndReplacesAnOldOne) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  ASSERT_TRUE(write_file_atomically(path, "first").ok());
  EXPECT_EQ(file_text(path), "first");
  ASSERT_TRUE(write_file_atomically(path, "").ok());
  EXPECT_EQ(file_text(path), "");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, ManyPiecesComeOutInOrder) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  std::string expected;
  const auto content = [&](const WriteBytes& write) {
    bool good = true;
    for (int i = 0; i < 3000; ++i) {
      const std::string piece(static_cast<std::size_t>(i % 700), static_cast<char>('a' + i % 26));
      expected += piece;
      good = good && write(piece);
    }
    const std::string large(1'000'000, '#');
    expected += large;
    return good && write(large);
  };
  ASSERT_TRUE(write_file_atomically(path, content).ok());
  EXPECT_EQ(file_text(path), expected);
}

TEST(AtomicFile, BareNameIsInTheWorkingFolder) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  EXPECT_EQ(why_not_writable("bare.json"), std::nullopt);
  EXPECT_TRUE(write_file_atomically("bare.json", "x").ok());
  fs::current_path(before);
  EXPECT_EQ(file_text(folder.path() / "bare.json"), "x");
}

TEST(AtomicFile, ContentThatFailsLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  put_file(path, "old");
  const auto content = [](const WriteBytes& write) {
    write(std::string(1'000'000, 'n'));
    return false;
  };
  expect_io_error(write_file_atomically(path, content), "could not be written");
  EXPECT_EQ(file_text(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, ContentThatThrowsLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  put_file(path, "old");
  const auto content = [](const WriteBytes& write) -> bool {
    write("new");
    throw 5;
  };
  EXPECT_THROW(static_cast<void>(write_file_atomically(path, content)), int);
  EXPECT_EQ(file_text(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, FullDiskLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  put_file(path, "old");
  {
    const SmallDisk disk(300'000);
    expect_io_error(write_file_atomically(path, std::string(1'000'000, 'n')), "would be larger than is allowed here");
    expect_io_error(write_file_atomically(folder.path() / "b", std::string(300'001, 'n')), "could not be written");
    EXPECT_TRUE(write_file_atomically(folder.path() / "c", std::string(300'000, 'n')).ok());
  }
  EXPECT_EQ(file_text(path), "old");
  EXPECT_FALSE(fs::exists(folder.path() / "b"));
  EXPECT_EQ(folder.entries(), 2U);
}

TEST(AtomicFile, FullDiskIsNamedSo) {
  expect_io_error(write_file_atomically("/dev/full", "x"),
                  "\"/dev/full\" could not be written: the disk is full; free some space or choose another place.");
}

TEST(AtomicFile, WriterIsToldThatTheDiskIsFull) {
  int calls = 0;
  const auto content = [&](const WriteBytes& write) {
    const std::string piece(100'000, 'x');
    while (calls < 1000 && write(piece)) {
      ++calls;
    }
    return calls < 1000;
  };
  expect_io_error(write_file_atomically("/dev/full", content), "the disk is full");
  EXPECT_LT(calls, 10);
}

TEST(AtomicFile, KilledInMidWriteLeavesTheOldFileWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  put_file(path, "old");
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    static_cast<void>(write_file_atomically(path, [](const WriteBytes& write) {
      write(std::string(1'000'000, 'n'));
      ::_exit(0);
      return true;
    }));
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(file_text(path), "old");
}

TEST(AtomicFile, KeepsPermissionsOfTheOldFile) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  put_file(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0642), 0);
  ASSERT_TRUE(write_file_atomically(path, "new").ok());
  EXPECT_EQ(mode_of(path), 0642U);
}

TEST(AtomicFile, NewFileObeysTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  const bool written = write_file_atomically(folder.path() / "a", "x").ok();
  ::umask(before);
  ASSERT_TRUE(written);
  EXPECT_EQ(mode_of(folder.path() / "a"), 0640U);
}

TEST(AtomicFile, LinkStaysALink) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "real");
  put_file(folder.path() / "real" / "a", "old");
  fs::create_symlink("real/a", folder.path() / "link");
  fs::create_symlink(folder.path() / "link", folder.path() / "link2");
  ASSERT_TRUE(write_file_atomically(folder.path() / "link2", "new").ok());
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link2"));
  EXPECT_EQ(file_text(folder.path() / "real" / "a"), "new");
}

TEST(AtomicFile, LinkToNothingMakesItsTarget) {
  const TemporaryFolder folder;
  fs::create_symlink("later", folder.path() / "link");
  ASSERT_TRUE(write_file_atomically(folder.path() / "link", "new").ok());
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(file_text(folder.path() / "later"), "new");
}

TEST(AtomicFile, LinksInACircleAreTold) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  expect_io_error(write_file_atomically(folder.path() / "a", "x"), "lead in a circle");
}

TEST(AtomicFile, StreamsAreWrittenStraight) {
  EXPECT_EQ(why_not_writable("/dev/null"), std::nullopt);
  EXPECT_TRUE(write_file_atomically("/dev/null", "x").ok());
  struct stat found = {};
  ASSERT_EQ(::stat("/dev/null", &found), 0);
  EXPECT_TRUE(S_ISCHR(found.st_mode));

  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  for (const char* folder : {"/dev/fd/", "/proc/self/fd/"}) {
    const fs::path path = folder + std::to_string(ends[1]);
    EXPECT_EQ(why_not_writable(path), std::nullopt) << path;
    ASSERT_TRUE(write_file_atomically(path, "hello").ok());
    std::string got(5, ' ');
    ASSERT_EQ(::read(ends[0], got.data(), got.size()), 5);
    EXPECT_EQ(got, "hello");
  }
  EXPECT_NE(why_not_writable("/dev/fd/" + std::to_string(ends[0])), std::nullopt) << "the end that is read";
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(AtomicFile, OpenFileBehindADescriptorIsAppendedTo) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "out";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "before ", 7), 7);
  ASSERT_TRUE(write_file_atomically("/dev/fd/" + std::to_string(file), "report").ok());
  ASSERT_EQ(::write(file, " after", 6), 6);
  ::close(file);
  EXPECT_EQ(file_text(path), "before report after");
}

TEST(AtomicFile, FailuresLeaveNoOpenFile) {
  const TemporaryFolder folder;
  const auto open_files = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
  };
  const auto before = open_files();
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(write_file_atomically(folder.path() / "a", [](const WriteBytes&) { return false; }).ok());
    EXPECT_FALSE(write_file_atomically("/dev/full", "x").ok());
    EXPECT_TRUE(write_file_atomically(folder.path() / "b", "x").ok());
  }
  EXPECT_EQ(open_files(), before);
}

// What is told before a run is told at its end too.
void expect_not_writable(const fs::path& path, const std::string& part) {
  const auto why = why_not_writable(path);
  ASSERT_TRUE(why) << path;
  EXPECT_NE(why->find(part), std::string::npos) << *why;
  EXPECT_NE(why->find(';'), std::string::npos) << "no next step: " << *why;
  expect_io_error(write_file_atomically(path, "x"), part);
}

TEST(WhyNotWritable, MissingFolder) {
  const TemporaryFolder folder;
  const fs::path missing = folder.path() / "no" / "such";
  expect_not_writable(missing / "a", "the folder \"" + missing.string() + "\" does not exist; create it first");
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(WhyNotWritable, Folder) {
  const TemporaryFolder folder;
  expect_not_writable(folder.path(), "is a folder; give a file name in it");
  expect_not_writable(folder.path() / "", "is a folder; give a file name in it");
  expect_not_writable("/", "is a folder");
  expect_not_writable(".", "is a folder");
  fs::create_directory_symlink(folder.path(), folder.path() / "link");
  expect_not_writable(folder.path() / "link", "is a folder");
}

TEST(WhyNotWritable, FileWhereAFolderShouldBe) {
  const TemporaryFolder folder;
  put_file(folder.path() / "file", "x");
  expect_not_writable(folder.path() / "file" / "a", "not a folder");
  expect_not_writable(folder.path() / "file" / "b" / "a", "not a folder");
}

TEST(WhyNotWritable, EmptyAndImpossibleNames) {
  const TemporaryFolder folder;
  expect_not_writable("", "a file name is missing; give one");
  expect_not_writable(folder.path() / std::string("a\0b", 3), "a file name is missing");
  expect_not_writable(folder.path() / std::string(300, 'n'), "the name is too long; choose a shorter one");
}

TEST(WhyNotWritable, LongestNameWorks) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / std::string(255, 'n');
  EXPECT_EQ(why_not_writable(path), std::nullopt);
  EXPECT_TRUE(write_file_atomically(path, "x").ok());
  EXPECT_EQ(file_text(path), "x");
}

TEST(WhyNotWritable, PermissionDenied) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  put_file(folder.path() / "locked", "old");
  fs::permissions(folder.path() / "locked", fs::perms::owner_read);
  fs::create_directory(folder.path() / "closed");
  fs::permissions(folder.path() / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  auto user = std::make_unique<OrdinaryUser>();
  const bool held = OrdinaryUser::held_by_permissions();
  if (held) {
    expect_not_writable(folder.path() / "locked", "is write-protected; choose another name");
    expect_not_writable(folder.path() / "closed" / "a", "permission was denied");
  } else {
    EXPECT_TRUE(write_file_atomically(folder.path() / "locked", "new").ok());
    EXPECT_TRUE(write_file_atomically(folder.path() / "closed" / "a", "new").ok());
  }
  user.reset();
  EXPECT_EQ(file_text(folder.path() / "locked"), held ? "old" : "new");
  fs::permissions(folder.path() / "closed", fs::perms::owner_all);
}

TEST(WhyNotWritable, FineWhereItIsFineAndLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_EQ(why_not_writable(folder.path() / "new"), std::nullopt);
  EXPECT_EQ(folder.entries(), 0U);
  put_file(folder.path() / "old", "x");
  EXPECT_EQ(why_not_writable(folder.path() / "old"), std::nullopt);
  EXPECT_EQ(file_text(folder.path() / "old"), "x");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(AtomicFile, APipeThatNobodyReadsIsToldAndNotWaitedFor) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  const auto written = write_file_atomically(folder.path() / "pipe", "x");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("nothing there takes data"), std::string::npos) << written.error().message;
}

}  // namespace
}  // namespace lossline::test
