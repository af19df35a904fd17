// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lossline {

enum class TargetKind { Classes, Numeric };

/// A table to learn from, as read: no split, no scaling. A plain value.
struct Dataset {
  std::string name;                   ///< what the command line calls it: "iris"
  std::string title;                  ///< what people call it: "Iris"
  std::string description;            ///< one sentence, with the source
  std::vector<std::string> features;  ///< column names, in order
  std::string target;                 ///< name of the target column
  TargetKind target_kind = TargetKind::Classes;
  std::vector<std::string> classes;  ///< class names, index = label; empty for numeric targets
  std::size_t rows = 0;
  std::vector<double> x;             ///< rows × features, row-major
  std::vector<std::int32_t> labels;  ///< rows; only for Classes
  std::vector<float> values;         ///< rows; only for Numeric

  [[nodiscard]] std::size_t columns() const { return features.size(); }
  /// Outputs the network needs: one a class, or one for a numeric target.
  [[nodiscard]] std::size_t outputs() const { return target_kind == TargetKind::Classes ? classes.size() : 1; }
};

/// A dataset made ready for a run: split and scaled, float32, still on the host. Row order is the split's.
struct PreparedData {
  std::size_t features = 0;
  TargetKind target_kind = TargetKind::Classes;
  std::size_t outputs = 0;
  std::vector<std::size_t> train_rows, test_rows;  ///< 0-based rows of the dataset
  std::vector<float> x_train, x_test;              ///< rows × features, row-major
  std::vector<std::int32_t> labels_train, labels_test;
  std::vector<float> values_train, values_test;
};

}  // namespace lossline
