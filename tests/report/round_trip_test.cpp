// SPDX-License-Identifier: GPL-3.0-or-later
// What a report keeps that this version does not know, and what it makes of numbers.
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/report/run_report.h"
#include "tests/report/samples.h"

namespace lossline::test {
namespace {

using Json = nlohmann::json;

RunReport opened(const std::string& text) {
  auto report = parse_report(text);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().message);
  return report.ok() ? std::move(report).value() : RunReport{};
}

Json saved(const std::string& text) {
  return Json::parse(report_text(opened(text)));
}

Json full_json() {
  return Json::parse(report_text({full_record(), "", {}}));
}

TEST(RoundTrip, UnknownKeysSurviveAtEveryLevel) {
  Json file = full_json();
  file["later"] = {{"deep", {1, {{"er", nullptr}}}}, {"text", "ü"}};
  file["config"]["warm_start"] = true;
  file["resolved"]["candidates"][1]["note"] = "x";
  file["data"]["source"] = {{"url", "https://example.org"}};
  file["model"]["layers"][2]["bias"] = false;
  file["environment"]["kernel"] = "6.1";
  file["hardware"]["npu"] = Json::array();
  file["hardware"]["cpu"]["core_kinds"][0]["max_mhz"] = 5400;
  file["hardware"]["gpus"][0]["power_limit_w"] = 285.5;
  file["hardware"]["gpus"][1]["uuid"] = nullptr;
  file["hardware"]["cuda"]["nccl_version"] = "2.18";
  file["hardware"]["sources"]["gpus[0].name"]["asked_at"] = "start";
  file["summary"]["f1"] = 0.75;
  file["timing"]["phases_s"]["allreduce"] = 1e-9;
  file["timing"]["steady_epoch_us"]["p99"] = -0.5;
  file["history"]["unit"] = "nat";
  const Json again = saved(file.dump());
  EXPECT_EQ(again, file) << Json::diff(file, again).dump(2);
}

TEST(RoundTrip, UnknownKeysStayWhereAKnownFieldIsChanged) {
  Json file = full_json();
  file["later"] = 1;
  file["notes"] = nullptr;
  RunReport report = opened(file.dump());
  report.record.notes = "changed";
  report.record.tags = {"new"};
  const Json again = Json::parse(report_text(report));
  EXPECT_EQ(again["notes"], "changed");
  EXPECT_EQ(again["tags"], Json({"new"}));
  EXPECT_EQ(again["later"], 1);
}

TEST(RoundTrip, ExtraHistoryColumnsSurvive) {
  Json file = full_json();
  file["history"] = {{"columns", {"epoch", "train_loss", "test_loss", "mark"}},
                     {"rows", {{1, 0.5, 0.75, "a,]\n\"b"}, {2, 0.25, nullptr, true}, {7, nullptr, -3, 1e-30}}}};
  const Json again = saved(file.dump());
  EXPECT_EQ(again, file);
}

TEST(RoundTrip, ExtraColumnsMayStandAnywhere) {
  Json file = full_json();
  file["history"] = {{"columns", {"lr", "train_loss", "epoch"}}, {"rows", {{0.1, 0.5, 1}, {0.2, 0.25, 2}}}};
  const RunReport report = opened(file.dump());
  ASSERT_EQ(report.record.history->size(), 2U);
  EXPECT_EQ((*report.record.history)[1].epoch, 2U);
  EXPECT_EQ((*report.record.history)[1].loss, 0.25);
  const Json history = Json::parse(report_text(report))["history"];
  EXPECT_EQ(history["columns"], Json({"epoch", "train_loss", "lr"}));
  EXPECT_EQ(history["rows"], Json({{1, 0.5, 0.1}, {2, 0.25, 0.2}}));
}

TEST(RoundTrip, ColumnsMayComeBehindTheRows) {
  const RunReport report =
      opened(R"({"history":{"rows":[[0.5,9,1],[0.25,8,2]],"columns":["train_loss","lr","epoch"]},"config":{},)"
             R"("schema_version":1,"schema":"lossline.run_report"})");
  ASSERT_EQ(report.record.history->size(), 2U);
  EXPECT_EQ((*report.record.history)[1].loss, 0.25);
  EXPECT_EQ(Json::parse(report_text(report))["history"]["rows"], Json({{1, 0.5, 9}, {2, 0.25, 8}}));
}

TEST(RoundTrip, WordsOfALaterVersionAreKeptAndTold) {
  Json file = full_json();
  file["config"]["activation"] = "mish";
  file["config"]["device"] = "mps";
  const RunReport report = opened(file.dump());
  EXPECT_EQ(report.record.config.activation, Activation::Relu);
  ASSERT_EQ(report.warnings.size(), 2U);
  EXPECT_NE(report.warnings[1].find("\"config.activation\" is \"mish\""), std::string::npos) << report.warnings[1];
  EXPECT_EQ(Json::parse(report_text(report)), file);
}

TEST(RoundTrip, PartialReportOpensWithEmptyFields) {
  const RunReport report = opened(smallest_report());
  EXPECT_EQ(report.record.config, TrainConfig{});
  EXPECT_EQ(report.record.run_id, "");
  EXPECT_TRUE(report.record.hardware.gpus.empty());
  EXPECT_EQ(report.record.history->size(), 2U);
  EXPECT_TRUE(report.warnings.empty());
}

TEST(RoundTrip, ByteOrderMarkAndBlanksAreAccepted) {
  const RunReport report = opened("\xEF\xBB\xBF \r\n\t" + smallest_report() + "\n\n");
  EXPECT_EQ(report.record.history->size(), 2U);
}

TEST(RoundTrip, UnknownTextThatIsNoneOfOursChangesNothing) {
  const std::string plain = report_text({full_record(), "", {}});
  for (const char* text :
       {"{", "[]", "7", "{\"keys\":5}", "{\"keys\":{\"keys\":{\"notes\":3}}}", "{\"columns\":[1]}"}) {
    EXPECT_EQ(report_text({full_record(), text, {}}), plain) << text;
  }
}

TEST(Numbers, NonFiniteLossesAreNullAndStayNonFinite) {
  const RunReport report = opened(replaced(smallest_report(), "[[1,0.5],[2,0.25]]",
                                           R"([[1,null],[2,"NaN"],[3,"Infinity"],[4,"-Infinity"],[5,0.5]])"));
  const LossHistory& history = *report.record.history;
  ASSERT_EQ(history.size(), 5U);
  EXPECT_TRUE(std::isnan(history[0].loss));
  EXPECT_TRUE(std::isnan(history[1].loss));
  EXPECT_EQ(history[2].loss, std::numeric_limits<double>::infinity());
  EXPECT_EQ(history[3].loss, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(Json::parse(report_text(report))["history"]["rows"],
            Json({{1, nullptr}, {2, nullptr}, {3, nullptr}, {4, nullptr}, {5, 0.5}}));
}

TEST(Numbers, NoTextEverHoldsAWordForNone) {
  RunRecord record = full_record();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  record.runtime_s = nan;
  record.config.momentum = inf;
  record.summary.train_seconds = inf;
  record.summary.first_loss = nan;
  record.timing.warmup_s = nan;
  record.timing.steady_epoch_us.median = inf;
  record.timing.phases_s.forward = nan;
  record.hardware.cpu.peak_fp32_gflops = inf;
  record.resolved.candidates[0].epoch_us = nan;
  const Json json = Json::parse(report_text({record, "", {}}));  // refuses NaN and Infinity itself
  EXPECT_TRUE(json["runtime_s"].is_null());
  EXPECT_TRUE(json["config"]["momentum"].is_null());
  EXPECT_TRUE(json["summary"]["train_seconds"].is_null());
  EXPECT_TRUE(json["hardware"]["cpu"]["peak_fp32_gflops"].is_null());
  EXPECT_TRUE(json["resolved"]["candidates"][0]["epoch_us"].is_null());
}

TEST(RoundTrip, TellsWhyAnotherStrategyWasTakenOnlyIfOneWas) {
  RunRecord record = full_record();
  record.resolved.strategy_note = "no graph: \"why\"";
  const std::string text = report_text({record, "", {}});
  EXPECT_EQ(Json::parse(text)["resolved"]["strategy_note"], "no graph: \"why\"");
  EXPECT_EQ(opened(text).record.resolved.strategy_note, "no graph: \"why\"");
  record.resolved.strategy_note.clear();
  EXPECT_FALSE(Json::parse(report_text({record, "", {}}))["resolved"].contains("strategy_note"));
}

TEST(Numbers, EveryDoubleReadsBackToTheSameBits) {
  std::mt19937_64 random(7);
  auto history = std::make_shared<LossHistory>();
  for (std::uint32_t epoch = 1; epoch <= 20000; ++epoch) {
    double value = 0;
    const std::uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof value);
    if (epoch % 2 == 0) {  // the ordinary ones too, with few and with many digits
      value = static_cast<double>(bits >> 40U) / (epoch % 4 == 0 ? 1000.0 : 7.0);
    }
    history->append({std::isfinite(value) ? value : 1.0, epoch, 0});
  }
  RunRecord record;
  record.history = history;
  const RunReport report = opened(report_text({record, "", {}}));
  ASSERT_EQ(report.record.history->size(), history->size());
  for (std::size_t i = 0; i < history->size(); ++i) {
    ASSERT_EQ((*report.record.history)[i].loss, (*history)[i].loss) << i;
    ASSERT_EQ((*report.record.history)[i].epoch, (*history)[i].epoch) << i;
  }
}

TEST(Numbers, WholeNumbersWithADotAreWhole) {
  const RunReport report = opened(
      replaced(replaced(smallest_report(), "\"config\":{}", R"("config":{"epochs":7.0,"hidden":[3.0],"threads":2.0})"),
               "[1,0.5]", "[1.0,1]"));
  EXPECT_EQ(report.record.config.epochs, 7U);
  EXPECT_EQ(report.record.config.hidden, std::vector<std::int64_t>{3});
  EXPECT_EQ(report.record.config.threads, 2);
  EXPECT_EQ((*report.record.history)[0].loss, 1.0);
}

TEST(Numbers, InvalidUtf8IsReplacedNotRefused) {
  RunRecord record;
  record.notes = "a\xFF z";
  EXPECT_EQ(Json::parse(report_text({record, "", {}}))["notes"], "a\xEF\xBF\xBD z");
}

TEST(RoundTrip, EmptyHistoryIsAnEmptyList) {
  RunRecord record;
  EXPECT_TRUE(opened(report_text({record, "", {}})).record.history->empty());
  record.history = nullptr;
  EXPECT_TRUE(opened(report_text({record, "", {}})).record.history->empty());
}

}  // namespace
}  // namespace lossline::test
