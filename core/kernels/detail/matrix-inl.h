// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_MATRIX_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_MATRIX_INL_H
#undef LOSSLINE_MATRIX_INL_H
#else
#define LOSSLINE_MATRIX_INL_H
#endif

#include <cstddef>
#include <cstring>
#include <hwy/highway.h>

#include "core/kernels/detail/vector_math-inl.h"

// Products of small matrices. Activations lie feature-major: row k holds feature k of all rows of the batch, so that a
// vector is one feature of 16 rows and a weight is a scalar that all of them share. Nothing here needs a network's
// widths at compile time: tiles of registers cover any size, and what is left over is covered by smaller tiles.

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

inline constexpr std::size_t kLanes = hn::MaxLanes(F());
// Accumulators of a tile, outputs × vectors: as many as the registers hold beside one row of inputs.
inline constexpr bool kManyRegisters = HWY_TARGET == HWY_NEON || kLanes == 16;
inline constexpr std::size_t kTileOut = kManyRegisters ? 5 : 6;
inline constexpr std::size_t kTileVecs = kManyRegisters ? 4 : 2;

/// A matrix of weights as seen by a product: element (out, in) at w[out * out_step + in * in_step].
struct WeightView {
  const float* w;
  std::size_t out_step, in_step;
};

/// What a product reads and writes. `bias` may be null; with `resume` the sums begun before, in `out`, are gone on
/// with.
struct Product {
  WeightView w;
  const float* bias;
  const float* x;
  std::size_t x_stride, inputs;
  float* out;
  std::size_t out_stride;
  bool resume;

  /// The same without the first `j` outputs.
  [[nodiscard]] HWY_INLINE Product from_output(std::size_t j) const {
    Product rest = *this;
    rest.w.w += j * w.out_step;
    rest.bias = bias != nullptr ? bias + j : nullptr;
    rest.out += j * out_stride;
    return rest;
  }
};

template <std::size_t OUT, std::size_t VECS, class Finish>
HWY_INLINE void multiply_tile(const Product& p, std::size_t offset, const Finish& finish) {
  const F f;
  Vec sum[OUT][VECS];
  for (std::size_t j = 0; j < OUT; ++j) {
    const Vec start = p.bias != nullptr ? hn::Set(f, p.bias[j]) : hn::Zero(f);
    for (std::size_t v = 0; v < VECS; ++v) {
      sum[j][v] = start;
    }
  }
  if (p.resume) {
    for (std::size_t j = 0; j < OUT; ++j) {
      for (std::size_t v = 0; v < VECS; ++v) {
        sum[j][v] = hn::Load(f, p.out + j * p.out_stride + v * kLanes);
      }
    }
  }
  const float* weight = p.w.w;
  const float* x = p.x;
  for (std::size_t k = 0; k < p.inputs; ++k) {
    Vec in[VECS];
    for (std::size_t v = 0; v < VECS; ++v) {
      in[v] = hn::Load(f, x + v * kLanes);
    }
    for (std::size_t j = 0; j < OUT; ++j) {
      const Vec scalar = hn::Set(f, weight[j * p.w.out_step]);
      for (std::size_t v = 0; v < VECS; ++v) {
        sum[j][v] = hn::MulAdd(scalar, in[v], sum[j][v]);
      }
    }
    x += p.x_stride;
    weight += p.w.in_step;
  }
  for (std::size_t j = 0; j < OUT; ++j) {
    for (std::size_t v = 0; v < VECS; ++v) {
      const std::size_t at = j * p.out_stride + v * kLanes;
      hn::Store(finish(sum[j][v], offset + at), f, p.out + at);
    }
  }
}

/// The outputs that whole tiles leave over.
template <std::size_t OUT, std::size_t VECS, class Finish>
HWY_INLINE void multiply_rest(std::size_t rest, const Product& p, std::size_t offset, const Finish& finish) {
  if constexpr (OUT > 0) {
    if (rest == OUT) {
      multiply_tile<OUT, VECS>(p, offset, finish);
    } else {
      multiply_rest<OUT - 1, VECS>(rest, p, offset, finish);
    }
  }
}

template <std::size_t VECS, class Finish>
HWY_INLINE void multiply_columns(const Product& p, std::size_t outputs, std::size_t offset, const Finish& finish) {
  std::size_t j = 0;
  for (; j + kTileOut <= outputs; j += kTileOut) {
    multiply_tile<kTileOut, VECS>(p.from_output(j), offset + j * p.out_stride, finish);
  }
  multiply_rest<kTileOut - 1, VECS>(outputs - j, p.from_output(j), offset + j * p.out_stride, finish);
}

