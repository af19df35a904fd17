// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once for each set of instructions: foreach_target.h includes this file again and again.
#include "core/kernels/detail/peak_loops.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/detail/peak_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lossline::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A unit starts a multiply-add each cycle and needs four or five for one; processors have two to four units, so 8 to 20
// chains keep them busy. No more than the registers hold: 16 up to AVX2, 32 elsewhere.
#if HWY_ARCH_X86 && HWY_TARGET >= HWY_AVX2
constexpr std::size_t kChains = 12;
#else
constexpr std::size_t kChains = 24;
#endif

template <typename D, typename V, typename... Chain>
HWY_INLINE float chain_sum(D d, std::uint64_t steps, V factor, V addend, Chain... chain) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    ((chain = hn::MulAdd(chain, factor, addend)), ...);
  }
  V sum = hn::Zero(d);
  ((sum = hn::Add(sum, chain)), ...);
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <std::size_t... kIndex>
HWY_INLINE float start_chains(std::uint64_t steps, float value, std::index_sequence<kIndex...>) {
  const hn::ScalableTag<float> d;
  return chain_sum(d, steps, hn::Set(d, value), hn::Set(d, 1.0F), hn::Set(d, static_cast<float>(kIndex) * value)...);
}

FmaSum multiply_adds(std::uint64_t steps, float value) {
  const hn::ScalableTag<float> d;
  const float sum = start_chains(steps, value, std::make_index_sequence<kChains>());
  return {steps * kChains * hn::Lanes(d) * 2, sum};
}

void triad(float* HWY_RESTRICT to, const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, float factor,
           std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factors = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    hn::StoreU(hn::MulAdd(factors, hn::LoadU(d, b + i), hn::LoadU(d, a + i)), d, to + i);
    const std::size_t next = i + lanes;
    hn::StoreU(hn::MulAdd(factors, hn::LoadU(d, b + next), hn::LoadU(d, a + next)), d, to + next);
  }
  for (; i < count; ++i) {
    to[i] = a[i] + factor * b[i];
  }
}

VectorTarget target() {
  const hn::ScalableTag<float> d;
  return {hwy::TargetName(HWY_TARGET), static_cast<int>(hn::Lanes(d) * sizeof(float) * 8)};
}

}  // namespace HWY_NAMESPACE
}  // namespace lossline::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lossline::detail {

HWY_EXPORT(multiply_adds);
HWY_EXPORT(triad);
HWY_EXPORT(target);

VectorTarget vector_target() {
  return HWY_DYNAMIC_DISPATCH(target)();
}

FmaSum run_multiply_adds(std::uint64_t steps, float value) {
  return HWY_DYNAMIC_DISPATCH(multiply_adds)(steps, value);
}

void run_triad(float* to, const float* a, const float* b, float factor, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(triad)(to, a, b, factor, count);
}

}  // namespace lossline::detail
#endif
