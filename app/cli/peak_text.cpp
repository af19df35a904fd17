// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/peak_text.h"

#include "core/api/number_text.h"

namespace lossline {
namespace {

std::string rates(const CpuPeak& peak, const PeakRate& one, const PeakRate& all, const char* unit) {
  std::string text = "1 thread: " + significant(one.best, 3) + " " + unit;
  if (peak.threads > 1) {
    text += "; " + integer_text(std::int64_t{peak.threads}) + " threads: " + significant(all.best, 3);
  }
  return text;
}

}  // namespace

std::string peak_text(const CpuPeak& peak) {
  return rates(peak, peak.one_fp32_gflops, peak.all_fp32_gflops, "GFLOP/s") + " (float32, " + peak.vector_target +
         ", " + integer_text(std::int64_t{peak.vector_bits}) + " bits)\n" +
         rates(peak, peak.one_memory_gb_s, peak.all_memory_gb_s, "GB/s") + " (memory, a = b + s * c)";
}

}  // namespace lossline
