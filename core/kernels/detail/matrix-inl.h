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
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/kernels/detail/vector_math-inl.h"

// Products of small matrices. Activations lie feature-major: row k holds feature k of all rows of the batch, so that a
// vector is one feature of 16 rows and a weight is a scalar that all of them share. Nothing here needs a network's
// widths at compile time: tiles of registers cover any size, and what is left over is covered by smaller tiles.

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

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
  bool prefetch;  // weights of the outputs that follow

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
    if (p.prefetch && k % 16 == 0) {  // the next tile's weights, which lie further away than the processor looks
      for (std::size_t j = 0; j < OUT; ++j) {
        hwy::Prefetch(weight + (OUT + j) * p.w.out_step);
      }
    }
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
  for (; v + 2 <= vecs; v += 2) {
    multiply_columns<2>(from_vector(v), outputs, v * kLanes, finish);
  }
  if (v < vecs) {
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
  Product p{w, bias, x, x_stride, inputs, out, out_stride, false, w.in_step == 1 && inputs >= kInputBlock};
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

// Rows that transpose() takes at once.
inline constexpr std::size_t kTransposed = kLanes < 4 ? 1 : 4;

/// to[column][row] = from[row][column]. Both padded: `rows` to kTransposed, `columns` to whole vectors; what lies in
/// from's padding comes along.
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
