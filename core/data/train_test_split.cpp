// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/train_test_split.h"

#include <cmath>
#include <limits>
#include <string>

#include "core/api/number_text.h"
#include "core/data/numpy_random.h"

namespace lossline {
namespace {

std::string rows_text(std::size_t rows) {
  return integer_text(std::uint64_t{rows}) + (rows == 1 ? " row" : " rows");
}

std::size_t test_rows_of(std::size_t rows, double test_size) {
  return static_cast<std::size_t>(std::ceil(test_size * static_cast<double>(rows)));
}

}  // namespace

std::optional<Fault> check_split_fits(std::size_t rows, double test_size) {
  if (rows == 0) {
    return Fault{"test-size", "can't split a dataset without rows: use one with at least 2"};
  }
  if (test_rows_of(rows, test_size) < rows) {
    return std::nullopt;
  }
  return Fault{"test-size", shortest(test_size) + " of " + rows_text(rows) + " leaves none for training: use " +
                                (rows == 1 ? "a dataset with at least 2 rows" : "a smaller share")};
}

Result<TrainTestSplit> train_test_split(std::size_t rows, double test_size, std::uint64_t seed) {
  if (!(test_size > 0.0 && test_size < 1.0)) {
    return Error{ErrorCode::InvalidConfig,
                 "test-size must be between 0 and 1, both excluded, got " + shortest(test_size)};
  }
  if (seed > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::InvalidConfig,
                 "split-seed must be a whole number from 0 to 4294967295, got " + integer_text(seed)};
  }
  if (const auto fault = check_split_fits(rows, test_size)) {
    return Error{ErrorCode::InvalidConfig, fault->field + " " + fault->message};
  }
  const std::size_t test_rows = test_rows_of(rows, test_size);
  const std::vector<std::size_t> order = NumpyRandomState(static_cast<std::uint32_t>(seed)).permutation(rows);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(test_rows);
  return TrainTestSplit{{middle, order.end()}, {order.begin(), middle}};
}

}  // namespace lossline
