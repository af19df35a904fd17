// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/bench_run.h"
#include "core/api/run_record.h"

namespace lossline {

/// Threads → float32 GFLOP/s that this processor reached on so many, measured beside the runs.
using MeasuredPeaks = std::map<int, double>;

/// What a row's rounds say.
struct BenchFigures {
  Spread seconds;                         ///< n = 0: no round was timed
  std::optional<double> gflops;           ///< 10^9 operations a second at the median
  std::optional<double> percent_of_peak;  ///< of the CPU's peak on as many threads; none for a GPU
  std::optional<double> speedup;          ///< eager's median on the CPU with as many threads ÷ this one's
};

/// The figures of `row`, one of `rows`; eager is looked for among those of the same job.
[[nodiscard]] BenchFigures bench_figures(const BenchRow& row, const std::vector<BenchRow>& rows,
                                         const MeasuredPeaks& peaks);

/// A table for a person, a block a job, then what the columns mean.
[[nodiscard]] std::string bench_text(const std::vector<BenchRow>& rows, const MeasuredPeaks& peaks);

/// `{"peak_gflops":{"1":0},"jobs":[{"job","strategy","threads","n","seconds":{"median","q1","q3"},"gflops",
/// "percent_of_peak","speedup"}]}`, null where there is no figure. A row that has one to tell also has a "note".
[[nodiscard]] std::string bench_json(const std::vector<BenchRow>& rows, const MeasuredPeaks& peaks);

}  // namespace lossline
