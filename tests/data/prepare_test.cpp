// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/prepare.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/datasets.h"
#include "core/data/scaler.h"
#include "tests/data/reference.h"

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Dataset iris() {
  auto loaded = load_dataset("iris");
  EXPECT_TRUE(loaded.ok());
  return std::move(loaded).value();
}

Dataset numeric_table() {
  Dataset table;
  table.name = "line";
  table.features = {"x"};
  table.target = "y";
  table.target_kind = TargetKind::Numeric;
  table.rows = 4;
  table.x = {0, 1, 2, 3};
  table.values = {10, 11, 12, 13};
  return table;
}

// Distance in units of the last place; 0 = the same number.
int ulps(float a, float b) {
  int steps = 0;
  while (a != b && steps < 10) {
    a = std::nextafter(a, b);
    ++steps;
  }
  return steps;
}

void expect_within_one_ulp(const std::vector<float>& actual, const nlohmann::json& rows) {
  std::size_t at = 0;
  for (const auto& row : rows) {
    for (const auto& value : row) {
      ASSERT_LT(at, actual.size());
      EXPECT_LE(ulps(actual[at], value.get<float>()), 1) << "value " << at;
      ++at;
    }
  }
  EXPECT_EQ(at, actual.size());
}

TEST(Prepare, IrisIsScaledAsByScikitLearn) {
  const auto reference = reference_file("iris_split42.json");
  const auto prepared = prepare(iris(), 0.2, 42, Scaling::MinMax);
  ASSERT_TRUE(prepared.ok());
  const PreparedData& data = prepared.value();
  EXPECT_EQ(data.train_rows, reference["train_idx"].get<std::vector<std::size_t>>());
  EXPECT_EQ(data.test_rows, reference["test_idx"].get<std::vector<std::size_t>>());
  EXPECT_EQ(data.labels_train, reference["y_train"].get<std::vector<std::int32_t>>());
  EXPECT_EQ(data.labels_test, reference["y_test"].get<std::vector<std::int32_t>>());
  expect_within_one_ulp(data.x_train, reference["x_train_scaled_f32"]);
  expect_within_one_ulp(data.x_test, reference["x_test_scaled_f32"]);
  EXPECT_EQ(data.features, 4U);
  EXPECT_EQ(data.outputs, 3U);
  EXPECT_EQ(data.target_kind, TargetKind::Classes);
  EXPECT_TRUE(data.values_train.empty() && data.values_test.empty());
}

TEST(Prepare, IrisInDoubleEqualsScikitLearnToTheLastBit) {
  const auto reference = reference_file("iris_split42.json");
  const Dataset data = iris();
  const auto rows = reference["train_idx"].get<std::vector<std::size_t>>();
  const Scaler scaler = Scaler::fit(Scaling::MinMax, data.x, 4, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_EQ(scaler.scaled(data.x[rows[i] * 4 + column], column),
                reference["x_train_scaled_f64"][i][column].get<double>());
    }
  }
}

TEST(Prepare, IrisStandardisedIsScikitLearns) {
  const auto reference = reference_part("numpy_reference.json", "iris_standard");
  const auto prepared = prepare(iris(), 0.2, 42, Scaling::Standard);
  ASSERT_TRUE(prepared.ok());
  std::size_t at = 0;
  for (const auto& row : reference["x_test"]) {
    for (const double value : doubles(row)) {
      EXPECT_LE(ulps(prepared.value().x_test[at++], static_cast<float>(value)), 1);
    }
  }
  EXPECT_EQ(at, prepared.value().x_test.size());
}

TEST(Prepare, UnscaledValuesAreTheRawOnes) {
  const auto reference = reference_file("iris_split42.json");
  const auto prepared = prepare(iris(), 0.2, 42, Scaling::None);
  ASSERT_TRUE(prepared.ok());
  expect_within_one_ulp(prepared.value().x_test, reference["x_test_raw"]);
}

