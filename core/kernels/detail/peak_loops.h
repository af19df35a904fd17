// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace lossline::detail {

struct VectorTarget {
  const char* name;
  int bits;
};

/// The best instructions this processor has, which the two loops below use.
[[nodiscard]] VectorTarget vector_target();

/// Multiply-adds of independent chains, `steps` in each. `value` must not be known when this is compiled.
struct FmaSum {
  std::uint64_t operations;  ///< float32 operations done
  float sum;                 ///< of all chains: 2 a lane once `steps` is large and `value` is 0.5
};
[[nodiscard]] FmaSum run_multiply_adds(std::uint64_t steps, float value);

/// to[i] = a[i] + factor * b[i]. No overlap.
void run_triad(float* to, const float* a, const float* b, float factor, std::size_t count);

}  // namespace lossline::detail
