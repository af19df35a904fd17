// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_resume.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_engine.h"

namespace lossline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SweepGrid grid_of(const char* rate = "0.1") {
  const Dataset table = test::tiny_dataset();
  std::vector<Fault> faults;
  return make_sweep_grid("tiny", {{"seeds", {"0..3"}}, {"lr", {rate}}}, &table, 2, faults);
}

class SweepResumeTest : public testing::TestWithParam<SweepFormat> {
 protected:
  [[nodiscard]] std::string line(std::uint64_t index) const {
    const TrainConfig asked = grid_.config(index);
    return sweep_line(GetParam(), sweep_row_of(index, asked, {}), asked, {});
  }
  [[nodiscard]] Result<SweepResume> resumed(const std::string& text) const {
    return resume_sweep(text, GetParam(), grid_);
  }

  SweepGrid grid_ = grid_of();
  std::string header_ = sweep_header(GetParam());
};

TEST_P(SweepResumeTest, NothingThereIsANewSweep) {
  const Result<SweepResume> resume = resumed("");
  ASSERT_TRUE(resume.ok());
  EXPECT_FALSE(resume.value().torn);
  EXPECT_EQ(resume.value().needs_header, GetParam() == SweepFormat::Csv);
  EXPECT_THAT(resume.value().done, ElementsAre(false, false, false, false));
}

TEST_P(SweepResumeTest, RowsAreKnownInAnyOrder) {
  const std::string text = header_ + line(3) + line(0);
  const Result<SweepResume> resume = resumed(text);
  ASSERT_TRUE(resume.ok());
  EXPECT_EQ(resume.value().whole_bytes, text.size());
  EXPECT_FALSE(resume.value().torn);
  EXPECT_FALSE(resume.value().needs_header);
  EXPECT_THAT(resume.value().done, ElementsAre(true, false, false, true));
  ASSERT_EQ(resume.value().rows.size(), 2U);
  EXPECT_EQ(resume.value().rows[0].index, 3U);
}

// A process can be killed after any byte.
TEST_P(SweepResumeTest, TextTornOffAnywhereKeepsItsWholeLines) {
  const std::string text = header_ + line(2) + line(1);
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    const std::string left = text.substr(0, bytes);
    const Result<SweepResume> resume = resumed(left);
    ASSERT_TRUE(resume.ok()) << bytes << " " << resume.error().message;
    const std::size_t whole = left.rfind('\n') == std::string::npos ? 0 : left.rfind('\n') + 1;
    EXPECT_EQ(resume.value().whole_bytes, whole);
    EXPECT_EQ(resume.value().torn, whole != bytes);
    const auto lines = static_cast<std::size_t>(std::count(left.begin(), left.end(), '\n'));
    EXPECT_EQ(resume.value().rows.size(), lines - (lines > 0 && !header_.empty() ? 1 : 0));
  }
}

TEST_P(SweepResumeTest, RowThatIsThereTwiceIsOneRun) {
  const Result<SweepResume> resume = resumed(header_ + line(2) + line(2));
  ASSERT_TRUE(resume.ok());
  EXPECT_EQ(resume.value().rows.size(), 1U);
}

TEST_P(SweepResumeTest, MoreSeedsGoOnFromFewer) {
  const Dataset table = test::tiny_dataset();
  std::vector<Fault> faults;
  const SweepGrid longer = make_sweep_grid("tiny", {{"seeds", {"0..9"}}, {"lr", {"0.1"}}}, &table, 2, faults);
  const Result<SweepResume> resume = resume_sweep(header_ + line(1), GetParam(), longer);
  ASSERT_TRUE(resume.ok());
  EXPECT_TRUE(resume.value().done[1]);
}

TEST_P(SweepResumeTest, AnotherSweepsRowsAreRefusedWithTheLine) {
  const Result<SweepResume> resume = resume_sweep(header_ + line(1), GetParam(), grid_of("0.2"));
  ASSERT_FALSE(resume.ok());
  EXPECT_EQ(resume.error().code, ErrorCode::Format);
  EXPECT_EQ(resume.error().message, "holds the rows of another sweep: line " +
                                        std::string(header_.empty() ? "1" : "2") +
                                        " is none of this one's runs; give --out another name, or delete the file");
}

TEST_P(SweepResumeTest, OtherFilesAreRefused) {
  for (const std::string& text : {std::string("hello"), std::string("hello\n"), std::string("a,b\n1,2\n"),
                                  std::string("{\"a\":1}\n"), std::string("\n"), std::string(3, '\0'), header_ + "\n",
                                  header_ + line(0) + "note\n" + line(1), header_ + line(0).substr(0, 20) + "\n"}) {
    const Result<SweepResume> resume = resumed(text);
    ASSERT_FALSE(resume.ok()) << text;
    EXPECT_THAT(resume.error().message, HasSubstr("is no file of a sweep")) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, SweepResumeTest, testing::Values(SweepFormat::Csv, SweepFormat::JsonLines),
                         [](const auto& format) { return format.param == SweepFormat::Csv ? "Csv" : "JsonLines"; });

}  // namespace
}  // namespace lossline
