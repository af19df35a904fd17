// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/api/train_config.h"
#include "core/data/bench_jobs.h"

namespace lossline {

/// `lossline-cli bench`'s line, read.
struct ParsedBench {
  bool help = false, json = false;
  std::vector<const BenchJob*> jobs;  ///< each once, as typed; all when none was named
  std::vector<Strategy> strategies;   ///< empty = eager and fused, and graph where CUDA is usable
  std::vector<int> threads;           ///< empty = 1 and the usable ones
  int rounds = 5;                     ///< 0: only with --dump, nothing is run
  int warmups = 1;
  std::optional<std::filesystem::path> dump, runs;
  std::vector<Fault> faults;
};

/// Checks everything before anything is started; looks at the file system, changes nothing.
[[nodiscard]] ParsedBench parse_bench(const std::vector<std::string>& args, int machine_threads);

[[nodiscard]] std::string bench_help();

}  // namespace lossline
