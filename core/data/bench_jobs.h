// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/result.h"
#include "core/api/train_config.h"

namespace lossline {

/// A training job of fixed size that machines, strategies and other programs are compared by. Its data is the same on
/// every machine: Iris, or whole numbers drawn from NumPy's frozen stream (see NumpyRandomState), so that any program
/// with NumPy can make it again, bit for bit.
struct BenchJob {
  std::string name;                          ///< what the command line calls it: "iris-20k"
  std::string title;                         ///< rows, network and training in one line
  TrainConfig config;                        ///< strategy and threads are left at auto; `dataset` is the data's name
  std::size_t rows = 0;                      ///< of the data, test rows among them
  std::size_t columns = 0;                   ///< features
  Result<Dataset> (*make_data)() = nullptr;  ///< takes up to a second; throws std::bad_alloc. Any thread
};

/// The jobs, in the order they are run: iris-20k, tab-100k, wide-mnist.
[[nodiscard]] const std::vector<BenchJob>& bench_jobs();

/// The job of that name, or null.
[[nodiscard]] const BenchJob* find_bench_job(std::string_view name);

// The made-up tables, in fewer rows when asked for: the first `rows` of the job's own, no more. Both draw 32-bit
// numbers u from RandomState(seed) in the order told; byte sums b(u) = the four bytes of u added, less 510: −510 … 510,
// bell-shaped.

/// tab-100k: 32 features b(u) / 128; ten classes, the greatest output of a fixed network of 24 clipped units, all in
/// whole numbers. Draws: first-layer weights [32][24] and second-layer weights [24][10], each 2·(u mod 256) − 255; then
/// the features, row by row. Unit j: Σ w1·b, clipped to ±120 000; output k: Σ w2·unit; label: the first greatest.
[[nodiscard]] Dataset make_tab_data(std::size_t rows);

/// wide-mnist: 784 features in 0 … 1 as MNIST's pixels are, ten classes of four patterns each, one label in twenty
/// drawn anew. Draws: the patterns [40][784], a pixel is lit where u mod 256 < 49, with (u / 256) mod 256; then two u a
/// row: pattern u mod 40, and, where the second has u mod 256 < 13, label (u / 256) mod 10 instead of pattern / 4; then
/// the noise, row by row: feature = (4·pattern + 3·b(u), within 0 … 1020) / 1020.
/// The heads of all 61 440 rows are drawn before the noise of the first, however few `rows` are asked for.
[[nodiscard]] Dataset make_wide_data(std::size_t rows);

}  // namespace lossline
