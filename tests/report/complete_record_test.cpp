// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/complete_record.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/samples.h"

namespace lossline::test {
namespace {

TEST(ConfigJson, DefaultsAreTheReferenceText) {
  EXPECT_EQ(config_json(TrainConfig{}),
            R"({"dataset":"iris","device":"cpu","strategy":"auto","hidden":[10],"activation":"relu","optimizer":"sgd",)"
            R"("lr":0.01,"momentum":0,"weight_decay":0,"epochs":20000,"batch_size":0,"loss":"auto","seed":0,)"
            R"("test_size":0.2,"split_seed":42,"scale":"minmax","record_every":1,"read_loss":"every",)"
            R"("threads":"auto","dtype":"float32"})");
}

TEST(ConfigJson, HashIsThatOfPythonsHashlib) {
  // python3: hashlib.sha256(<the text above>.encode()).hexdigest()
  EXPECT_EQ(config_hash(TrainConfig{}), "aaebfd635017d6e9c55650d127853d39f6d253e5229ab2ba24993803be2a20db");
}

TEST(ConfigJson, NumbersAreLaidOutAsPythonDoes) {
  TrainConfig config;
  const auto lr_text = [&](double lr) {
    config.lr = lr;
    const std::string text = config_json(config);
    const std::size_t from = text.find("\"lr\":") + 5;
    return text.substr(from, text.find(',', from) - from);
  };
  // repr() of the same values; whole ones without ".0".
  EXPECT_EQ(lr_text(0.1), "0.1");
  EXPECT_EQ(lr_text(0.001), "0.001");
  EXPECT_EQ(lr_text(0.0001), "0.0001");
  EXPECT_EQ(lr_text(0.00001), "1e-05");
  EXPECT_EQ(lr_text(0.00012345), "0.00012345");
  EXPECT_EQ(lr_text(1.5e-7), "1.5e-07");
  EXPECT_EQ(lr_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(lr_text(3), "3");
  EXPECT_EQ(lr_text(123456789012345.5), "123456789012345.5");
  EXPECT_EQ(lr_text(1e15), "1000000000000000");
  EXPECT_EQ(lr_text(1e16), "1e+16");
  EXPECT_EQ(lr_text(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(lr_text(5e-324), "5e-324");
  EXPECT_EQ(lr_text(-0.0), "-0.0");
}

TEST(ConfigJson, EveryFieldChangesTheHash) {
  std::set<std::string> hashes = {config_hash(TrainConfig{})};
  const std::vector<std::pair<const char*, const char*>> changes = {
      {"dataset", "x"},        {"device", "cuda"},    {"strategy", "eager"}, {"hidden", "11"},
      {"activation", "tanh"},  {"optimizer", "adam"}, {"lr", "0.02"},        {"momentum", "0.1"},
      {"weight-decay", "0.1"}, {"epochs", "1"},       {"batch-size", "1"},   {"loss", "mse"},
      {"seed", "1"},           {"test-size", "0.3"},  {"split-seed", "1"},   {"scale", "none"},
      {"record-every", "2"},   {"read-loss", "end"},  {"threads", "1"}};
  ASSERT_EQ(changes.size(), config_fields().size() + 1) << "a field is missing here";
  for (const auto& [name, text] : changes) {
    TrainConfig config;
    ASSERT_EQ(set_field(config, name, text), std::nullopt) << name;
    EXPECT_TRUE(hashes.insert(config_hash(config)).second) << name;
  }
}

TEST(CompleteRecord, FillsWhatTheEngineLeavesOpen) {
  RunRecord record;
  record.environment.torch_version = "1.13.1";
  record.environment.blas = "OpenBLAS";
  record.started_at = "2026-01-01T00:00:00.000Z";
  record.hardware.cuda.built_version = "12.1";
  HardwareFacts facts = full_record().hardware;
  facts.cuda = {};
  complete_record(record, facts, {"6.4.2"});

  EXPECT_THAT(record.run_id,
              testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_EQ(record.config_hash, config_hash(record.config));
  EXPECT_EQ(record.environment.lossline_version, "0.1.0");
  EXPECT_THAT(record.environment.compiler, testing::MatchesRegex("(GCC|Clang) [0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_NE(record.environment.os, "");
  EXPECT_NE(record.environment.libc_version, "");
  EXPECT_EQ(record.environment.qt_version, "6.4.2");
  EXPECT_EQ(record.environment.nvidia_driver_version, "550.54.14");
  EXPECT_EQ(record.hardware.cpu.model_name, facts.cpu.model_name);
  EXPECT_EQ(record.hardware.gpus.size(), 2U);
  EXPECT_EQ(record.hardware.cuda.built_version, "12.1") << "the engine's own view stays";
  EXPECT_EQ(record.environment.torch_version, "1.13.1");
  EXPECT_EQ(record.environment.blas, "OpenBLAS");
  EXPECT_EQ(record.started_at, "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(record.display_name, "");
}

TEST(CompleteRecord, EveryRunHasItsOwnIdAndKeepsIt) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    RunRecord record;
    complete_record(record, {}, {});
    EXPECT_TRUE(ids.insert(record.run_id).second);
    const std::string id = record.run_id;
    complete_record(record, {}, {});
    EXPECT_EQ(record.run_id, id);
    EXPECT_EQ(record.environment.qt_version, std::nullopt);
  }
}

}  // namespace
}  // namespace lossline::test
