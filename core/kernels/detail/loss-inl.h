// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_LOSS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_LOSS_INL_H
#undef LOSSLINE_LOSS_INL_H
#else
#define LOSSLINE_LOSS_INL_H
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "core/api/train_config.h"
#include "core/kernels/detail/vector_math-inl.h"

// Losses and their gradients, feature-major. `weight` is what a row counts (1 / rows of the batch, 0 for padding), so
// that sums are means. Formulas as PyTorch's: cross_entropy, binary_cross_entropy_with_logits, mse_loss, huber_loss
// (delta 1), each the mean over rows (cross entropy) or over rows × outputs.

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

/// One batch's targets: labels, or values where labels is null.
struct Targets {
  const std::int32_t* labels;
  const float* values;
};

/// What cross entropy adds up over a panel. ln Σe^z is taken of the product of several rows' sums at once: each lies
/// between 1 and `outputs`, and the product of `group` of them stays far from float32's limits.
struct CrossEntropySums {
  Vec loss, logs, product, top_weight;
  std::size_t waiting, group;
};

/// COUNT vectors of rows at once: their exponentials, long chains of operations, then run side by side.
template <std::size_t COUNT>
HWY_INLINE void cross_entropy_of(const float* z, std::size_t stride, std::size_t outputs, const std::int32_t* labels,
                                 const float* weight, float* delta, CrossEntropySums& sums) {
  const F f;
  const I i;
  const Vec one = hn::Set(f, 1.0F);
  Vec top[COUNT], sum[COUNT], right[COUNT], w[COUNT];
  decltype(hn::Zero(i)) label[COUNT];
  for (std::size_t v = 0; v < COUNT; ++v) {
    label[v] = hn::Load(i, labels + v * kLanes);
    w[v] = hn::Load(f, weight + v * kLanes);
    top[v] = hn::Load(f, z + v * kLanes);
    sum[v] = hn::Zero(f);
    right[v] = hn::Zero(f);
  }
  for (std::size_t o = 1; o < outputs; ++o) {
    for (std::size_t v = 0; v < COUNT; ++v) {
      top[v] = hn::Max(hn::Load(f, z + o * stride + v * kLanes), top[v]);
    }
  }
  for (std::size_t o = 0; o < outputs; ++o) {
    const auto number = hn::Set(i, static_cast<std::int32_t>(o));
    for (std::size_t v = 0; v < COUNT; ++v) {
      const Vec logit = hn::Sub(hn::Load(f, z + o * stride + v * kLanes), top[v]);
      const Vec e = exp_of_negative(logit);
      sum[v] = hn::Add(sum[v], e);
      hn::Store(e, f, delta + o * stride + v * kLanes);
      right[v] = hn::IfThenElse(hn::RebindMask(f, hn::Eq(label[v], number)), logit, right[v]);
    }
  }
  for (std::size_t v = 0; v < COUNT; ++v) {
    sums.top_weight = hn::Max(sums.top_weight, w[v]);
    sums.loss = hn::NegMulAdd(w[v], right[v], sums.loss);
    sums.product = hn::Mul(sums.product, hn::IfThenElse(hn::Gt(w[v], hn::Zero(f)), sum[v], one));
    if (++sums.waiting == sums.group) {
      sums.logs = hn::Add(sums.logs, log_of(sums.product));
      sums.product = one;
      sums.waiting = 0;
    }
    sum[v] = hn::Div(w[v], sum[v]);
  }
  for (std::size_t o = 0; o < outputs; ++o) {
    const auto number = hn::Set(i, static_cast<std::int32_t>(o));
    for (std::size_t v = 0; v < COUNT; ++v) {
      float* to = delta + o * stride + v * kLanes;
      const auto own = hn::RebindMask(f, hn::Eq(label[v], number));
      hn::Store(hn::MulSub(hn::Load(f, to), sum[v], hn::IfThenElseZero(own, w[v])), f, to);
    }
  }
}

/// Loss and delta of a panel with labels, by cross entropy. z and delta may not overlap.
HWY_INLINE float cross_entropy(const float* z, std::size_t stride, std::size_t outputs, std::size_t vecs,
                               const std::int32_t* labels, const float* weight, float* delta) {
  const F f;
  CrossEntropySums sums{hn::Zero(f), hn::Zero(f), hn::Set(f, 1.0F), hn::Zero(f), 0, 0};
  sums.group = outputs <= 8 ? 32 : outputs <= 4096 ? 8 : 2;  // outputs^group < 1e30
  std::size_t v = 0;
  for (; v + 2 <= vecs; v += 2) {
    const std::size_t at = v * kLanes;
    cross_entropy_of<2>(z + at, stride, outputs, labels + at, weight + at, delta + at, sums);
  }
  if (v < vecs) {
    const std::size_t at = v * kLanes;
    cross_entropy_of<1>(z + at, stride, outputs, labels + at, weight + at, delta + at, sums);
  }
  sums.logs = hn::Add(sums.logs, log_of(sums.product));
  // Rows that count, count the same.
  return hn::GetLane(hn::SumOfLanes(f, hn::MulAdd(sums.top_weight, sums.logs, sums.loss)));
}

/// Loss of one output and its derivative.
struct Piece {
  Vec loss, slope;
};

template <LossKind LOSS>
HWY_INLINE Piece piece_of(Vec z, Vec y) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  if constexpr (LOSS == LossKind::Bce) {
    const Vec tail = log1p_of(exp_of(hn::Neg(hn::Abs(z))));
    return {hn::Add(hn::NegMulAdd(z, y, hn::Max(z, hn::Zero(f))), tail), hn::Sub(sigmoid_of(z), y)};
  } else {
    const Vec e = hn::Sub(z, y);
    if constexpr (LOSS == LossKind::Mse) {
      return {hn::Mul(e, e), hn::Add(e, e)};
    } else {
      const Vec a = hn::Abs(e), half = hn::Set(f, 0.5F);
      const auto inside = hn::Lt(a, one);
      return {hn::IfThenElse(inside, hn::Mul(hn::Mul(e, e), half), hn::Sub(a, half)),
              hn::IfThenElse(inside, e, hn::CopySign(one, e))};
    }
  }
}

template <LossKind LOSS>
HWY_INLINE float elementwise_loss(const float* z, std::size_t stride, std::size_t outputs, std::size_t vecs,
                                  Targets targets, const float* weight, float* delta) {
  const F f;
  const I i;
  const Vec each = hn::Set(f, 1.0F / static_cast<float>(outputs));
  Vec loss = hn::Zero(f);
  for (std::size_t v = 0; v < vecs * hn::MaxLanes(f); v += hn::MaxLanes(f)) {
    const Vec w = hn::Mul(hn::Load(f, weight + v), each);
    for (std::size_t o = 0; o < outputs; ++o) {
      Vec y;
      if (targets.labels != nullptr) {
        const auto own = hn::Eq(hn::Load(i, targets.labels + v), hn::Set(i, static_cast<std::int32_t>(o)));
        y = hn::IfThenElseZero(hn::RebindMask(f, own), hn::Set(f, 1.0F));
      } else {
        y = hn::Load(f, targets.values + v);
      }
      const Piece piece = piece_of<LOSS>(hn::Load(f, z + o * stride + v), y);
      loss = hn::MulAdd(w, piece.loss, loss);
      hn::Store(hn::Mul(w, piece.slope), f, delta + o * stride + v);
    }
  }
  return hn::GetLane(hn::SumOfLanes(f, loss));
}

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
