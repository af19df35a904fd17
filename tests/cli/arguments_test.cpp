// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/arguments.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

namespace lossline {
namespace {

class ArgumentsTest : public testing::Test {
 protected:
  ArgumentsTest() {
    const std::string none;
    app_.set_help_flag();
    app_.add_option("DATASET", none)->expected(1);
    app_.add_option("--lr", none)->type_name("X")->expected(1);
    app_.add_option("--hidden", none)->type_name("N,N")->expected(1);
    app_.add_option("--epochs", none)->type_name("N")->expected(1);
    app_.add_flag("--json", none);
    app_.add_flag("-h,--help", none);
  }
  Arguments read(const std::vector<std::string>& args) { return read_arguments(app_, args); }
  /// The lines of the faults.
  std::vector<std::string> faults(const std::vector<std::string>& args) {
    std::vector<std::string> lines;
    for (const Fault& fault : read(args).faults) {
      lines.push_back(fault_line(fault));
    }
    return lines;
  }
  using Lines = std::vector<std::string>;

  CLI::App app_;
};

TEST_F(ArgumentsTest, ReadsValuesFlagsAndPositionals) {
  const Arguments read_one = read({"iris", "--lr", "0.1", "--hidden=64,32", "--json"});
  EXPECT_TRUE(read_one.faults.empty());
  EXPECT_EQ(read_one.positionals, Lines{"iris"});
  ASSERT_NE(read_one.find("lr"), nullptr);
  EXPECT_EQ(*read_one.find("lr"), "0.1");
  EXPECT_EQ(*read_one.find("hidden"), "64,32");
  EXPECT_EQ(read_one.find("epochs"), nullptr);
  EXPECT_TRUE(read_one.has("json"));
  EXPECT_FALSE(read_one.has("help"));
  EXPECT_TRUE(read({"-h"}).has("help"));
}

TEST_F(ArgumentsTest, AValueMayBeEmptyOrBeginWithADash) {
  for (const char* value : {"", "-1", "-inf", "-nan", "-x", "-", "-h", "[1,2]", "{}", "a b", "%%", "'q'", "=", "a=b"}) {
    const Arguments apart = read({"--lr", value, "iris"});
    EXPECT_TRUE(apart.faults.empty()) << value;
    ASSERT_NE(apart.find("lr"), nullptr) << value;
    EXPECT_EQ(*apart.find("lr"), value);
    EXPECT_EQ(apart.positionals, Lines{"iris"});
    const Arguments joined = read({std::string("--lr=") + value, "iris"});
    EXPECT_TRUE(joined.faults.empty()) << value;
    ASSERT_NE(joined.find("lr"), nullptr) << value;
    EXPECT_EQ(*joined.find("lr"), value);
  }
  EXPECT_EQ(*read({"--lr=--epochs"}).find("lr"), "--epochs");
}

TEST_F(ArgumentsTest, AnOptionIsNoValueOfTheOneBefore) {
  const Arguments missing = read({"iris", "--hidden", "--epochs", "5"});
  ASSERT_EQ(missing.faults.size(), 1U);
  EXPECT_EQ(fault_line(missing.faults[0]), "error: --hidden: needs a value: N,N");
  EXPECT_EQ(*missing.find("epochs"), "5");
  EXPECT_EQ(faults({"iris", "--lr"}), Lines{"error: --lr: needs a value: X"});
  EXPECT_EQ(faults({"--lr", "--", "iris"}), Lines{"error: --lr: needs a value: X"});
}

TEST_F(ArgumentsTest, UnknownOptionsAreNamedAsTypedWithWhatWasMeant) {
  EXPECT_EQ(faults({"iris", "--epoch", "5"}), Lines{"error: --epoch: unknown option; did you mean --epochs?"});
  EXPECT_EQ(faults({"iris", "--epoch=5"}), Lines{"error: --epoch: unknown option; did you mean --epochs?"});
  EXPECT_EQ(faults({"--epoch", "5", "iris"}), Lines{"error: --epoch: unknown option; did you mean --epochs?"});
  EXPECT_EQ(faults({"iris", "--zebra"}), Lines{"error: --zebra: unknown option"});
  EXPECT_EQ(faults({"iris", "-x"}), Lines{"error: -x: unknown option"});
  EXPECT_EQ(faults({"iris", "--=3"}), Lines{"error: --: unknown option"});
}

TEST_F(ArgumentsTest, AbbreviationsAreNotAccepted) {
  EXPECT_EQ(faults({"iris", "--hid", "5"}), Lines{"error: --hid: unknown option; did you mean --hidden?"});
  EXPECT_EQ(faults({"iris", "--js"}), Lines{"error: --js: unknown option; did you mean --json?"});
}

TEST_F(ArgumentsTest, AnUnknownOptionsValueIsNotTakenForADataset) {
  const Arguments after = read({"--zebra", "5", "iris"});
  EXPECT_EQ(after.positionals, Lines{"iris"});
  EXPECT_EQ(after.faults.size(), 1U);
  const Arguments before = read({"iris", "--zebra", "5"});
  EXPECT_EQ(before.positionals, Lines{"iris"});
  EXPECT_EQ(before.faults.size(), 1U);
  // A flag that was misspelled has no value: what follows is the dataset.
  EXPECT_EQ(read({"--jsno", "iris"}).positionals, Lines{"iris"});
}

TEST_F(ArgumentsTest, TellsEachThingThatCanNotBe) {
  EXPECT_EQ(faults({"iris", "--lr", "1", "--lr", "2"}), Lines{"error: --lr: is given twice; leave one out"});
  EXPECT_EQ(faults({"iris", "--json=yes"}), Lines{"error: --json: takes no value, got \"yes\""});
  EXPECT_EQ(faults({"iris", "wine"}), Lines{"error: DATASET: unexpected argument \"wine\""});
}

TEST_F(ArgumentsTest, AFlagMayBeRepeated) {
  EXPECT_TRUE(read({"iris", "--json", "--json"}).faults.empty());
}

TEST_F(ArgumentsTest, AllFaultsAreToldAtOnce) {
  EXPECT_EQ(faults({"a", "b", "--lr", "--epoch", "5", "--json=1", "--hidden", "1", "--hidden", "2", "--epochs"}),
            (Lines{"error: --lr: needs a value: X", "error: --epoch: unknown option; did you mean --epochs?",
                   "error: --json: takes no value, got \"1\"", "error: --hidden: is given twice; leave one out",
                   "error: --epochs: needs a value: N", "error: DATASET: unexpected argument \"b\""}));
}

TEST_F(ArgumentsTest, EverythingAfterTwoDashesIsPositional) {
  EXPECT_EQ(read({"--", "--lr"}).positionals, Lines{"--lr"});
  EXPECT_EQ(read({"--json", "--", "-h"}).positionals, Lines{"-h"});
  EXPECT_FALSE(read({"--", "--json"}).has("json"));
}

TEST_F(ArgumentsTest, OneDashIsAPositional) {
  EXPECT_EQ(read({"-"}).positionals, Lines{"-"});
}

TEST(FaultLine, IsOneLineWhateverWasTyped) {
  EXPECT_EQ(fault_line({"lr", "must be x"}), "error: --lr: must be x");
  EXPECT_EQ(fault_line({"DATASET", "is missing"}), "error: DATASET: is missing");
  EXPECT_EQ(fault_line({"-x", "unknown option"}), "error: -x: unknown option");
  EXPECT_EQ(fault_line({"", "the disk is full"}), "error: the disk is full");
  EXPECT_EQ(fault_line({"name", "got \"a\nb\x1b[31m\x7f\""}), "error: --name: got \"a?b?[31m?\"");
  EXPECT_EQ(fault_line({"name", "got \"ä…\""}), "error: --name: got \"ä…\"");
}

}  // namespace
}  // namespace lossline
