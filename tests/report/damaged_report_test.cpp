// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no report, a newer one, or a broken one: a sentence, never a crash.
#include <random>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <gtest/gtest.h>

#include "core/report/report_file.h"
#include "core/report/run_report.h"
#include "tests/report/samples.h"

namespace lossline::test {
namespace {

std::string error_of(const std::string& text) {
  const auto report = parse_report(text);
  EXPECT_FALSE(report.ok()) << text.substr(0, 300);
  if (report.ok()) {
    return {};
  }
  EXPECT_EQ(report.error().code, ErrorCode::Format);
  EXPECT_EQ(report.error().message.back(), '.') << report.error().message;
  EXPECT_EQ(report.error().message.find('\n'), std::string::npos);
  return report.error().message;
}

void expect_error(const std::string& text, const std::string& part) {
  const std::string message = error_of(text);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(DamagedReport, WhatIsNoReportSaysSo) {
  expect_error("", "is empty");
  expect_error(" \n", "is empty");
  expect_error("Wall time,Step,Value\n", "is not a Lossline run report; choose a file that Lossline exported");
  expect_error("[1,2]", "is not a Lossline run report");
  expect_error("\x89PNG\r\n", "is not a Lossline run report");
  expect_error("{}", "is JSON, but not a Lossline run report");
  expect_error(R"({"schema":"other"})", "is JSON, but not a Lossline run report");
  expect_error(R"({"schema":1,"schema_version":1})", "is JSON, but not a Lossline run report");
}

TEST(DamagedReport, NewerMajorIsRefusedWithBothVersions) {
  const std::string newer = replaced(smallest_report(), "\"schema_version\":1", "\"schema_version\":2");
  expect_error(newer, "is a run report of version 2, and Lossline 0.1.0 reads version 1 only; open it with a newer");
  // Its history may look like nothing known here: that is then not the reason told.
  expect_error(replaced(newer, "[[1,0.5],[2,0.25]]", R"([{"epoch":[1,[2]]},7])"), "of version 2");
  expect_error(R"({"history":{"rows":[{"a":[1]},"x"]},"schema_version":3,"schema":"lossline.run_report"})",
               "of version 3");
}

TEST(DamagedReport, VersionMustBeANumberFromOneOn) {
  for (const char* version : {"0", "-1", "\"1\"", "null", "[]", "0.5"}) {
    expect_error(replaced(smallest_report(), "\"schema_version\":1", std::string("\"schema_version\":") + version),
                 "\"schema_version\" must be a whole number from 1 on");
  }
  expect_error(replaced(smallest_report(), "\"schema_version\":1,", ""), "lacks \"schema_version\"");
}

TEST(DamagedReport, ConfigAndHistoryAreRequired) {
  expect_error(replaced(smallest_report(), "\"config\":{},", ""), "lacks \"config\"");
  expect_error(R"({"schema":"lossline.run_report","schema_version":1,"config":{}})", "lacks \"history\"");
  expect_error(R"({"schema":"lossline.run_report","schema_version":1,"config":{},"history":{}})", "history.rows");
}

TEST(DamagedReport, SyntaxFaultNamesThePlace) {
  const std::string text = "{\n\"schema\":\"lossline.run_report\",\n\"schema_version\" 1}";
  expect_error(text, "is damaged at line 3, byte 52");
  expect_error(smallest_report() + "x", "is damaged at line 1");
  expect_error(replaced(smallest_report(), "0.25", "1e999"), "a number there is out of range");
  expect_error(replaced(smallest_report(), "0.25", "NaN"), "is damaged at line 1");
  expect_error(replaced(smallest_report(), "epoch", "epo\xFF"), "is damaged at line 1");
}

TEST(DamagedReport, WrongTypesNameTheKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("run_id":5,)", "\"run_id\" must be a text, not 5"},
      {R"("tags":["a",2],)", "\"tags\" must be a list of texts, not a list"},
      {R"("state":"paused",)", "\"state\" must be finished, stopped, diverged or failed, not the text \"paused\""},
      {R"("runtime_s":"1",)", "\"runtime_s\" must be a number, not the text \"1\""},
      {R"("resolved":[],)", "\"resolved\" must be an object, not a list"},
      {R"("resolved":{"candidates":[3]},)", "\"resolved.candidates\" must be a list of objects"},
      {R"("resolved":{"candidates":[{},{"threads":1.5}]},)",
       "\"resolved.candidates[1].threads\" must be a whole number"},
      {R"("model":{"layers":[{"in":99999999999999999999}]},)", "\"model.layers[0].in\" must be a whole number"},
      {R"("data":{"rows":-1},)", "\"data.rows\" must be a whole number from 0 on, not -1"},
      {R"("hardware":{"gpus":[{"usable":"no"}]},)", "\"hardware.gpus[0].usable\" must be true or false"},
      {R"("hardware":{"cpu":{"physical_cores":3000000000}},)", "\"hardware.cpu.physical_cores\" must be"},
      {R"("hardware":{"cpu":{"caches":{"L2":"1M"}}},)", "\"hardware.cpu.caches.L2\" must be"},
      {R"("hardware":{"sources":{"a":1}},)", "\"hardware.sources.a\" must be an object, not 1"},
      {R"("summary":{"best_epoch":true},)", "\"summary.best_epoch\" must be a whole number from 0 on, not true"},
      {R"("timing":{"phases_s":{"forward":{}}},)", "\"timing.phases_s.forward\" must be a number, not an object"},
  };
  for (const auto& [key, part] : cases) {
    expect_error(replaced(smallest_report(), "\"config\":", key + "\"config\":"), part);
  }
}

TEST(DamagedReport, WrongTypesInTheConfigNameTheKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("lr":"fast")", "\"config.lr\" must be a number"},
      {R"("epochs":1e300)", "\"config.epochs\" must be a whole number from 0 on"},
      {R"("hidden":10)", "\"config.hidden\" must be a list of whole numbers, not 10"},
      {R"("hidden":["10"])", "\"config.hidden\" must be a list of whole numbers"},
      {R"("device":1)", "\"config.device\" must be a text, not 1"},
      {R"("threads":false)", "\"config.threads\" must be a text or a whole number, not false"},
      {R"("read_loss":-3)", "\"config.read_loss\" must be a whole number from 0 on, not -3"},
  };
  for (const auto& [key, part] : cases) {
    expect_error(replaced(smallest_report(), "\"config\":{", "\"config\":{" + key), part);
  }
  expect_error(replaced(smallest_report(), "\"config\":{}", "\"config\":7"), "\"config\" must be an object, not 7");
}

