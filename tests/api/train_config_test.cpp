// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/train_config.h"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/api/run_record.h"

namespace lossline {
namespace {

std::vector<Fault> faults_of(std::initializer_list<std::pair<const char*, const char*>> settings) {
  TrainConfig config;
  for (const auto& [name, text] : settings) {
    const auto fault = set_field(config, name, text);
    EXPECT_FALSE(fault.has_value()) << name << ": " << (fault ? fault->message : "");
  }
  return config.validate();
}

TEST(TrainConfig, TheDefaultsAreTheBriefsRun) {
  const TrainConfig config;
  EXPECT_TRUE(config.validate().empty());
  EXPECT_EQ(config.dataset, "iris");
  EXPECT_EQ(config.epochs, 20000U);
  EXPECT_EQ(config.lr, 0.01);
  EXPECT_EQ(config.hidden, std::vector<std::int64_t>{10});
  EXPECT_EQ(config.test_size, 0.2);
  EXPECT_EQ(config.split_seed, 42U);
}

TEST(TrainConfig, EachImpossibleValueIsOneFaultOfItsField) {
  const std::vector<std::pair<const char*, std::vector<const char*>>> bad = {
      {"hidden", {"0", "-5", "10,0,5", "1048577"}},
      {"lr", {"nan", "0", "-0.1", "inf", "-inf"}},
      {"momentum", {"nan", "-0.1", "1", "inf"}},
      {"weight-decay", {"nan", "-1", "inf"}},
      {"epochs", {"0", "4294967296"}},
      {"test-size", {"nan", "0", "1", "-0.2", "1.5", "inf"}},
      {"split-seed", {"4294967296"}},
      {"record-every", {"0"}},
      {"read-loss", {"0"}},
      {"threads", {"0", "-1", "1025"}},
  };
  for (const auto& [name, texts] : bad) {
    for (const char* text : texts) {
      const auto faults = faults_of({{name, text}});
      ASSERT_EQ(faults.size(), 1U) << name << ' ' << text;
      EXPECT_EQ(faults[0].field, name) << text;
      EXPECT_EQ(faults[0].message.compare(0, 8, "must be "), 0) << faults[0].message;
      EXPECT_NE(faults[0].message.find(", got "), std::string::npos) << faults[0].message;
    }
  }
}

TEST(TrainConfig, AStrategyThatTheDeviceCantRunIsAFaultThatNamesTheOthers) {
  EXPECT_EQ(faults_of({{"strategy", "fused"}, {"device", "cuda:1"}}),
            (std::vector<Fault>{{"strategy", "fused trains on the CPU; take graph, eager or auto with cuda:1"}}));
  EXPECT_EQ(faults_of({{"strategy", "graph"}, {"device", "cpu"}}),
            (std::vector<Fault>{{"strategy", "graph replays a CUDA graph; take fused, eager or auto with cpu"}}));
  EXPECT_TRUE(faults_of({{"strategy", "fused"}, {"device", "cpu"}}).empty());
  EXPECT_TRUE(faults_of({{"strategy", "graph"}, {"device", "cuda"}}).empty());
}

TEST(TrainConfig, SaysWhatItMustBeAndWhatWasGiven) {
  EXPECT_EQ(faults_of({{"lr", "nan"}}), (std::vector<Fault>{{"lr", "must be a positive number, got nan"}}));
  EXPECT_EQ(faults_of({{"threads", "0"}}), (std::vector<Fault>{{"threads", "must be auto or from 1 to 1024, got 0"}}));
}

TEST(TrainConfig, AllFaultsAreToldAtOnceInTheOrderOfTheFields) {
  const auto faults = faults_of({{"threads", "0"},
                                 {"record-every", "0"},
                                 {"split-seed", "4294967296"},
                                 {"test-size", "2"},
                                 {"epochs", "0"},
                                 {"weight-decay", "-1"},
                                 {"momentum", "2"},
                                 {"lr", "nan"},
                                 {"hidden", "0"}});
  std::vector<std::string> fields;
  fields.reserve(faults.size());
  for (const Fault& fault : faults) {
    fields.push_back(fault.field);
  }
  EXPECT_EQ(fields, (std::vector<std::string>{"hidden", "lr", "momentum", "weight-decay", "epochs", "test-size",
                                              "split-seed", "record-every", "threads"}));
}

TEST(TrainConfig, MomentumBelongsToSgd) {
  EXPECT_TRUE(faults_of({{"momentum", "0.9"}}).empty());
  const auto faults = faults_of({{"momentum", "0.9"}, {"optimizer", "adam"}});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].field, "momentum");
}