template <class Finish>
HWY_INLINE void multiply_vectors(const Product& p, std::size_t outputs, std::size_t vecs, const Finish& finish) {
  const auto from_vector = [&](std::size_t v) HWY_ATTR {
    Product rest = p;
    rest.x += v * kLanes;
    rest.out += v * kLanes;
    return rest;
  };
  std::size_t v = 0;
  for (; v + kTileVecs <= vecs; v += kTileVecs) {
    multiply_columns<kTileVecs>(from_vector(v), outputs, v * kLanes, finish);
  }
  for (; v < vecs; ++v) {
    multiply_columns<1>(from_vector(v), outputs, v * kLanes, finish);
  }
}

// Inputs taken at once: a tile's vectors of that many features lie in the first-level cache while all outputs use them.
inline constexpr std::size_t kInputBlock = 128;

/// out[o][v] = finish(bias[o] + Σ_in w(o, in) · x[in][v], position in out) for every output and each of `vecs` vectors.
template <class Finish>
HWY_INLINE void multiply(WeightView w, const float* bias, const float* x, std::size_t x_stride, std::size_t inputs,
                         std::size_t outputs, std::size_t vecs, float* out, std::size_t out_stride,
                         const Finish& finish) {
  Product p{w, bias, x, x_stride, inputs, out, out_stride, false};
  if (inputs > kInputBlock) {
    p.inputs = kInputBlock;
    for (; inputs > kInputBlock; inputs -= kInputBlock) {
      multiply_vectors(p, outputs, vecs, [](Vec value, std::size_t) HWY_ATTR { return value; });
      p.x += kInputBlock * x_stride;
      p.w.w += kInputBlock * w.in_step;
      p.bias = nullptr;
      p.resume = true;
    }
    p.inputs = inputs;
  }
  multiply_vectors(p, outputs, vecs, finish);
}

/// One vector whose lane i is the sum of the lanes of a[i].
template <std::size_t COUNT>
HWY_INLINE Vec sums_of(const Vec (&a)[COUNT]) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (COUNT > 1) {
    const F f;
    Vec half[COUNT / 2];
    for (std::size_t i = 0; i < COUNT / 2; ++i) {
      half[i] = hn::Add(hn::ConcatEven(f, a[2 * i + 1], a[2 * i]), hn::ConcatOdd(f, a[2 * i + 1], a[2 * i]));
    }
    return sums_of(half);
  }
#endif
  return a[0];
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

/// g[out] (+)= Σ_rows delta[out][row].
HWY_INLINE void bias_gradient(const float* delta, std::size_t delta_stride, std::size_t outputs, std::size_t vecs,
                              bool add, float* g) {
  const F f;
  for (std::size_t j = 0; j < outputs; j += kLanes) {
    const std::size_t count = outputs - j < kLanes ? outputs - j : kLanes;
    Vec sum[kLanes];
    for (Vec& each : sum) {
      each = hn::Zero(f);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const float* row = delta + (j + i) * delta_stride;
      Vec total = hn::Load(f, row);
      for (std::size_t v = 1; v < vecs; ++v) {
        total = hn::Add(total, hn::Load(f, row + v * kLanes));
      }
      sum[i] = total;
    }
    HWY_ALIGN float total[kLanes];
    hn::Store(sums_of(sum), f, total);
    for (std::size_t i = 0; i < count; ++i) {
      g[j + i] = (add ? g[j + i] : 0.0F) + total[i];
    }
  }
}

/// to[column][row] = from[row][column]. Both padded: `rows` to 4, `columns` to whole vectors; what lies in from's
/// padding comes along.
HWY_INLINE void transpose(const float* from, std::size_t from_stride, std::size_t rows, std::size_t columns, float* to,
                          std::size_t to_stride) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      to[c * to_stride + r] = from[r * from_stride + c];
    }
  }
#else
  const F f;
  constexpr std::size_t kBlock = 4;
  HWY_ALIGN float out[kBlock][kLanes];
  for (std::size_t r = 0; r < rows; r += kBlock) {
    for (std::size_t c = 0; c < columns; c += kLanes) {
      const float* at = from + r * from_stride + c;
      const Vec a = hn::Load(f, at), b = hn::Load(f, at + from_stride);
      const Vec e = hn::Load(f, at + 2 * from_stride), g = hn::Load(f, at + 3 * from_stride);
      const Vec ae0 = hn::InterleaveLower(f, a, e), ae1 = hn::InterleaveUpper(f, a, e);
      const Vec bg0 = hn::InterleaveLower(f, b, g), bg1 = hn::InterleaveUpper(f, b, g);
      hn::Store(hn::InterleaveLower(f, ae0, bg0), f, out[0]);  // block i: column 4i of the four rows
      hn::Store(hn::InterleaveUpper(f, ae0, bg0), f, out[1]);
      hn::Store(hn::InterleaveLower(f, ae1, bg1), f, out[2]);
      hn::Store(hn::InterleaveUpper(f, ae1, bg1), f, out[3]);
      for (std::size_t i = 0; i < kLanes; ++i) {
        std::memcpy(to + (c + i) * to_stride + r, &out[i % kBlock][i / kBlock * kBlock], kBlock * sizeof(float));
      }
    }
  }
#endif
}

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
