// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/peak.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/kernels/detail/peak_loops.h"
#include "core/kernels/detail/rounds.h"

namespace lossline {
namespace {

/// GFLOP/s of one chain of a multiplication and an addition, one number at a time: any processor's vectors do better.
double scalar_gflops() {
  constexpr int kSteps = 1 << 20;
  std::atomic<float> half{0.5F};
  const float factor = half.load();
  float value = 1;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kSteps; ++i) {
    value = value * factor + 1.0F;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  half.store(value);
  return 2.0 * kSteps / took.count() / 1e9;
}

PeakSettings short_settings() {
  PeakSettings settings;
  settings.memory_bytes = std::uint64_t{48} << 20U;
  settings.seconds = 0.02;
  return settings;
}

TEST(PeakLoops, MultiplyAddsGiveWhatTheSeriesConvergesTo) {
  const detail::VectorTarget target = detail::vector_target();
  ASSERT_GE(target.bits, 32);
  const float lanes = static_cast<float>(target.bits) / 32;
  const detail::FmaSum done = detail::run_multiply_adds(100, 0.5F);
  // Every chain tends to x = x / 2 + 1; two operations a step, lane and chain.
  const double chains = static_cast<double>(done.operations) / (100.0 * 2.0 * static_cast<double>(lanes));
  EXPECT_EQ(chains, static_cast<double>(static_cast<int>(chains)));
  EXPECT_GE(chains, 8);
  EXPECT_EQ(done.sum, static_cast<float>(chains) * lanes * 2.0F);
}

TEST(PeakLoops, TriadReachesEveryElementAndNoOther) {
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{64}, std::size_t{1000}}) {
    std::vector<float> a(count), b(count), to(count + 1, -1.0F);
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = static_cast<float>(i);
      b[i] = static_cast<float>(2 * i + 1);
    }
    detail::run_triad(to.data(), a.data(), b.data(), 4.0F, count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(to[i], static_cast<float>(9 * i + 4)) << i;
    }
    EXPECT_EQ(to[count], -1.0F);
  }
}

TEST(Rounds, EveryThreadDoesEachRoundOnce) {
  std::vector<std::atomic<int>> done(3);
  detail::RoundWork work;
  work.prepare = [](int) { return true; };
  work.round = [&done](int thread) { done[static_cast<std::size_t>(thread)].fetch_add(1); };
  const auto times = detail::time_rounds(3, 0.001, work);
  ASSERT_TRUE(times.ok());
  EXPECT_GE(times.value().size(), 3U);
  for (const std::atomic<int>& count : done) {
    EXPECT_EQ(count.load(), static_cast<int>(times.value().size()));
  }
}

TEST(Rounds, OneThreadThatIsNotPreparedEndsAll) {
  detail::RoundWork work;
  work.prepare = [](int thread) { return thread != 1; };
  work.round = [](int) { ADD_FAILURE() << "no round may begin"; };
  const auto times = detail::time_rounds(2, 0.001, work);
  ASSERT_FALSE(times.ok());
  EXPECT_EQ(times.error().code, ErrorCode::DeviceUnavailable);
}

TEST(CpuPeak, IsAboveAPlainLoopOnOneThreadAndOnTwo) {
  const double scalar = scalar_gflops();
  for (const int threads : {1, 2}) {
    const Result<CpuPeak> measured = measure_cpu_peak(threads, short_settings());
    ASSERT_TRUE(measured.ok());
    const CpuPeak& peak = measured.value();
    EXPECT_EQ(peak.threads, threads);
    EXPECT_FALSE(peak.vector_target.empty());
    EXPECT_GT(peak.one_fp32_gflops.best, scalar);
    for (const PeakRate& rate :
         {peak.one_fp32_gflops, peak.all_fp32_gflops, peak.one_memory_gb_s, peak.all_memory_gb_s}) {
      EXPECT_GE(rate.rounds, 3);
      EXPECT_GT(rate.median, 0);
      EXPECT_GE(rate.best, rate.median);
    }
    // Of the right magnitude: no core does 10 TFLOP/s, none has 10 TB/s.
    EXPECT_LT(peak.one_fp32_gflops.best, 10000);
    EXPECT_LT(peak.one_memory_gb_s.best, 10000);
    if (threads == 1) {
      EXPECT_EQ(peak.all_fp32_gflops.best, peak.one_fp32_gflops.best);
    }
  }
}

TEST(CpuPeak, FewerThanOneThreadIsOne) {
  const Result<CpuPeak> measured = measure_cpu_peak(0, short_settings());
  ASSERT_TRUE(measured.ok());
  EXPECT_EQ(measured.value().threads, 1);
}

}  // namespace
}  // namespace lossline
