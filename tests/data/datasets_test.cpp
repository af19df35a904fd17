// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/data/table_text.h"
#include "tests/data/reference.h"

namespace lossline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Datasets, EveryNameThatIsOfferedLoads) {
  const auto names = dataset_names();
  EXPECT_THAT(names, ElementsAre("iris"));
  for (const std::string& name : names) {
    const auto loaded = load_dataset(name);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().name, name);
    EXPECT_FALSE(loaded.value().title.empty());
    EXPECT_FALSE(loaded.value().description.empty());
    EXPECT_EQ(loaded.value().x.size(), loaded.value().rows * loaded.value().columns());
  }
}

TEST(Datasets, IrisIsScikitLearnsLoadIris) {
  const auto loaded = load_dataset("iris");
  ASSERT_TRUE(loaded.ok());
  const Dataset& iris = loaded.value();
  EXPECT_THAT(iris.features,
              ElementsAre("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"));
  EXPECT_EQ(iris.target, "species");
  EXPECT_THAT(iris.classes, ElementsAre("setosa", "versicolor", "virginica"));
  EXPECT_EQ(iris.outputs(), 3U);
  ASSERT_EQ(iris.rows, 150U);
  for (std::int32_t label = 0; label < 3; ++label) {
    EXPECT_EQ(std::count(iris.labels.begin(), iris.labels.end(), label), 50);
  }
  const auto reference = reference_file("iris_split42.json");
  for (const std::string part : {"train", "test"}) {
    const auto rows = reference[part + "_idx"].get<std::vector<std::size_t>>();
    const auto labels = reference["y_" + part].get<std::vector<std::int32_t>>();
    const auto raw = reference["x_" + part + "_raw"].get<std::vector<std::vector<double>>>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(iris.labels[rows[i]], labels[i]) << "row " << rows[i];
      EXPECT_TRUE(std::equal(raw[i].begin(), raw[i].end(), iris.x.begin() + static_cast<std::ptrdiff_t>(4 * rows[i])))
          << "row " << rows[i];
    }
  }
}

TEST(Datasets, ANearMissIsNamed) {
  for (const std::string name : {"irs", "Iris", "IRIS", "iriss", "irsi", "iris "}) {
    const auto loaded = load_dataset(name);
    ASSERT_FALSE(loaded.ok()) << name;
    EXPECT_EQ(loaded.error().code, ErrorCode::InvalidConfig);
    EXPECT_EQ(loaded.error().message, "unknown dataset \"" + name + "\": did you mean iris? Built in: iris");
  }
}

TEST(Datasets, AnotherWordGetsTheList) {
  for (const std::string name : {"", "i", "mnist", "wine", "table.csv"}) {
    const auto loaded = load_dataset(name);
    ASSERT_FALSE(loaded.ok()) << name;
    EXPECT_EQ(loaded.error().code, ErrorCode::InvalidConfig);
    EXPECT_EQ(loaded.error().message, "unknown dataset \"" + name + "\": the built-in ones are iris");
  }
}

TEST(Datasets, AHostileNameStaysOneShortLine) {
  const auto loaded = load_dataset("a\nerror: all lost\x1b[2J" + std::string(100000, 'x'));
  ASSERT_FALSE(loaded.ok());
  EXPECT_LT(loaded.error().message.size(), 200U);
  EXPECT_THAT(loaded.error().message, AllOf(Not(HasSubstr("\n")), Not(HasSubstr("\x1b"))));
}

Dataset two_classes() {
  Dataset dataset;
  dataset.name = "made up";
  dataset.classes = {"no", "yes"};
  return dataset;
}

TEST(TableText, ReadsRowsWithAndWithoutAnEndOfTheLastLine) {
  for (const std::string_view text : {"a,b,t\n1,-2.5,yes\n0.1,1e3,no\n", "a,b,t\n1,-2.5,yes\n0.1,1e3,no"}) {
    Dataset dataset = two_classes();
    ASSERT_TRUE(parse_class_table(text, dataset).ok());
    EXPECT_THAT(dataset.features, ElementsAre("a", "b"));
    EXPECT_EQ(dataset.target, "t");
    EXPECT_EQ(dataset.rows, 2U);
    EXPECT_THAT(dataset.x, ElementsAre(1, -2.5, 0.1, 1000));
    EXPECT_THAT(dataset.labels, ElementsAre(1, 0));
  }
}

TEST(TableText, AnyDeviationNamesItsLineAndChangesNothing) {
  const std::vector<std::pair<std::string_view, std::string>> faults = {
      {"", "line 1: the header"},
      {"t\n", "line 1: the header"},
      {"a,,t\n1,2,no\n", "line 1: the header"},
      {"a,t\n1,no\n2\n", "line 3: holds 1 values instead of 2"},
      {"a,t\n1,2,no\n", "line 2: holds 3 values instead of 2"},
      {"a,t\n1,no\n\n2,no\n", "line 3: holds 1 values instead of 2"},
      {"a,t\n1;5,no\n", "line 2: \"1;5\" is not a number"},
      {"a,t\n,no\n", "line 2: \"\" is not a number"},
      {"a,t\n 1,no\n", "line 2: \" 1\" is not a number"},
      {"a,t\n1,maybe\n", "line 2: \"maybe\" is none of the classes"},
      {"a,t\r\n1,no\r\n", "line 2: \"no\r\" is none of the classes"},
  };
  for (const auto& [text, expected] : faults) {
    Dataset dataset = two_classes();
    dataset.rows = 77;
    const auto read = parse_class_table(text, dataset);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, ErrorCode::Internal);
    EXPECT_THAT(read.error().message, HasSubstr("built-in dataset made up, " + expected));
    EXPECT_EQ(dataset.rows, 77U);
    EXPECT_TRUE(dataset.features.empty() && dataset.x.empty());
  }
}

}  // namespace
}  // namespace lossline
