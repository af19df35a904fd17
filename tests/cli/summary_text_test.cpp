// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/summary_text.h"

#include <map>

#include <gtest/gtest.h>

namespace lossline {
namespace {

/// The summary's lines by their names.
std::map<std::string, std::string> lines_of(const RunRecord& record) {
  std::map<std::string, std::string> lines;
  const std::string text = summary_text(record, std::nullopt, std::nullopt);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    const std::size_t gap = line.find("  ");
    lines[line.substr(0, gap)] = line.substr(line.find_first_not_of(' ', gap));
    at = end + 1;
  }
  return lines;
}

RunRecord ended(const std::string& strategy) {
  RunRecord record;
  record.resolved.device = "cpu";
  record.resolved.strategy = strategy;
  record.resolved.threads = 1;
  record.resolved.candidates = {{"fused", 2, 0.8}, {"fused", 1, 0.52}, {"eager", 2, 70}, {"eager", 1, 60}};
  record.summary.epochs_done = 20000;
  record.summary.train_seconds = 1.248;  // 62.4 µs an epoch, 120 times 0.52
  return record;
}

TEST(SummaryText, ARunByEagerSaysWhatFusedWouldTake) {
  RunRecord record = ended("eager");
  record.config.strategy = Strategy::Eager;
  const auto lines = lines_of(record);
  EXPECT_EQ(lines.at("ran as"), "eager on cpu, 1 thread");
  EXPECT_EQ(lines.at("chosen"), "eager with 1 thread: 60 µs an epoch; eager with 2 threads 70 µs");
  EXPECT_EQ(
      lines.at("fused"),
      "would take 10 ms for these 20000 epochs (0.52 µs each, measured on 1 thread): 120 times as fast; --strategy "
      "fused");
}

TEST(SummaryText, TheOptionIsNotNamedWhereItWouldNotHelp) {
  RunRecord record = ended("eager");
  record.resolved.candidates = {{"fused", 1, 70}, {"eager", 1, 60}};
  const auto lines = lines_of(record);
  EXPECT_EQ(lines.at("fused"), "would not be faster here");
  EXPECT_EQ(lines.at("chosen"), "eager with 1 thread: 60 µs an epoch; fused with 1 thread 70 µs");
}

TEST(SummaryText, ARunByFusedSaysWhatItWasChosenAmong) {
  const auto lines = lines_of(ended("fused"));
  EXPECT_EQ(
      lines.at("chosen"),
      "fused with 1 thread: 0.52 µs an epoch; fused with 2 threads 0.80 µs; eager with 1 thread 60 µs; eager with "
      "2 threads 70 µs");
  EXPECT_EQ(lines.count("fused"), 0U);
}

TEST(SummaryText, WithoutASearchThereIsNothingToSayOfIt) {
  RunRecord record = ended("eager");
  record.resolved.candidates.clear();
  const auto lines = lines_of(record);
  EXPECT_EQ(lines.count("chosen") + lines.count("fused") + lines.count("because"), 0U);
  record.resolved.strategy_note = "the step could not be recorded as a graph: no";
  EXPECT_EQ(lines_of(record).at("because"), record.resolved.strategy_note);
}

}  // namespace
}  // namespace lossline
