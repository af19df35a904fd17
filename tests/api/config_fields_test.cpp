// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/api/train_config.h"
#include "tests/api/comma_locale.h"

namespace lossline {
namespace {

/// Texts of each field that must come back as they are, none of them the default alone.
const std::map<std::string, std::vector<std::string>>& texts() {
  static const std::map<std::string, std::vector<std::string>> table = {
      {"device", {"cpu", "cuda", "cuda:0", "cuda:7", "cuda:127"}},
      {"strategy", {"auto", "eager", "fused", "graph"}},
      {"hidden", {"10", "64,32", "", "1,1,1", "8192"}},
      {"activation", {"relu", "leaky_relu", "tanh", "sigmoid", "gelu", "silu"}},
      {"optimizer", {"sgd", "adam", "adamw"}},
      {"lr", {"0.01", "1e-05", "1", "nan", "-1", "inf"}},
      {"momentum", {"0", "0.9"}},
      {"weight-decay", {"0", "0.25"}},
      {"epochs", {"1", "20000", "4294967295"}},
      {"batch-size", {"0", "1", "32"}},
      {"loss", {"auto", "cross_entropy", "bce", "mse", "huber"}},
      {"seed", {"0", "18446744073709551615"}},
      {"test-size", {"0.2", "0.5"}},
      {"split-seed", {"42", "4294967295"}},
      {"scale", {"minmax", "standard", "none"}},
      {"record-every", {"1", "1000"}},
      {"read-loss", {"every", "end", "100"}},
      {"threads", {"auto", "1", "16"}},
  };
  return table;
}

TEST(ConfigFields, EveryFieldComesBackAsItWasSet) {
  ASSERT_EQ(config_fields().size(), texts().size()) << "a field is missing in this test's table";
  for (const ConfigField& field : config_fields()) {
    const auto row = texts().find(std::string(field.name));
    ASSERT_NE(row, texts().end()) << field.name;
    for (const std::string& text : row->second) {
      TrainConfig config;
      const auto fault = set_field(config, field.name, text);
      ASSERT_FALSE(fault.has_value()) << field.name << ' ' << text << ": " << fault->message;
      EXPECT_EQ(field_text(config, field.name), text) << field.name;
      TrainConfig again;
      ASSERT_FALSE(set_field(again, field.name, field_text(config, field.name)).has_value());
      if (text != "nan") {
        EXPECT_EQ(config, again) << field.name;
      }
    }
  }
}

TEST(ConfigFields, SettingOneFieldLeavesTheOthersAlone) {
  for (const ConfigField& field : config_fields()) {
    TrainConfig config;
    const std::string& text = texts().at(std::string(field.name)).back();
    ASSERT_FALSE(set_field(config, field.name, text).has_value());
    const TrainConfig defaults;
    for (const ConfigField& other : config_fields()) {
      if (other.name != field.name) {
        EXPECT_EQ(field_text(config, other.name), field_text(defaults, other.name)) << field.name << '/' << other.name;
      }
    }
  }
}

TEST(ConfigFields, NamesAreUniqueAndKeysAreTheNamesWithUnderscores) {
  std::set<std::string_view> names;
  for (const ConfigField& field : config_fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    std::string key(field.name);
    std::replace(key.begin(), key.end(), '-', '_');
    EXPECT_EQ(key, field.key);
    EXPECT_FALSE(field.help.empty()) << field.name;
    EXPECT_FALSE(field.value_name.empty()) << field.name;
  }
}

// Help says that of choices the first is the default.
TEST(ConfigFields, TheFirstChoiceIsTheDefault) {
  const TrainConfig defaults;
  for (const ConfigField& field : config_fields()) {
    const auto bar = field.value_name.find('|');
    if (bar != std::string_view::npos) {
      EXPECT_EQ(field.value_name.substr(0, bar), field_text(defaults, field.name)) << field.name;
    }
  }
}

TEST(ConfigFields, RefusesMalformedTextAndChangesNothing) {
  const std::map<std::string, std::vector<std::string>> bad = {
      {"device",
       {"", "gpu", "CPU", "cuda:", "cuda:-1", "cuda:x", "cuda:1x", "cuda:+1", "cuda:128", "cuda0", "cuda:99999999999"}},
      {"strategy", {"", "fuse", "compiled", "Eager", "eager,auto"}},
      {"hidden", {"10,,5", ",", "10,", ",5", "a", "10;5", "10.5", "1e3", "10 5", "99999999999999999999"}},
      {"activation", {"", "Relu", "elu"}},
      {"optimizer", {"", "sdg", "SGD"}},
      {"lr", {"", "x", "0,01", "1e400", "0.01x", "1 2"}},
      {"momentum", {"", "half"}},
      {"weight-decay", {"", "-"}},
      {"epochs", {"", "-1", "1.5", "1e4", "20 000", "20,000", "99999999999999999999"}},
      {"batch-size", {"", "-1", "all"}},
      {"loss", {"", "crossentropy", "MSE"}},
      {"seed", {"", "-1", "18446744073709551616", "random"}},
      {"test-size", {"", "20%", "1/5"}},
      {"split-seed", {"", "-1"}},
      {"scale", {"", "min-max"}},
      {"record-every", {"", "-5", "never"}},
      {"read-loss", {"", "never", "-1", "1.5"}},
      {"threads", {"", "all", "1.5", "99999999"}},
  };
  ASSERT_EQ(bad.size(), config_fields().size());
  for (const auto& [name, list] : bad) {
    for (const std::string& text : list) {
      if (name == "hidden" && text.empty()) {
        continue;
      }
      TrainConfig config;
      const auto fault = set_field(config, name, text);
      ASSERT_TRUE(fault.has_value()) << name << " \"" << text << '"';
      EXPECT_EQ(fault->field, name);
      EXPECT_EQ(fault->message.compare(0, 8, "must be "), 0) << fault->message;
      EXPECT_NE(fault->message.find("got \"" + text + '"'), std::string::npos) << fault->message;
      EXPECT_EQ(config, TrainConfig()) << name;
    }
  }
}

TEST(ConfigFields, BlanksAroundAValueMeanNothing) {
  TrainConfig config;
  EXPECT_FALSE(set_field(config, "hidden", " 64 , 32 ").has_value());
  EXPECT_EQ(config.hidden, (std::vector<std::int64_t>{64, 32}));
  EXPECT_FALSE(set_field(config, "hidden", "  ").has_value());
  EXPECT_TRUE(config.hidden.empty());
  EXPECT_FALSE(set_field(config, "lr", "\t0.5 ").has_value());
  EXPECT_EQ(config.lr, 0.5);
}

TEST(ConfigFields, TheDatasetIsAFieldWithoutAnOption) {
  TrainConfig config;
  EXPECT_FALSE(set_field(config, "dataset", "other").has_value());
  EXPECT_EQ(config.dataset, "other");
  EXPECT_EQ(field_text(config, "dataset"), "other");
  for (const ConfigField& field : config_fields()) {
    EXPECT_NE(field.name, "dataset");
  }
}

TEST(ConfigFields, AnUnknownFieldIsAFault) {
  TrainConfig config;
  EXPECT_TRUE(set_field(config, "epoch", "5").has_value());
  EXPECT_EQ(field_text(config, "epoch"), "");
}

TEST(ConfigFields, ACommaLocaleChangesNothing) {
  const test::CommaLocale german;
  TrainConfig config;
  ASSERT_FALSE(set_field(config, "lr", "0.5").has_value());
  EXPECT_EQ(config.lr, 0.5);
  EXPECT_TRUE(set_field(config, "lr", "0,5").has_value());
  ASSERT_FALSE(set_field(config, "epochs", "1234567").has_value());
  EXPECT_EQ(field_text(config, "epochs"), "1234567");
  EXPECT_EQ(field_text(config, "lr"), "0.5");
}

}  // namespace
}  // namespace lossline
