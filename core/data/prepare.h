// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/api/dataset.h"
#include "core/api/result.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"

namespace lossline {

/// Splits the rows (train_test_split), fits the scaling on the training rows only, and casts to float32. Any thread.
/// InvalidConfig when the split can't be made (the sentence names test-size or split-seed), Internal when the dataset's
/// parts don't fit together.
[[nodiscard]] Result<PreparedData> prepare(const Dataset& dataset, double test_size, std::uint64_t split_seed,
                                           Scaling scaling);

/// SHA-256 of the data as read: features as float32, row-major, then int32 labels or float32 values, little-endian.
[[nodiscard]] std::string dataset_sha256(const Dataset& dataset);

/// What the report says of the data.
[[nodiscard]] DataInfo data_info(const Dataset& dataset, const PreparedData& prepared);

}  // namespace lossline
