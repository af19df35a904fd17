// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_GRADIENT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_GRADIENT_INL_H
#undef LOSSLINE_GRADIENT_INL_H
#else
#define LOSSLINE_GRADIENT_INL_H
#endif

#include <cstddef>
#include <cstring>
#include <hwy/highway.h>

#include "core/kernels/detail/matrix-inl.h"

// Gradients of weights and biases: sums over a panel's rows.

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

/// Lane by lane the sums of a's and b's neighbours `STEP` lanes apart: a's where the lane's bit STEP is 0, else b's.
template <std::size_t STEP>
HWY_INLINE Vec sums_of_neighbours(Vec a, Vec b) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Add(a, b);  // never asked for
#else
  const F f;
  if constexpr (STEP == 1) {
    return hn::Add(hn::OddEven(b, a), hn::Shuffle2301(hn::OddEven(a, b)));
  } else if constexpr (STEP == 2) {
    const hn::RepartitionToWide<F> pairs;
    const auto pa = hn::BitCast(pairs, a), pb = hn::BitCast(pairs, b);
    return hn::Add(hn::BitCast(f, hn::OddEven(pb, pa)), hn::Shuffle1032(hn::BitCast(f, hn::OddEven(pa, pb))));
  } else if constexpr (2 * STEP == kLanes) {
    return hn::Add(hn::ConcatUpperLower(f, b, a), hn::ConcatLowerUpper(f, b, a));
  } else {
    return hn::Add(hn::OddEvenBlocks(b, a), hn::SwapAdjacentBlocks(hn::OddEvenBlocks(a, b)));
  }
#endif
}

/// One vector whose lane i is the sum of the lanes of a[i], in a fixed order.
template <std::size_t COUNT>
HWY_INLINE Vec sums_of(const Vec (&a)[COUNT]) {
  if constexpr (COUNT == 1) {
    return a[0];
  } else {
    Vec half[COUNT / 2];
    for (std::size_t i = 0; i < COUNT / 2; ++i) {
      half[i] = sums_of_neighbours<kLanes / COUNT>(a[2 * i], a[2 * i + 1]);
    }
    return sums_of(half);
  }
}

// A tile of the gradient holds as many sums as a vector has lanes, so that they are added up together.
inline constexpr std::size_t kGradOut = kLanes < 4 ? 1 : 4;
inline constexpr std::size_t kGradIn = kLanes / kGradOut;

template <std::size_t OUT, std::size_t IN>
HWY_INLINE void gradient_tile(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                              std::size_t vecs, bool add, float* g, std::size_t g_stride) {
  const F f;
  Vec sum[kLanes];
  for (Vec& each : sum) {
    each = hn::Zero(f);
  }
  for (std::size_t v = 0; v < vecs * kLanes; v += kLanes) {
    Vec in[IN];
    for (std::size_t k = 0; k < IN; ++k) {
      in[k] = hn::Load(f, x + k * x_stride + v);
    }
    for (std::size_t j = 0; j < OUT; ++j) {
      const Vec out = hn::Load(f, delta + j * delta_stride + v);
      for (std::size_t k = 0; k < IN; ++k) {
        sum[j * kGradIn + k] = hn::MulAdd(out, in[k], sum[j * kGradIn + k]);
      }
    }
  }
  HWY_ALIGN float total[kLanes];
  hn::Store(sums_of(sum), f, total);
  for (std::size_t j = 0; j < OUT; ++j) {
    float* to = g + j * g_stride;
    for (std::size_t k = 0; add && k < IN; ++k) {
      total[j * kGradIn + k] += to[k];
    }
    std::memcpy(to, total + j * kGradIn, IN * sizeof(float));
  }
}

template <std::size_t OUT, std::size_t IN>
HWY_INLINE void gradient_rest(std::size_t rest, const float* delta, std::size_t delta_stride, const float* x,
                              std::size_t x_stride, std::size_t vecs, bool add, float* g, std::size_t g_stride) {
  if constexpr (IN > 0) {
    if (rest == IN) {
      gradient_tile<OUT, IN>(delta, delta_stride, x, x_stride, vecs, add, g, g_stride);
    } else {
      gradient_rest<OUT, IN - 1>(rest, delta, delta_stride, x, x_stride, vecs, add, g, g_stride);
    }
  }
}

template <std::size_t OUT>
HWY_INLINE void gradient_rows(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                              std::size_t inputs, std::size_t vecs, bool add, float* g, std::size_t g_stride) {
  std::size_t k = 0;
  for (; k + kGradIn <= inputs; k += kGradIn) {
    gradient_tile<OUT, kGradIn>(delta, delta_stride, x + k * x_stride, x_stride, vecs, add, g + k, g_stride);
  }
  gradient_rest<OUT, kGradIn - 1>(inputs - k, delta, delta_stride, x + k * x_stride, x_stride, vecs, add, g + k,
                                  g_stride);
}

/// g[out][in] (+)= Σ_rows delta[out][row] · x[in][row], both feature-major: for few inputs.
HWY_INLINE void gradient_by_dots(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                                 std::size_t outputs, std::size_t inputs, std::size_t vecs, bool add, float* g,
                                 std::size_t g_stride) {
  std::size_t j = 0;
  for (; j + kGradOut <= outputs; j += kGradOut) {
    gradient_rows<kGradOut>(delta + j * delta_stride, delta_stride, x, x_stride, inputs, vecs, add, g + j * g_stride,
                            g_stride);
  }
  const std::size_t rest = outputs - j;
  delta += j * delta_stride;
  g += j * g_stride;
  if constexpr (kGradOut == 4) {
    if (rest == 3) {
      gradient_rows<3>(delta, delta_stride, x, x_stride, inputs, vecs, add, g, g_stride);
    } else if (rest == 2) {
      gradient_rows<2>(delta, delta_stride, x, x_stride, inputs, vecs, add, g, g_stride);
    } else if (rest == 1) {
      gradient_rows<1>(delta, delta_stride, x, x_stride, inputs, vecs, add, g, g_stride);
    }
  }
}