TEST(TrainConfig, TheEdgesAreAllowed) {
  EXPECT_TRUE(
      faults_of({{"hidden", ""}, {"epochs", "1"}, {"batch-size", "0"}, {"record-every", "4294967295"}}).empty());
  EXPECT_TRUE(
      faults_of({{"hidden", "1048576"}, {"epochs", "4294967295"}, {"threads", "1024"}, {"lr", "1e-300"}}).empty());
  std::string many;
  for (int i = 0; i < 65; ++i) {
    many += i == 0 ? "1" : ",1";
  }
  EXPECT_EQ(faults_of({{"hidden", many.c_str()}}).size(), 1U);
  EXPECT_TRUE(faults_of({{"hidden", many.substr(2).c_str()}}).empty());
}

TEST(TrainConfig, TwoAreEqualOnlyWhenEveryFieldIs) {
  const std::vector<std::pair<const char*, const char*>> others = {
      {"dataset", "x"},        {"device", "cuda"},    {"strategy", "eager"}, {"hidden", "5"},
      {"activation", "tanh"},  {"optimizer", "adam"}, {"lr", "0.1"},         {"momentum", "0.5"},
      {"weight-decay", "0.1"}, {"epochs", "5"},       {"batch-size", "5"},   {"loss", "mse"},
      {"seed", "1"},           {"test-size", "0.3"},  {"split-seed", "1"},   {"scale", "none"},
      {"record-every", "2"},   {"read-loss", "end"},  {"threads", "2"}};
  EXPECT_EQ(others.size(), config_fields().size() + 1);
  for (const auto& [name, text] : others) {
    TrainConfig config;
    ASSERT_FALSE(set_field(config, name, text).has_value());
    EXPECT_NE(config, TrainConfig()) << name;
  }
  EXPECT_EQ(TrainConfig(), TrainConfig());
}

TEST(TrainConfig, ReadLossComparesItsIntervalOnlyWhenItHasOne) {
  EXPECT_EQ((ReadLoss{ReadLoss::Mode::End, 1}), (ReadLoss{ReadLoss::Mode::End, 9}));
  EXPECT_FALSE((ReadLoss{ReadLoss::Mode::Interval, 1}) == (ReadLoss{ReadLoss::Mode::Interval, 9}));
}

TEST(RunState, HasTheReportsWords) {
  EXPECT_EQ(to_text(RunState::Finished), "finished");
  EXPECT_EQ(to_text(RunState::Stopped), "stopped");
  EXPECT_EQ(to_text(RunState::Diverged), "diverged");
  EXPECT_EQ(to_text(RunState::Failed), "failed");
}

TEST(ThreadsFit, AThousandOnTwoCoresIsRefused) {
  TrainConfig config;
  EXPECT_FALSE(check_threads_fit(config, 2).has_value()) << "auto always fits";
  config.threads = 8;
  EXPECT_FALSE(check_threads_fit(config, 1).has_value());
  EXPECT_FALSE(check_threads_fit(config, 2).has_value());
  config.threads = 9;
  const auto fault = check_threads_fit(config, 2);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(*fault, (Fault{"threads", "must be at most 8 on this machine, which runs 2 at once, got 9"}));
  EXPECT_FALSE(check_threads_fit(config, 3).has_value());
  config.threads = 1000;
  EXPECT_TRUE(check_threads_fit(config, 64).has_value());
  EXPECT_FALSE(check_threads_fit(config, 256).has_value());
  config.threads = 5000;
  EXPECT_FALSE(check_threads_fit(config, 2).has_value()) << "validate() says it already";
}

}  // namespace
}  // namespace lossline