TEST(DamagedReport, WrongRowsNameTheRow) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[[1,0.5],[2]]", "row 2 of \"history.rows\" does not have a value for each column"},
      {"[[1,0.5],[2,0.5,3]]", "row 2 of \"history.rows\" does not have a value for each column"},
      {"[[1,0.5],[1,0.5]]", "row 2 of \"history.rows\" is out of order"},
      {"[[0,0.5]]", "row 1 of \"history.rows\" has an epoch out of range"},
      {"[[4294967296,0.5]]", "row 1 of \"history.rows\" has an epoch out of range"},
      {"[[-1,0.5]]", "row 1 of \"history.rows\" has an epoch that is not a whole number"},
      {"[[1.5,0.5]]", "row 1 of \"history.rows\" has an epoch that is not a whole number"},
      {"[[\"1\",0.5]]", "row 1 of \"history.rows\" has an epoch that is not a number"},
      {"[[null,0.5]]", "row 1 of \"history.rows\" has no epoch"},
      {"[[1,\"low\"]]", "row 1 of \"history.rows\" has a loss that is not a number"},
      {"[[1,true]]", "row 1 of \"history.rows\" holds something other than numbers"},
      {"[[1,[2]]]", "row 1 of \"history.rows\" holds something other than plain values"},
      {"[{\"a\":1,\"b\":2}]", "row 1 of \"history.rows\" is not a list"},
      {"[[1,0.5],7]", "row 2 of \"history.rows\" is not a list"},
      {"[[]]", "row 1 of \"history.rows\" does not have a value for each column"},
      {"7", "\"history.rows\" must be a list, not 7"},
      {"{}", "\"history.rows\" must be a list, not an object"},
  };
  for (const auto& [rows, part] : cases) {
    expect_error(replaced(smallest_report(), "[[1,0.5],[2,0.25]]", rows), part);
  }
  expect_error(replaced(smallest_report(), "[\"epoch\",\"train_loss\"]", "[\"epoch\"]"), "\"history.columns\"");
  expect_error(replaced(smallest_report(), "[\"epoch\",\"train_loss\"]", "5"), "\"history.columns\"");
  expect_error(replaced(smallest_report(), "\"columns\":[\"epoch\",\"train_loss\"],", ""), "\"history.columns\"");
}