template <std::size_t OUT, std::size_t VECS>
HWY_INLINE void outer_tile(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                           std::size_t rows, bool add, float* g, std::size_t g_stride) {
  const F f;
  Vec sum[OUT][VECS];
  for (std::size_t j = 0; j < OUT; ++j) {
    for (std::size_t v = 0; v < VECS; ++v) {
      sum[j][v] = add ? hn::Load(f, g + j * g_stride + v * kLanes) : hn::Zero(f);
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {
    Vec in[VECS];
    for (std::size_t v = 0; v < VECS; ++v) {
      in[v] = hn::Load(f, x + v * kLanes);
    }
    for (std::size_t j = 0; j < OUT; ++j) {
      const Vec scalar = hn::Set(f, delta[j * delta_stride + row]);
      for (std::size_t v = 0; v < VECS; ++v) {
        sum[j][v] = hn::MulAdd(scalar, in[v], sum[j][v]);
      }
    }
    x += x_stride;
  }
  for (std::size_t j = 0; j < OUT; ++j) {
    for (std::size_t v = 0; v < VECS; ++v) {
      hn::Store(sum[j][v], f, g + j * g_stride + v * kLanes);
    }
  }
}

template <std::size_t OUT, std::size_t VECS>
HWY_INLINE void outer_rest(std::size_t rest, const float* delta, std::size_t delta_stride, const float* x,
                           std::size_t x_stride, std::size_t rows, bool add, float* g, std::size_t g_stride) {
  if constexpr (OUT > 0) {
    if (rest == OUT) {
      outer_tile<OUT, VECS>(delta, delta_stride, x, x_stride, rows, add, g, g_stride);
    } else {
      outer_rest<OUT - 1, VECS>(rest, delta, delta_stride, x, x_stride, rows, add, g, g_stride);
    }
  }
}

template <std::size_t VECS>
HWY_INLINE void outer_columns(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                              std::size_t outputs, std::size_t rows, bool add, float* g, std::size_t g_stride) {
  std::size_t j = 0;
  for (; j + kTileOut <= outputs; j += kTileOut) {
    outer_tile<kTileOut, VECS>(delta + j * delta_stride, delta_stride, x, x_stride, rows, add, g + j * g_stride,
                               g_stride);
  }
  outer_rest<kTileOut - 1, VECS>(outputs - j, delta + j * delta_stride, delta_stride, x, x_stride, rows, add,
                                 g + j * g_stride, g_stride);
}

/// The same with x row-major, [rows][x_stride], its width padded with zeros to whole vectors, as g's rows are: for many
/// inputs, since it needs no sums across lanes.
HWY_INLINE void gradient_by_rows(const float* delta, std::size_t delta_stride, const float* x, std::size_t x_stride,
                                 std::size_t outputs, std::size_t inputs, std::size_t rows, bool add, float* g,
                                 std::size_t g_stride) {
  const std::size_t vecs = (inputs + kLanes - 1) / kLanes;
  std::size_t v = 0;
  for (; v + kTileVecs <= vecs; v += kTileVecs) {
    outer_columns<kTileVecs>(delta, delta_stride, x + v * kLanes, x_stride, outputs, rows, add, g + v * kLanes,
                             g_stride);
  }
  for (; v < vecs; ++v) {
    outer_columns<1>(delta, delta_stride, x + v * kLanes, x_stride, outputs, rows, add, g + v * kLanes, g_stride);
  }
}

/// sum[i] = Σ_v of row i's vectors. Several rows at once: a single chain of additions would wait for each of them.
template <std::size_t ROWS>
HWY_INLINE void sum_vectors(const float* rows, std::size_t stride, std::size_t vecs, Vec* sum) {
  const F f;
  Vec total[ROWS];
  for (std::size_t i = 0; i < ROWS; ++i) {
    total[i] = hn::Load(f, rows + i * stride);
  }
  for (std::size_t v = 1; v < vecs; ++v) {
    for (std::size_t i = 0; i < ROWS; ++i) {
      total[i] = hn::Add(total[i], hn::Load(f, rows + i * stride + v * kLanes));
    }
  }
  for (std::size_t i = 0; i < ROWS; ++i) {
    sum[i] = total[i];
  }
}

/// g[out] (+)= Σ_rows delta[out][row].
HWY_INLINE void bias_gradient(const float* delta, std::size_t delta_stride, std::size_t outputs, std::size_t vecs,
                              bool add, float* g) {
  const F f;
  for (std::size_t j = 0; j < outputs; j += kLanes) {
    const std::size_t count = outputs - j < kLanes ? outputs - j : kLanes;
    const float* rows = delta + j * delta_stride;
    Vec sum[kLanes];
    for (Vec& each : sum) {
      each = hn::Zero(f);
    }
    std::size_t i = 0;
    for (; i + 5 <= count; i += 5) {
      sum_vectors<5>(rows + i * delta_stride, delta_stride, vecs, sum + i);
    }
    for (; i + 3 <= count; i += 3) {
      sum_vectors<3>(rows + i * delta_stride, delta_stride, vecs, sum + i);
    }
    for (; i < count; ++i) {
      sum_vectors<1>(rows + i * delta_stride, delta_stride, vecs, sum + i);
    }
    HWY_ALIGN float total[kLanes];
    hn::Store(sums_of(sum), f, total);
    for (i = 0; i < count; ++i) {
      g[j + i] = (add ? g[j + i] : 0.0F) + total[i];
    }
  }
}

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
