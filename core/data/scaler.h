// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/api/train_config.h"

namespace lossline {

/// Scales each column as scikit-learn does, in double, with the same operations in the same order:
///   MinMax    x · s + m,    s = 1 / (max − min), m = −min · s          (MinMaxScaler, range 0 … 1)
///   Standard  (x − m) / s,  m = mean, s = population standard deviation (StandardScaler)
///   None      x
/// A constant column has s = 1 by scikit-learn's rules: a range below 10 ε; a variance that rounding alone explains
/// (sklearn.preprocessing._data, _handle_zeros_in_scale and _is_constant_feature).
/// NaN is left out of the fit and stays NaN; infinities make their column NaN or 0. A plain value.
class Scaler {
 public:
  /// Fitted on the given rows of x (row-major, `columns` wide) and on no others.
  [[nodiscard]] static Scaler fit(Scaling kind, const std::vector<double>& x, std::size_t columns,
                                  const std::vector<std::size_t>& rows);

  /// One value of one column, still in double.
  [[nodiscard]] double scaled(double value, std::size_t column) const;

  /// The given rows, scaled and rounded to float: rows × columns, row-major, in the order of `rows`.
  [[nodiscard]] std::vector<float> transform(const std::vector<double>& x, const std::vector<std::size_t>& rows) const;

  /// m of each column; empty for None.
  [[nodiscard]] const std::vector<double>& offsets() const { return offsets_; }
  /// s of each column; empty for None.
  [[nodiscard]] const std::vector<double>& factors() const { return factors_; }

 private:
  Scaler(Scaling kind, std::size_t columns) : kind_(kind), columns_(columns) {}

  Scaling kind_;
  std::size_t columns_;
  std::vector<double> offsets_, factors_;
};

}  // namespace lossline