TEST(Prepare, NumericTargetsFollowTheirRows) {
  const auto prepared = prepare(numeric_table(), 0.25, 3, Scaling::None);
  ASSERT_TRUE(prepared.ok());
  const PreparedData& data = prepared.value();
  ASSERT_EQ(data.values_train.size(), 3U);
  ASSERT_EQ(data.values_test.size(), 1U);
  EXPECT_EQ(data.outputs, 1U);
  EXPECT_TRUE(data.labels_train.empty() && data.labels_test.empty());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(data.values_train[i], data.x_train[i] + 10);
    EXPECT_EQ(data.x_train[i], static_cast<float>(data.train_rows[i]));
  }
  EXPECT_EQ(data.values_test[0], data.x_test[0] + 10);
}

TEST(Prepare, NotFiniteValuesPassThrough) {
  Dataset table = numeric_table();
  table.x = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e300, 3};
  for (const Scaling kind : {Scaling::MinMax, Scaling::Standard, Scaling::None}) {
    const auto prepared = prepare(table, 0.25, 3, kind);
    ASSERT_TRUE(prepared.ok());
    EXPECT_EQ(prepared.value().x_train.size() + prepared.value().x_test.size(), 4U);
  }
  EXPECT_EQ(dataset_sha256(table).size(), 64U);
}

TEST(Prepare, ASplitThatCantBeMadeNamesItsOption) {
  const auto prepared = prepare(numeric_table(), 0.99, 0, Scaling::MinMax);
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(prepared.error().code, ErrorCode::InvalidConfig);
  EXPECT_THAT(prepared.error().message, HasSubstr("test-size"));
  const auto other = prepare(numeric_table(), 0.25, 1ULL << 40U, Scaling::MinMax);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("split-seed"));
}

TEST(Prepare, ATableWhosePartsDoNotFitIsRefused) {
  std::vector<Dataset> broken(5, iris());
  broken[0].x.pop_back();
  broken[1].labels.pop_back();
  broken[2].labels[3] = 3;
  broken[3].labels[3] = -1;
  broken[4].features.clear();
  Dataset numeric = numeric_table();
  numeric.values.push_back(1);
  broken.push_back(numeric);
  for (const Dataset& table : broken) {
    const auto prepared = prepare(table, 0.2, 42, Scaling::MinMax);
    ASSERT_FALSE(prepared.ok());
    EXPECT_EQ(prepared.error().code, ErrorCode::Internal);
    EXPECT_THAT(prepared.error().message, HasSubstr("dataset " + table.name));
  }
}

TEST(DatasetSha256, IrisIsThatOfScikitLearnsArrays) {
  // hashlib.sha256(data.astype('<f4').tobytes() + target.astype('<i4').tobytes()) of sklearn.datasets.load_iris()
  EXPECT_EQ(dataset_sha256(iris()), "3f1e7d0047d500960250be7d6e90bd7fb6339679eadf1729deb4ab4c997afd12");
}

TEST(DatasetSha256, FollowsFeaturesAndTargetsOfBothKinds) {
  // Python: hashlib.sha256(struct.pack('<8f', 0, 1, 2, 3, 10, 11, 12, 13)).hexdigest()
  Dataset table = numeric_table();
  EXPECT_EQ(dataset_sha256(table), "4499089147c8516be7d451a158c882cc38bc543b49a6d04a8a43df592f8e6f4c");
  table.values[3] = 14;
  const std::string other = dataset_sha256(table);
  table.x[0] = 5;
  EXPECT_NE(other, dataset_sha256(table));
}

TEST(DataInfo, SaysWhatTheReportNeeds) {
  const Dataset data = iris();
  const auto prepared = prepare(data, 0.2, 42, Scaling::MinMax);
  ASSERT_TRUE(prepared.ok());
  const DataInfo info = data_info(data, prepared.value());
  EXPECT_EQ(info.rows, 150U);
  EXPECT_EQ(info.train_rows, 120U);
  EXPECT_EQ(info.test_rows, 30U);
  EXPECT_EQ(info.features, data.features);
  EXPECT_EQ(info.target, "species");
  EXPECT_EQ(info.classes, data.classes);
  EXPECT_EQ(info.sha256, dataset_sha256(data));
}

}  // namespace
}  // namespace lossline
