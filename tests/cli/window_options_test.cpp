// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/window_options.h"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/options/arguments.h"
#include "tests/support/scratch_folder.h"

namespace lossline {
namespace {

using Lines = std::vector<std::string>;

Lines fault_lines(const Lines& args) {
  Lines lines;
  for (const Fault& fault : parse_window(args).faults) {
    lines.push_back(fault_line(fault));
  }
  return lines;
}

TEST(WindowOptions, NothingIsAnEmptyWindow) {
  const WindowOptions options = parse_window({});
  EXPECT_TRUE(options.faults.empty());
  EXPECT_TRUE(options.files.empty());
  EXPECT_EQ(options.root, "/");
  EXPECT_EQ(options.theme, "auto");
  EXPECT_FALSE(options.start || options.export_file || options.grab_file || options.timings || options.quit_when_done);
}

TEST(WindowOptions, TakesFilesAndEveryOption) {
  const test::ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "sys");
  const std::string report = (folder.path() / "r.json").string(), picture = (folder.path() / "w.png").string();
  const WindowOptions options = parse_window({"a.json", "b.json", "--root", folder.path().string(), "--theme", "dark",
                                              "--start", "iris", "--epochs", "5", "--strategy=eager", "--export",
                                              report, "--grab", picture, "--timings", "--quit-when-done"});
  EXPECT_TRUE(options.faults.empty());
  EXPECT_EQ(options.files, (std::vector<std::filesystem::path>{"a.json", "b.json"}));
  EXPECT_EQ(options.root, folder.path());
  EXPECT_EQ(options.theme, "dark");
  ASSERT_TRUE(options.start.has_value());
  EXPECT_EQ(options.start->dataset, "iris");
  EXPECT_EQ(options.start->epochs, 5U);
  EXPECT_EQ(options.start->strategy, Strategy::Eager);
  EXPECT_EQ(options.export_file, std::filesystem::path(report));
  EXPECT_EQ(options.grab_file, std::filesystem::path(picture));
  EXPECT_TRUE(options.timings);
  EXPECT_TRUE(options.quit_when_done);
}

TEST(WindowOptions, TrainingOptionsNeedAStart) {
  EXPECT_EQ(fault_lines({"--epochs", "5"}),
            Lines{"error: --epochs: needs --start DATASET: it is an option of training"});
}

TEST(WindowOptions, FaultsAreThoseOfTheCommandLine) {
  EXPECT_EQ(
      fault_lines({"--start", "irs", "--epochs", "0", "--lr", "nan", "--threads", "0"}),
      (Lines{"error: --start: unknown dataset \"irs\": did you mean iris? Built in: iris",
             "error: --lr: must be a positive number, got nan", "error: --epochs: must be from 1 to 4294967295, got 0",
             "error: --threads: must be auto or from 1 to 1024, got 0"}));
  EXPECT_EQ(fault_lines({"--start"}), Lines{"error: --start: needs a value: DATASET"});
  EXPECT_EQ(fault_lines({"--theme", "blue"}), Lines{"error: --theme: must be auto, light or dark, got \"blue\""});
  EXPECT_EQ(fault_lines({"--root", "/no/such"}), Lines{"error: --root: there is no folder \"/no/such\""});
  const test::ScratchFolder empty;
  EXPECT_EQ(fault_lines({"--root", empty.path().string()}),
            Lines{"error: --root: the folder \"" + empty.path().string() +
                  "\" holds neither proc nor sys, so no machine was recorded there; give the folder that holds them"});
  EXPECT_EQ(fault_lines({"--timing"}), Lines{"error: --timing: unknown option; did you mean --timings?"});
  EXPECT_EQ(fault_lines({"--export", "/no/such/r.json"}),
            Lines{"error: --export: the folder \"/no/such\" does not exist; create it first"});
}

TEST(WindowOptions, APictureIsAPngAndNotTheReport) {
  const test::ScratchFolder folder;
  const std::string file = (folder.path() / "x").string();
  EXPECT_EQ(fault_lines({"--grab", file}),
            Lines{"error: --grab: must name a file that ends in .png, got \"" + file + "\""});
  EXPECT_EQ(fault_lines({"--export", file + ".png", "--grab", file + ".png"}),
            Lines{"error: --grab: is the same file as --export; give it another name"});
}

TEST(WindowOptions, AnExportWithoutARunThatQuitsIsAFault) {
  const test::ScratchFolder folder;
  const std::string file = (folder.path() / "r.json").string();
  EXPECT_EQ(fault_lines({"--export", file, "--quit-when-done"}).size(), 1U);
  EXPECT_TRUE(fault_lines({"--export", file}).empty()) << "the run the user starts is exported";
}

TEST(WindowOptions, HelpAndVersionAreAnsweredFirst) {
  EXPECT_TRUE(parse_window({"--epochs", "0", "--help"}).help);
  EXPECT_TRUE(parse_window({"--version"}).version);
  std::istringstream stream(window_help());
  std::string line;
  int lines = 0;
  while (std::getline(stream, line)) {
    ++lines;
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_LT(lines, 24);
}

}  // namespace
}  // namespace lossline
