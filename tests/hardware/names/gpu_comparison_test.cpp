// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/gpu_comparison.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace lossline {
namespace {

ComparisonRow row(const GpuComparison& comparison, const std::string& what) {
  const auto found = std::find_if(comparison.rows.begin(), comparison.rows.end(),
                                  [&](const ComparisonRow& each) { return each.what == what; });
  return found == comparison.rows.end() ? ComparisonRow{"missing", "", ""} : *found;
}

void expect_row(const GpuComparison& comparison, const std::string& what, const std::string& first,
                const std::string& second) {
  EXPECT_EQ(row(comparison, what).first, first) << what;
  EXPECT_EQ(row(comparison, what).second, second) << what;
}

TEST(GpuComparison, TwoGenerationsSideBySide) {
  const GpuComparison comparison = compare_gpu_names("RTX 3070 Ti", "NVIDIA GeForce RTX 4060");
  EXPECT_TRUE(comparison.first_known);
  EXPECT_TRUE(comparison.second_known);
  expect_row(comparison, "Maker", "NVIDIA", "NVIDIA");
  EXPECT_FALSE(row(comparison, "Maker").differs());
  expect_row(comparison, "Generation", "30", "40");
  EXPECT_TRUE(row(comparison, "Generation").differs());
  expect_row(comparison, "Architecture", "Ampere", "Ada Lovelace");
  expect_row(comparison, "Tier", "70 (upper-mid)", "60 (mainstream)");
  expect_row(comparison, "Suffix", "Ti", "–");
  expect_row(comparison, "VRAM", "8 GB", "8 GB");
  expect_row(comparison, "Bandwidth", "608 GB/s", "272 GB/s");
  expect_row(comparison, "Peak FP32", "21.8 TFLOP/s", "15.1 TFLOP/s");
  EXPECT_NE(comparison.order.find("do not tell"), std::string::npos);
}

TEST(GpuComparison, WithinAGenerationTheNamesHaveAnOrder) {
  EXPECT_NE(compare_gpu_names("RTX 4070 SUPER", "RTX 4070 Ti").order.find("RTX 4070 Ti stands higher"),
            std::string::npos);
  EXPECT_NE(compare_gpu_names("RTX 4080", "RTX 4070 Ti SUPER").order.find("RTX 4080 stands higher"), std::string::npos);
  EXPECT_NE(compare_gpu_names("RTX 3090", "GeForce RTX 3090").order.find("equal"), std::string::npos);
}

TEST(GpuComparison, SeveralSizesAndSeveralArchitecturesAreAllNamed) {
  const GpuComparison comparison = compare_gpu_names("GeForce RTX 3080", "GeForce GT 730");
  EXPECT_EQ(row(comparison, "VRAM").first, "10 or 12 GB");
  EXPECT_EQ(row(comparison, "Architecture").second.rfind("one of ", 0), 0U);
  EXPECT_NE(row(comparison, "Architecture").second.find("Fermi"), std::string::npos);
  EXPECT_NE(row(comparison, "Architecture").second.find("Kepler"), std::string::npos);
  EXPECT_EQ(row(compare_gpu_names("GeForce RTX 3080 12GB", "NVIDIA A100-SXM4-80GB"), "VRAM").first,
            "12 GB (in its name)");
}

TEST(GpuComparison, WhatIsNoGpuIsNotKnownAndNothingIsMadeUp) {
  for (const std::string& junk :
       {std::string(), std::string("   "), std::string("N/A"), std::string("\x01\x02\x1b[31m"),
        std::string("\xff\xfe\x80"), std::string("<b>RTX</b>"), std::string(10000, 'x'),
        std::string("AMD Ryzen 5 7600 6-Core Processor")}) {
    const GpuComparison comparison = compare_gpu_names(junk, "RTX 4060");
    EXPECT_FALSE(comparison.first_known);
    EXPECT_TRUE(comparison.second_known);
    for (const char* what : {"Generation", "Tier", "VRAM", "Bandwidth", "Peak FP32"}) {
      EXPECT_EQ(row(comparison, what).first, "–") << what;
    }
    for (const ComparisonRow& each : comparison.rows) {
      EXPECT_LT(each.first.size(), 300U);
      EXPECT_EQ(each.first.find('\x1b'), std::string::npos);
    }
    EXPECT_LT(comparison.order.size(), 400U);
  }
}

}  // namespace
}  // namespace lossline
