// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_engine.h"
#include "tests/support/scratch_folder.h"

namespace lossline {
namespace {

using testing::HasSubstr;

class SweepFileTest : public testing::Test {
 protected:
  [[nodiscard]] Result<std::unique_ptr<SweepFile>> open() const {
    return SweepFile::open(path_, SweepFormat::Csv, grid_);
  }
  [[nodiscard]] std::string line(std::uint64_t index) const {
    const TrainConfig asked = grid_.config(index);
    return sweep_line(SweepFormat::Csv, sweep_row_of(index, asked, {}), asked, {});
  }
  [[nodiscard]] std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static SweepGrid two_runs() {
    const Dataset table = test::tiny_dataset();
    std::vector<Fault> faults;
    return make_sweep_grid("tiny", {{"seeds", {"0..1"}}}, &table, 2, faults);
  }

  test::ScratchFolder folder_;
  std::filesystem::path path_ = folder_.path() / "s.csv";
  SweepGrid grid_ = two_runs();
  std::string header_ = sweep_header(SweepFormat::Csv);
};

TEST_F(SweepFileTest, RowsAreThereAsSoonAsTheyAreAppended) {
  const auto file = open();
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(text(), header_);
  ASSERT_TRUE(file.value()->append(line(1)).ok());
  EXPECT_EQ(text(), header_ + line(1));
}

TEST_F(SweepFileTest, TornLineIsCutOffAndGoneOnFrom) {
  folder_.write("s.csv", header_ + line(1) + line(0).substr(0, 30));
  const auto file = open();
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file.value()->found().torn);
  EXPECT_EQ(text(), header_ + line(1));
  ASSERT_TRUE(file.value()->append(line(0)).ok());
  EXPECT_EQ(text(), header_ + line(1) + line(0));
}

TEST_F(SweepFileTest, SecondHolderIsRefusedUntilTheFirstIsGone) {
  auto first = open();
  ASSERT_TRUE(first.ok());
  const auto second = open();
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("is being written by another sweep"));
  first.value().reset();
  EXPECT_TRUE(open().ok());
}

TEST_F(SweepFileTest, ForeignFileIsLeftAsItWas) {
  folder_.write("s.csv", "a,b\n1");
  const auto file = open();
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().code, ErrorCode::Format);
  EXPECT_THAT(file.error().message, HasSubstr("s.csv\" is no file of a sweep"));
  EXPECT_EQ(text(), "a,b\n1");
}

TEST_F(SweepFileTest, WhatIsNoPlainFileIsRefused) {
  const auto device = SweepFile::open("/dev/null", SweepFormat::Csv, grid_);
  ASSERT_FALSE(device.ok());
  EXPECT_THAT(device.error().message, HasSubstr("is no plain file"));
  EXPECT_FALSE(SweepFile::open(folder_.path(), SweepFormat::Csv, grid_).ok());
  EXPECT_FALSE(SweepFile::open(folder_.path() / "no" / "s.csv", SweepFormat::Csv, grid_).ok());
}

TEST_F(SweepFileTest, RowThatDoesNotFitIsNotLeftInPart) {
  const auto file = open();
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file.value()->append(line(0)).ok());
  const std::string before = text();
  std::signal(SIGXFSZ, SIG_IGN);  // as both programs do
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit tight{before.size() + 10, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  const Result<void> result = file.value()->append(line(1));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Io);
  EXPECT_THAT(result.error().message, HasSubstr("can't be written"));
  EXPECT_EQ(text(), before);
}

}  // namespace
}  // namespace lossline
