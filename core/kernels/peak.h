// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/api/result.h"

namespace lossline {

/// One figure measured in rounds of the same work. The best round is the peak: what else the machine does can only slow
/// a round down. The median tells how far a usual round stays below it.
struct PeakRate {
  double best = 0;
  double median = 0;
  int rounds = 0;
};

/// What this processor reached. GFLOP/s are 10^9 float32 operations a second, a fused multiply-add counts as two.
/// GB/s are 10^9 bytes a second of a[i] = b[i] + s * c[i] over arrays that no cache holds, counted as STREAM does: two
/// loads and a store, 12 bytes an element, without the line that a store makes the cache read first.
struct CpuPeak {
  int threads = 1;            ///< the threads of the `all` figures
  std::string vector_target;  ///< Highway's name of the instructions that ran: "AVX3_DL", "AVX2", "NEON"
  int vector_bits = 0;
  PeakRate one_fp32_gflops, all_fp32_gflops;
  PeakRate one_memory_gb_s, all_memory_gb_s;
};

struct PeakSettings {
  std::uint64_t cache_bytes = 0;   ///< of the largest cache, one instance; 0 = not known
  std::uint64_t memory_bytes = 0;  ///< that may be used for the arrays; 0 = not known, and 768 MiB are
  double seconds = 0.2;            ///< for each of the four figures, above 0
};

/// Measures, in one or two seconds, on one thread and on `threads` (1 or more) that start each round together and are
/// bound to no core. Any thread, but two calls at once measure each other. Fails when the threads or the memory for the
/// arrays can't be had.
[[nodiscard]] Result<CpuPeak> measure_cpu_peak(int threads, const PeakSettings& settings = {});

}  // namespace lossline
