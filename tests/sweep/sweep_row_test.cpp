// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_row.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/report/complete_record.h"

namespace lossline {
namespace {

struct Sample {
  TrainConfig asked;
  RunRecord record;
};

Sample sample() {
  Sample run;
  run.asked.dataset = "a \"b\", c";
  run.asked.hidden = {64, 32};
  run.asked.lr = 1e-05;
  run.asked.threads = 1;
  run.record.resolved = {"cpu", "fused", "cross_entropy", 1, {}, ""};
  run.record.initial_weights_hash = "beef";
  run.record.summary.epochs_done = 2000;
  run.record.summary.train_seconds = 0.00125;
  run.record.summary.first_loss = 1.5;
  run.record.summary.last_loss = std::numeric_limits<double>::quiet_NaN();
  run.record.summary.test_accuracy = 0.5;
  return run;
}

TEST(SweepRow, CsvIsQuotedByRfc4180) {
  const Sample made = sample();
  const std::string hash = config_hash(made.asked);
  EXPECT_EQ(
      sweep_header(SweepFormat::Csv),
      "index,dataset,device,strategy,hidden,activation,optimizer,lr,momentum,weight_decay,epochs,batch_size,loss,seed,"
      "test_size,split_seed,scale,record_every,read_loss,threads,resolved_device,resolved_strategy,resolved_loss,"
      "resolved_threads,state,error,epochs_done,first_loss,last_loss,best_loss,best_epoch,first_nonfinite_epoch,"
      "train_accuracy,test_accuracy,test_loss,train_seconds,config_hash,initial_weights_hash\n");
  EXPECT_EQ(
      sweep_line(SweepFormat::Csv, sweep_row_of(7, made.asked, made.record), made.asked, made.record),
      "7,\"a \"\"b\"\", c\",cpu,auto,\"64,32\",relu,sgd,1e-05,0,0,20000,0,auto,0,0.2,42,minmax,1,every,1,cpu,fused,"
      "cross_entropy,1,finished,,2000,1.5,,,,,,0.5,,0.00125," +
          hash + ",beef\n");
}

TEST(SweepRow, JsonHasTheColumnsNamesAndTypes) {
  const Sample made = sample();
  const std::string line =
      sweep_line(SweepFormat::JsonLines, sweep_row_of(7, made.asked, made.record), made.asked, made.record);
  EXPECT_EQ(sweep_header(SweepFormat::JsonLines), "");
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto object = nlohmann::ordered_json::parse(line);
  std::vector<std::string> names;
  for (const auto& member : object.items()) {
    names.push_back(member.key());
  }
  EXPECT_EQ(names, sweep_columns());
  EXPECT_EQ(object["dataset"], "a \"b\", c");
  EXPECT_EQ(object["hidden"].dump(), "[64,32]");
  EXPECT_EQ(object["lr"], 1e-05);
  EXPECT_EQ(object["last_loss"], nullptr);
  EXPECT_EQ(object["test_accuracy"], 0.5);
}

TEST(SweepRow, ReadsBackWhatItWrote) {
  Sample made = sample();
  made.record.state = RunState::Failed;
  made.record.error = Error{ErrorCode::Engine, "broke,\nsaid \"why\""};
  for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines}) {
    const SweepRow row = sweep_row_of(7, made.asked, made.record);
    std::string line = sweep_line(format, row, made.asked, made.record);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << "a row is one line, whatever the error says";
    line.pop_back();
    const Result<SweepRow> read = read_sweep_line(format, line);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().index, 7U);
    EXPECT_EQ(read.value().config_hash, config_hash(made.asked));
    EXPECT_EQ(read.value().state, RunState::Failed);
    EXPECT_EQ(read.value().test_accuracy, 0.5);
    EXPECT_EQ(read.value().test_loss, std::nullopt);
    EXPECT_EQ(read.value().train_seconds, 0.00125);
  }
}

TEST(SweepRow, WhatIsNoRowIsRefused) {
  for (const char* line : {"", "1,2", "\"", "{}", "[]", "{\"index\":1}", "null", "{", "\xff"}) {
    EXPECT_FALSE(read_sweep_line(SweepFormat::Csv, line).ok()) << line;
    EXPECT_FALSE(read_sweep_line(SweepFormat::JsonLines, line).ok()) << line;
  }
  const Sample made = sample();
  std::string line = sweep_line(SweepFormat::Csv, sweep_row_of(7, made.asked, made.record), made.asked, made.record);
  line.pop_back();
  EXPECT_FALSE(read_sweep_line(SweepFormat::Csv, "x" + line).ok()) << "an index that is none";
  EXPECT_FALSE(read_sweep_line(SweepFormat::Csv, line + ",1").ok()) << "a column more";
}

TEST(SweepRow, FormatGoesByTheEnding) {
  EXPECT_EQ(sweep_format_of("a/b.csv"), SweepFormat::Csv);
  EXPECT_EQ(sweep_format_of("b.jsonl"), SweepFormat::JsonLines);
  for (const char* name : {"", ".csv", "b", "b.json", "b.csv.gz", "bcsv"}) {
    EXPECT_EQ(sweep_format_of(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace lossline
