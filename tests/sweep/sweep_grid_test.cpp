// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_grid.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fake_engine.h"

namespace lossline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr int kMachineThreads = 2;

struct Made {
  SweepGrid grid;
  std::vector<Fault> faults;
};

Made make(const SweepLists& lists) {
  const Dataset table = test::tiny_dataset();
  Made made;
  made.grid = make_sweep_grid("tiny", lists, &table, kMachineThreads, made.faults);
  return made;
}

std::vector<std::uint64_t> seeds_of(const char* word) {
  std::vector<std::uint64_t> seeds;
  EXPECT_EQ(add_seeds(word, seeds), std::nullopt) << word;
  return seeds;
}

TEST(SweepSeeds, AreNumbersListsAndRangesWithBothEnds) {
  EXPECT_THAT(seeds_of("7"), ElementsAre(7));
  EXPECT_THAT(seeds_of("1,5,9"), ElementsAre(1, 5, 9));
  EXPECT_THAT(seeds_of("0..3"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(seeds_of("4..4"), ElementsAre(4));
  EXPECT_THAT(seeds_of("8..9,2"), ElementsAre(8, 9, 2));
  EXPECT_THAT(seeds_of("18446744073709551614..18446744073709551615"),
              ElementsAre(18446744073709551614U, 18446744073709551615U));
}

TEST(SweepSeeds, AnythingElseIsRefused) {
  for (const char* word :
       {"", ",", "1,", "..", "1..", "..3", "a", "-1", "1.5", "1...3", "0..9..20", "1 2", "18446744073709551616"}) {
    std::vector<std::uint64_t> seeds;
    EXPECT_EQ(add_seeds(word, seeds), "must be whole numbers such as 7, 1,5,9 or 0..99") << word;
  }
  std::vector<std::uint64_t> seeds;
  EXPECT_EQ(add_seeds("3..1", seeds), "must go from the smaller seed to the larger one");
}

TEST(SweepSeeds, AreCountedBeforeTheyAreMade) {
  std::vector<std::uint64_t> seeds;
  EXPECT_EQ(add_seeds("1..1000000", seeds), std::nullopt);
  EXPECT_THAT(seeds, SizeIs(1'000'000));
  EXPECT_THAT(*add_seeds("0", seeds), HasSubstr("more than 1000000 runs"));
  seeds.clear();
  EXPECT_THAT(*add_seeds("0..18446744073709551615", seeds), HasSubstr("more than 1000000 runs"));
  EXPECT_THAT(seeds, IsEmpty());
}

TEST(SweepGrid, OfNothingIsOneRunOfTheDefaultsOnOneThread) {
  const Made made = make({});
  EXPECT_THAT(made.faults, IsEmpty());
  TrainConfig expected;
  expected.dataset = "tiny";
  expected.threads = 1;
  ASSERT_EQ(made.grid.size(), 1U);
  EXPECT_EQ(made.grid.config(0), expected);
}

TEST(SweepGrid, LastSettingVariesFastestAndSeedsBeforeAll) {
  const Made made = make({{"seeds", {"3..4"}}, {"lr", {"0.1", "0.2"}}, {"hidden", {"", "8,4"}}, {"epochs", {"9"}}});
  EXPECT_THAT(made.faults, IsEmpty());
  ASSERT_EQ(made.grid.size(), 8U);
  std::vector<std::string> runs;
  for (std::uint64_t index = 0; index < made.grid.size(); ++index) {
    const TrainConfig config = made.grid.config(index);
    EXPECT_EQ(config.epochs, 9U);
    runs.push_back(hidden_text(config.hidden) + "|" + field_text(config, "lr") + "|" + field_text(config, "seed"));
  }
  EXPECT_THAT(runs,
              ElementsAre("|0.1|3", "|0.1|4", "|0.2|3", "|0.2|4", "8,4|0.1|3", "8,4|0.1|4", "8,4|0.2|3", "8,4|0.2|4"));
  EXPECT_THAT(made.grid.axes(), SizeIs(3));  // what has one value is no axis
}

TEST(SweepGrid, EverySettingOfARunTakesAList) {
  for (const ConfigField& field : config_fields()) {
    const std::string name = field.name == "seed" ? "seeds" : std::string(field.name);
    const TrainConfig defaults;
    TrainConfig other;
    for (const char* text : {"0.5", "2", "fused", "tanh", "adam", "huber", "standard", "end", "cuda"}) {
      if (!set_field(other, field.name, text) && field_text(other, field.name) != field_text(defaults, field.name)) {
        break;
      }
    }
    const std::string first = field.name == "threads" ? "auto" : field_text(defaults, field.name);
    const Made made = make({{name, {first, field_text(other, field.name)}}});
    EXPECT_THAT(made.faults, IsEmpty()) << name;
    ASSERT_EQ(made.grid.size(), 2U) << name;
    EXPECT_EQ(field_text(made.grid.config(1), field.name), field_text(other, field.name));
  }
}

TEST(SweepGrid, ThreadsLeftToBeMeasuredAreOne) {
  EXPECT_EQ(make({{"threads", {"auto"}}}).grid.config(0).threads, 1);
  EXPECT_THAT(make({{"threads", {"auto", "1"}}}).faults,
              ElementsAre(Fault{"threads", "has \"1\" twice; leave one out"}));
}

TEST(SweepGrid, ValueGivenTwiceIsAFaultHoweverItIsWritten) {
  EXPECT_THAT(make({{"lr", {"0.1", "1e-1", "0.10"}}}).faults,
              ElementsAre(Fault{"lr", "has \"0.1\" twice; leave one out"}));
  EXPECT_THAT(make({{"seeds", {"0..3", "2"}}}).faults, ElementsAre(Fault{"seeds", "has \"2\" twice; leave one out"}));
}

TEST(SweepGrid, EveryFaultOfEveryCombinationIsToldOnce) {
  const Made made = make({{"lr", {"x", "nan", "0.1"}},
                          {"optimizer", {"sgd", "adam", "adamw"}},
                          {"momentum", {"0", "0.9", "0.95"}},
                          {"epochs", {"0", "5"}},
                          {"seeds", {"0..99", "z"}}});
  EXPECT_THAT(made.faults, ElementsAre(Fault{"lr", "must be a number such as 0.01, got \"x\""},
                                       Fault{"seeds", "must be whole numbers such as 7, 1,5,9 or 0..99, got \"z\""},
                                       Fault{"lr", "must be a positive number, got nan"},
                                       Fault{"epochs", "must be from 1 to 4294967295, got 0"},
                                       Fault{"momentum", "is a setting of sgd; leave it out with adam"},
                                       Fault{"momentum", "is a setting of sgd; leave it out with adamw"}));
}

TEST(SweepGrid, FaultOfTheDataIsTold) {
  EXPECT_THAT(make({{"test-size", {"0.5", "0.99"}}}).faults, SizeIs(1));  // of ten rows none is left
}

TEST(SweepGrid, HasAMostOfRuns) {
  EXPECT_THAT(make({{"seeds", {"1..500000"}}, {"lr", {"0.1", "0.2"}}}).faults, IsEmpty());
  const Made made = make({{"seeds", {"1..500000"}}, {"lr", {"0.1", "0.2", "0.3"}}});
  EXPECT_THAT(made.faults,
              ElementsAre(Fault{"seeds", "gives more than 1000000 runs; take fewer values, or several sweeps"}));
}

}  // namespace
}  // namespace lossline
