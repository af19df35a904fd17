// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/peak.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "core/kernels/detail/peak_loops.h"
#include "core/kernels/detail/rounds.h"

namespace lossline {
namespace {

constexpr double kGiga = 1e9;
/// Read at run time, so that no compiler knows the factor; and written to, so that no result is for nothing.
std::atomic<float> g_half{0.5F}, g_result{0};

PeakRate rate_of(std::vector<double> times, double work) {
  std::sort(times.begin(), times.end());
  return {work / times.front() / kGiga, work / times[times.size() / 2] / kGiga, static_cast<int>(times.size())};
}

/// Steps that take a millisecond or two: long beside the start of a round, and short, so that on a busy machine too
/// there are rounds in which all threads have a core.
std::uint64_t steps_of_a_round() {
  constexpr std::chrono::milliseconds kRound(1);
  std::uint64_t steps = 1U << 12U;
  for (;; steps *= 2) {
    const auto begin = std::chrono::steady_clock::now();
    g_result.store(detail::run_multiply_adds(steps, g_half.load()).sum, std::memory_order_relaxed);
    if (std::chrono::steady_clock::now() - begin >= kRound) {
      return steps;
    }
  }
}

Result<PeakRate> fp32_rate(int threads, std::uint64_t steps, double seconds) {
  std::atomic<std::uint64_t> operations{0};
  detail::RoundWork work;
  work.prepare = [](int) { return true; };
  work.round = [&](int) {
    const detail::FmaSum done = detail::run_multiply_adds(steps, g_half.load(std::memory_order_relaxed));
    g_result.store(done.sum, std::memory_order_relaxed);
    operations.store(done.operations, std::memory_order_relaxed);
  };
  Result<std::vector<double>> times = detail::time_rounds(threads, seconds, work);
  if (!times.ok()) {
    return times.error();
  }
  return rate_of(std::move(times).value(), static_cast<double>(operations.load()) * threads);
}

/// Floats in each of one thread's three arrays. Several times the cache for each thread, since each may have one of its
/// own; within reason, as a stream that is only somewhat larger than the cache already finds nothing of it there.
std::size_t floats_of_an_array(int threads, const PeakSettings& settings) {
  constexpr std::uint64_t kMiB = 1U << 20U;
  constexpr std::uint64_t kLeastCache = 32 * kMiB, kUsual = 768 * kMiB, kMost = 4096 * kMiB, kLeast = 6 * kMiB;
  const std::uint64_t count = static_cast<std::uint64_t>(threads);
  const std::uint64_t cache = std::clamp(settings.cache_bytes, kLeastCache, kMost);
  const std::uint64_t wanted = std::min(4 * cache * count, kMost);
  const std::uint64_t allowed = settings.memory_bytes == 0 ? kUsual : settings.memory_bytes;
  const std::uint64_t each = std::max(std::min(wanted, allowed) / count, kLeast);
  return static_cast<std::size_t>(each / (3 * sizeof(float)) / 1024 * 1024);
}

Result<PeakRate> memory_rate(int threads, const PeakSettings& settings) {
  constexpr std::size_t kLine = 64 / sizeof(float);
  const std::size_t count = floats_of_an_array(threads, settings);
  // Arrays at the same place within a page make loads wait for stores that only look alike: they begin a few lines
  // apart.
  const std::size_t step = count + 5 * kLine;
  std::vector<std::unique_ptr<float[]>> arrays(static_cast<std::size_t>(threads));
  detail::RoundWork work;
  work.prepare = [&](int thread) {
    std::unique_ptr<float[]>& mine = arrays[static_cast<std::size_t>(thread)];
    mine.reset(new (std::nothrow) float[3 * step]);
    if (mine) {
      std::fill_n(mine.get(), 3 * step, 1.0F);  // by the thread that uses it: memory lies near whoever writes it first
    }
    return mine != nullptr;
  };
  // A round is a quarter of the arrays, the next one the next quarter: short as in fp32_rate(), and still each line
  // comes from memory.
  constexpr std::size_t kParts = 4;
  const std::size_t part = count / kParts;
  std::vector<std::size_t> turn(static_cast<std::size_t>(threads) * kLine);  // apart: no two threads write one line
  work.round = [&](int thread) {
    std::size_t& rounds = turn[static_cast<std::size_t>(thread) * kLine];
    float* to = arrays[static_cast<std::size_t>(thread)].get() + rounds++ % kParts * part;
    detail::run_triad(to, to + step, to + 2 * step, g_half.load(std::memory_order_relaxed), part);
    g_result.store(to[part / 2], std::memory_order_relaxed);
  };
  Result<std::vector<double>> times = detail::time_rounds(threads, settings.seconds, work);
  if (!times.ok()) {
    return times.error();
  }
  return rate_of(std::move(times).value(), 3.0 * sizeof(float) * static_cast<double>(part) * threads);
}

}  // namespace

Result<CpuPeak> measure_cpu_peak(int threads, const PeakSettings& settings) {
  const detail::VectorTarget target = detail::vector_target();
  CpuPeak peak;
  peak.threads = std::max(threads, 1);
  peak.vector_target = target.name;
  peak.vector_bits = target.bits;
  const std::uint64_t steps = steps_of_a_round();
  for (const bool all : {false, true}) {
    if (all && peak.threads == 1) {
      peak.all_fp32_gflops = peak.one_fp32_gflops;
      peak.all_memory_gb_s = peak.one_memory_gb_s;
      break;
    }
    const int count = all ? peak.threads : 1;
    const Result<PeakRate> fp32 = fp32_rate(count, steps, settings.seconds);
    if (!fp32.ok()) {
      return fp32.error();
    }
    const Result<PeakRate> memory = memory_rate(count, settings);
    if (!memory.ok()) {
      return memory.error();
    }
    (all ? peak.all_fp32_gflops : peak.one_fp32_gflops) = fp32.value();
    (all ? peak.all_memory_gb_s : peak.one_memory_gb_s) = memory.value();
  }
  return peak;
}

}  // namespace lossline
