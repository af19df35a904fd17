// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/train_options.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace lossline {
namespace {

using Lines = std::vector<std::string>;

Lines fault_lines(const Lines& args) {
  Lines lines;
  for (const Fault& fault : parse_train(args).faults) {
    lines.push_back(fault_line(fault));
  }
  return lines;
}

TEST(TrainOptions, TheDatasetAloneIsTheDefaultRun) {
  const ParsedTrain parsed = parse_train({"iris"});
  EXPECT_TRUE(parsed.faults.empty());
  EXPECT_EQ(parsed.config, TrainConfig());
  ASSERT_TRUE(parsed.dataset.has_value());
  EXPECT_EQ(parsed.dataset->rows, 150U);
  EXPECT_FALSE(parsed.report || parsed.curve || parsed.quiet || parsed.json || parsed.help);
}

TEST(TrainOptions, EveryFieldOfTheConfigIsAnOption) {
  const ParsedTrain parsed =
      parse_train({"iris", "--device",    "cuda:1", "--strategy",   "eager", "--hidden",   "64,32", "--activation",
                   "tanh", "--optimizer", "adam",   "--lr",         "0.5",   "--momentum", "0",     "--weight-decay",
                   "0.25", "--epochs",    "7",      "--batch-size", "16",    "--loss",     "mse",   "--seed",
                   "9",    "--test-size", "0.5",    "--split-seed", "3",     "--scale",    "none",  "--record-every",
                   "2",    "--read-loss", "end",    "--threads",    "2"});
  EXPECT_TRUE(parsed.faults.empty());
  for (const ConfigField& field : config_fields()) {
    if (field.name != "momentum") {
      EXPECT_NE(field_text(parsed.config, field.name), field_text(TrainConfig(), field.name)) << field.name;
    }
  }
  EXPECT_EQ(parsed.config.hidden, (std::vector<std::int64_t>{64, 32}));
  EXPECT_EQ(parsed.config.threads, 2);
}

TEST(TrainOptions, HiddenMayBeEmpty) {
  EXPECT_TRUE(parse_train({"iris", "--hidden", ""}).config.hidden.empty());
  EXPECT_TRUE(parse_train({"iris", "--hidden="}).config.hidden.empty());
  EXPECT_TRUE(parse_train({"iris", "--hidden", ""}).faults.empty());
}

// The bad input the program must answer, each line as it is told.
TEST(TrainOptions, EachBadValueIsOneLine) {
  const std::vector<std::pair<Lines, std::string>> cases = {
      {{"irs"}, "error: DATASET: unknown dataset \"irs\": did you mean iris? Built in: iris"},
      {{"iris", "--epochs", "0"}, "error: --epochs: must be from 1 to 4294967295, got 0"},
      {{"iris", "--lr", "nan"}, "error: --lr: must be a positive number, got nan"},
      {{"iris", "--lr", "-inf"}, "error: --lr: must be a positive number, got -inf"},
      {{"iris", "--lr", "-0.1"}, "error: --lr: must be a positive number, got -0.1"},
      {{"iris", "--lr", ""}, "error: --lr: must be a number such as 0.01, got \"\""},
      {{"iris", "--hidden", "10,,5"},
       "error: --hidden: must be whole numbers with commas between, such as 64,32, or empty for no hidden layer, got "
       "\"10,,5\""},
      {{"iris", "--hidden", "0"}, "error: --hidden: must be widths from 1 to 1048576, got 0"},
      {{"iris", "--threads", "0"}, "error: --threads: must be auto or from 1 to 1024, got 0"},
      {{"iris", "--epoch", "5"}, "error: --epoch: unknown option; did you mean --epochs?"},
      {{"iris", "--device", "gpu"}, "error: --device: must be cpu, cuda or cuda:N with N up to 127, got \"gpu\""},
      {{"iris", "--strategy", "fuse"}, "error: --strategy: must be auto, eager, fused or graph, got \"fuse\""},
      {{"iris", "--report", "/no/such/folder/r.json"},
       "error: --report: the folder \"/no/such/folder\" does not exist; create it first"},
      {{"iris", "--target", "x"}, "error: --target: unknown option"},
      {{}, "error: DATASET: is missing; built in: iris"},
  };
  for (const auto& [args, line] : cases) {
    const Lines lines = fault_lines(args);
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_EQ(lines[0], line);
  }
}

TEST(TrainOptions, AllFaultsOfALineAreToldAtOnce) {
  const Lines lines = fault_lines({"irs", "--lr", "nan", "--epochs", "0", "--hidden", "10,,5", "--threads", "0",
                                   "--epoch", "5", "--report", "/no/such/folder/r.json", "--seed"});
  Lines fields;
  for (const std::string& line : lines) {
    fields.push_back(line.substr(7, line.find(':', 7) - 7));
  }
  std::sort(fields.begin(), fields.end());
  EXPECT_EQ(fields, (Lines{"--epoch", "--epochs", "--hidden", "--lr", "--report", "--seed", "--threads", "DATASET"}));
}

TEST(TrainOptions, AFaultyLineLeavesNoFileBehind) {
  const test::ScratchFolder folder;
  const auto report = folder.path() / "r.json", curve = folder.path() / "c.csv";
  EXPECT_FALSE(
      parse_train({"iris", "--lr", "nan", "--report", report.string(), "--curve", curve.string()}).faults.empty());
  EXPECT_TRUE(parse_train({"iris", "--report", report.string(), "--curve", curve.string()}).faults.empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(TrainOptions, AFolderIsNoReport) {
  const test::ScratchFolder folder;
  const Lines lines = fault_lines({"iris", "--report", folder.path().string()});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], "error: --report: \"" + folder.path().string() + "\" is a folder; give a file name in it");
}

TEST(TrainOptions, ReportAndCurveAreTwoFilesByWhateverWay) {
  const test::ScratchFolder folder;
  const std::string file = (folder.path() / "x").string();
  const std::string detour = (folder.path() / "." / ".." / folder.path().filename() / "x").string();
  const auto link = folder.path() / "link";
  for (const std::string& curve : {file, detour}) {
    EXPECT_EQ(fault_lines({"iris", "--report", file, "--curve", curve}),
              Lines{"error: --curve: is the same file as --report; give it another name"});
  }
  { const std::ofstream made(file); }
  std::filesystem::create_symlink(file, link);
  EXPECT_EQ(fault_lines({"iris", "--report", file, "--curve", link.string()}).size(), 1U);
  EXPECT_TRUE(fault_lines({"iris", "--report", file, "--curve", file + "2"}).empty());
  EXPECT_TRUE(fault_lines({"iris", "--report", "/dev/null", "--curve", "/dev/null"}).empty());
}

TEST(TrainOptions, NameAndNoteAreKeptAsTyped) {
  const ParsedTrain parsed = parse_train({"iris", "--name", "-first- run", "--note=--odd", "--quiet", "--json"});
  EXPECT_TRUE(parsed.faults.empty());
  EXPECT_EQ(parsed.name, "-first- run");
  EXPECT_EQ(parsed.note, "--odd");
  EXPECT_TRUE(parsed.quiet);
  EXPECT_TRUE(parsed.json);
}

TEST(TrainOptions, HelpIsAnsweredWhateverElseIsTyped) {
  const ParsedTrain parsed = parse_train({"--lr", "nan", "--help"});
  EXPECT_TRUE(parsed.help);
  EXPECT_TRUE(parsed.faults.empty());
}

TEST(TrainOptions, HelpFitsAScreenAndNamesEveryOption) {
  const std::string help = train_help();
  std::istringstream stream(help);
  std::string line;
  int lines = 0;
  while (std::getline(stream, line)) {
    ++lines;
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_LT(lines, 24) << "the last line is the prompt's";
  for (const ConfigField& field : config_fields()) {
    EXPECT_NE(help.find(" --" + std::string(field.name) + " "), std::string::npos) << field.name;
  }
  for (const char* name : {"--report FILE", "--curve FILE", "--name TEXT", "--note TEXT", "--quiet", "--json"}) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
  }
  EXPECT_NE(help.find("[20000]"), std::string::npos);
  EXPECT_NE(help.find("[0.01]"), std::string::npos);
}

}  // namespace
}  // namespace lossline