TEST(DamagedReport, EveryTruncationIsAnError) {
  for (const std::string& text : {smallest_report(), report_text({full_record(), "", {}})}) {
    const std::size_t end = text.rfind('}');
    for (std::size_t length = 0; length <= end; ++length) {
      const auto report = parse_report(text.substr(0, length));
      ASSERT_FALSE(report.ok()) << length;
      if (length > 0) {
        ASSERT_NE(report.error().message.find("is cut off"), std::string::npos) << report.error().message;
      }
    }
    EXPECT_TRUE(parse_report(text.substr(0, end + 1)).ok());
  }
}

TEST(DamagedReport, FlippedBytesNeverCrash) {
  const std::string text = report_text({full_record(), "", {}});
  std::mt19937 random(20260101);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string flipped = text;
    for (int flips = 1 + round % 4; flips > 0; --flips) {
      flipped[random() % flipped.size()] = static_cast<char>(random() % 256);
    }
    const auto report = parse_report(flipped);
    refused += report.ok() ? 0 : 1;
    if (report.ok()) {  // a changed letter in a note is still a report: it must write and read again
      ASSERT_TRUE(parse_report(report_text(report.value())).ok()) << flipped;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(DamagedReport, DeletedAndDoubledPiecesNeverCrash) {
  const std::string text = report_text({full_record(), "", {}});
  std::mt19937 random(5);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t from = random() % text.size();
    const std::size_t length = random() % 40;
    const std::string piece = text.substr(from, length);
    std::string changed = text;
    if (round % 2 == 0) {
      changed.erase(from, length);
    } else {
      changed.insert(random() % text.size(), piece);
    }
    const auto report = parse_report(changed);
    if (report.ok()) {
      ASSERT_TRUE(parse_report(report_text(report.value())).ok()) << changed;
    }
  }
}

TEST(DamagedReport, BombsAreRefused) {
  const std::string head = R"({"schema":"lossline.run_report","x":)";
  const std::string deep(200'000, '[');
  expect_error(head + deep, "is nested deeper than any report");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) {
    objects += "{\"a\":";
  }
  expect_error(head + objects, "is nested deeper than any report");
  std::string values = "[0";
  for (int i = 0; i < 1'000'000; ++i) {
    values += ",0";
  }
  expect_error(head + values + "]}", "holds more values than any report");
  std::string keys = "{";
  for (int i = 0; i < 20'000; ++i) {
    keys += "\"k" + std::to_string(i) + "\":0,";
  }
  expect_error(head + keys, "has more keys in one object than any report");
  const std::string nested_row = replaced(smallest_report(), "[[1,0.5],[2,0.25]]", "[" + std::string(500'000, '['));
  expect_error(nested_row, "is damaged at line 1, byte 500");
}

TEST(ReportFile, ErrorsNameTheFile) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "r.json";
  const auto missing = read_report(path);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::Io);
  EXPECT_EQ(missing.error().message,
            "\"" + path.string() + "\" could not be read: there is no such file; check the name.");

  const auto is_folder = read_report(folder.path());
  ASSERT_FALSE(is_folder.ok());
  EXPECT_NE(is_folder.error().message.find("it is a folder"), std::string::npos) << is_folder.error().message;

  put_file(path, smallest_report().substr(0, 100));
  const auto cut = read_report(path);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().code, ErrorCode::Format);
  EXPECT_EQ(cut.error().message, "\"" + path.string() +
                                     "\" is cut off: it ends at byte 100, before the report does; use another copy of "
                                     "it, or export the run again.");
}

TEST(ReportFile, EndlessFilesThatAreNoReportAreToldEarly) {
  const auto report = read_report("/dev/zero");
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.error().message.find("is not a Lossline run report"), std::string::npos) << report.error().message;
}

TEST(ReportFile, WhatIsWrittenIsReadBack) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "Lauf \xC3\xA4.json";
  const RunReport report{full_record(), "", {}};
  const auto written = write_report(path, report);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(file_text(path), report_text(report));
  const auto read = read_report(path);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(report_text(read.value()), report_text(report));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReportFile, ARunOfOurOwnIsWrittenAsAReportOfIt) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "own.json";
  const RunRecord record = full_record();
  const auto written = write_report(path, record);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(file_text(path), report_text({record, "", {}}));
}

TEST(ReportFile, APipeThatNobodyWritesIsAnEmptyFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  const auto report = read_report(folder.path() / "pipe");
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::Format);
}

}  // namespace
}  // namespace lossline::test
