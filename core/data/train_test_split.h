// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/result.h"
#include "core/api/train_config.h"

namespace lossline {

/// Row numbers, 0-based, in the order the split draws them; together each row once.
struct TrainTestSplit {
  std::vector<std::size_t> train, test;
};

/// A fault of field "test-size" when that share of the rows leaves none for training. Expects a share in (0, 1).
[[nodiscard]] std::optional<Fault> check_split_fits(std::size_t rows, double test_size);

/// scikit-learn's train_test_split(arange(rows), test_size=test_size, random_state=seed), row for row: ⌈test_size ·
/// rows⌉ rows for the test, taken first from RandomState(seed).permutation(rows), the others for training.
/// InvalidConfig, naming test-size or split-seed, when test_size is not in (0, 1), when no row is left for training, or
/// when seed is above 2³²−1 (NumPy has no such seed).
[[nodiscard]] Result<TrainTestSplit> train_test_split(std::size_t rows, double test_size, std::uint64_t seed);

}  // namespace lossline
