// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "core/report/report_file.h"
#include "tests/report/samples.h"

namespace lossline::test {
namespace {

std::string curve_of(const RunRecord& record) {
  const TemporaryFolder folder;
  const auto written = write_curve_csv(folder.path() / "curve.csv", record);
  EXPECT_TRUE(written.ok());
  return file_text(folder.path() / "curve.csv");
}

TEST(CurveCsv, IsWhatTensorBoardExports) {
  auto history = std::make_shared<LossHistory>();
  history->append({1.1013824939727783, 1, 0.25F});
  history->append({std::numeric_limits<double>::quiet_NaN(), 100, 0.5F});
  history->append({std::numeric_limits<double>::infinity(), 200, 1.0F});
  history->append({-std::numeric_limits<double>::infinity(), 300, 2.0F});
  history->append({1e-7, 20000, 3600.125F});
  RunRecord record;
  record.started_at = "2026-01-01T00:00:00.500Z";  // date -u -d 2026-01-01 +%s: 1767225600
  record.timing.warmup_s = 2;
  record.timing.search_s = 1;
  record.history = history;
  EXPECT_EQ(curve_of(record),
            "Wall time,Step,Value\n"
            "1767225603.750000,1,1.1013824939727783\n"
            "1767225604.000000,100,NaN\n"
            "1767225604.500000,200,Infinity\n"
            "1767225605.500000,300,-Infinity\n"
            "1767229203.625000,20000,1e-07\n");
}

TEST(CurveCsv, LeapDaysCount) {
  // date -u -d … +%s
  const std::pair<const char*, const char*> cases[] = {{"1970-01-01T00:00:00.000Z", "0.000000"},
                                                       {"2000-02-29T12:34:56.000Z", "951827696.000000"},
                                                       {"2000-03-01T00:00:00.000Z", "951868800.000000"},
                                                       {"2024-02-29T23:59:59.999Z", "1709251199.999000"},
                                                       {"2024-12-31T00:00:00Z", "1735603200.000000"},
                                                       {"2100-03-01T00:00:00.000Z", "4107542400.000000"},
                                                       {"yesterday", "0.000000"},
                                                       {"2024-12-31 00:00:00Z", "0.000000"},
                                                       {"2024-12-31T00:00:00", "0.000000"},
                                                       {"", "0.000000"}};
  for (const auto& [start, seconds] : cases) {
    RunRecord record;
    record.started_at = start;
    record.history = history_of({0.5});
    EXPECT_EQ(curve_of(record), std::string("Wall time,Step,Value\n") + seconds + ",1,0.5\n") << start;
  }
}

TEST(CurveCsv, OpenedReportSpreadsItsTrainingTime) {
  RunRecord record;
  record.summary.epochs_done = 4;
  record.summary.train_seconds = 2;
  record.history = history_of({4, 3, 2, 1});
  EXPECT_EQ(curve_of(record), "Wall time,Step,Value\n0.500000,1,4\n1.000000,2,3\n1.500000,3,2\n2.000000,4,1\n");
}

TEST(CurveCsv, WithoutHistoryIsTheHeader) {
  RunRecord record;
  EXPECT_EQ(curve_of(record), "Wall time,Step,Value\n");
  record.history = nullptr;
  EXPECT_EQ(curve_of(record), "Wall time,Step,Value\n");
}

TEST(CurveCsv, FolderThatIsMissingIsAnError) {
  const TemporaryFolder folder;
  const auto written = write_curve_csv(folder.path() / "no" / "curve.csv", RunRecord{});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::Io);
}

}  // namespace
}  // namespace lossline::test
