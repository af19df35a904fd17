// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a report, to the byte. The files are also checked against the JSON Schema (validate_report.py).
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/report/hardware_json.h"
#include "core/report/run_report.h"
#include "tests/report/samples.h"

namespace lossline::test {
namespace {

std::string golden(const char* name) {
  return file_text(std::string(LOSSLINE_TEST_DATA) + '/' + name);
}

TEST(GoldenReport, FullRecordIsWrittenToTheByte) {
  EXPECT_EQ(report_text({full_record(), "", {}}), golden("golden_report.json"));
}

TEST(GoldenReport, RunThatNeverStartedIsWrittenToTheByte) {
  EXPECT_EQ(report_text({failed_record(), "", {}}), golden("golden_failed.json"));
}

TEST(GoldenReport, ReadAndWrittenAgainIsTheSameText) {
  for (const char* name : {"golden_report.json", "golden_failed.json"}) {
    const std::string text = golden(name);
    const auto report = parse_report(text);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_TRUE(report.value().unknown_json.empty()) << report.value().unknown_json;
    EXPECT_TRUE(report.value().warnings.empty());
    EXPECT_EQ(report_text(report.value()), text);
  }
}

TEST(GoldenReport, ReadsEveryField) {
  const auto report = parse_report(golden("golden_report.json"));
  ASSERT_TRUE(report.ok()) << report.error().message;
  const RunRecord& read = report.value().record;
  const RunRecord expected = full_record();
  // What the text does not show by itself; the rest is held by the round trip above.
  EXPECT_EQ(read.config, expected.config);
  EXPECT_EQ(read.state, RunState::Diverged);
  ASSERT_TRUE(read.error);
  EXPECT_EQ(read.error->code, ErrorCode::Engine);
  EXPECT_EQ(read.notes, expected.notes);
  EXPECT_EQ(read.model.layers, expected.model.layers);
  EXPECT_EQ(read.summary.best_epoch, 3U);
  EXPECT_EQ(read.summary.last_loss, std::nullopt);
  EXPECT_EQ(read.timing.phases_s.device_idle, std::nullopt);
  EXPECT_EQ(read.timing.phases_s.unattributed, 0.08);
  EXPECT_EQ(read.hardware.cpu.usable_threads, 2);
  EXPECT_EQ(read.hardware.gpus.at(1).name, std::nullopt);
  EXPECT_EQ(read.hardware.sources.at("gpus[0].name").source, "nvml");
  EXPECT_EQ(read.hardware.nvidia_driver_version, "550.54.14");
  ASSERT_EQ(read.history->size(), 10U);
  EXPECT_EQ((*read.history)[0].loss, 1.1013824939727783);
  EXPECT_EQ((*read.history)[1].loss, 0.30000000000000004);
  EXPECT_TRUE(std::isnan((*read.history)[3].loss));
  EXPECT_EQ((*read.history)[5].loss, 5e-324);
  EXPECT_EQ(read.history->back().epoch, 10U);
}

TEST(HardwareJson, HasNoCudaUnlessTheLibraryWasAsked) {
  HardwareFacts facts = full_record().hardware;
  const std::string without = hardware_json_text(facts, false);
  EXPECT_NE(without.find("\n  \"cuda\": null,\n"), std::string::npos) << without;
  EXPECT_EQ(without.back(), '\n');
  const std::string with = hardware_json_text(facts, true);
  EXPECT_NE(with.find("\"built_version\": \"12.1\""), std::string::npos) << with;
}

TEST(HardwareJson, UnknownFactsAreNull) {
  const std::string text = hardware_json_text(HardwareFacts{}, true);
  EXPECT_NE(text.find("\"model_name\": null"), std::string::npos) << text;
  EXPECT_NE(text.find("\"memory_total_bytes\": null"), std::string::npos) << text;
  EXPECT_NE(text.find("\"gpus\": []"), std::string::npos) << text;
  EXPECT_NE(text.find("\"current_device\": null"), std::string::npos) << text;
}

}  // namespace
}  // namespace lossline::test
