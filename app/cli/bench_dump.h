// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/bench_run.h"
#include "core/api/dataset.h"
#include "core/api/result.h"
#include "core/data/bench_jobs.h"

namespace lossline {

/// Writes the job's data as the engine gets it, split and scaled, for any other program: DIR/JOB/x_train.npy (float32,
/// rows × features), y_train.npy (int32, rows), the same of the test rows, and job.json, which says how it is trained.
/// The files are NumPy's format, version 1.0. Makes the folders. Io when something can't be written.
[[nodiscard]] Result<void> dump_job(const std::filesystem::path& folder, const BenchJob& job, const Dataset& data);

/// The bytes of a .npy file of version 1.0: little-endian, C order. `values` is as long as the product of `shape`.
[[nodiscard]] std::string npy_bytes(const std::vector<float>& values, const std::vector<std::size_t>& shape);
[[nodiscard]] std::string npy_bytes(const std::vector<std::int32_t>& values, const std::vector<std::size_t>& shape);

/// One JSON object a line and timed round: {"job","strategy","threads","round","seconds","last_loss"}.
[[nodiscard]] std::string rounds_text(const std::vector<BenchRow>& rows);

}  // namespace lossline
