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

/// Loss and delta of a panel with labels, by cross entropy. z and delta may not overlap.
/// ln Σe^z is taken of the product of several rows' sums at once: each lies between 1 and `outputs`, and the product of
/// as many as kLogGroup says stays far from float32's limits.
HWY_INLINE float cross_entropy(const float* z, std::size_t stride, std::size_t outputs, std::size_t vecs,
                               const std::int32_t* labels, const float* weight, float* delta) {
  const F f;
  const I i;
  const Vec one = hn::Set(f, 1.0F);
  const std::size_t group = outputs <= 8 ? 32 : outputs <= 4096 ? 8 : 2;  // outputs^group < 1e30
  Vec loss = hn::Zero(f), logs = hn::Zero(f), product = one, top_weight = hn::Zero(f);
  std::size_t waiting = 0;
  for (std::size_t v = 0; v < vecs * hn::MaxLanes(f); v += hn::MaxLanes(f)) {
    const auto label = hn::Load(i, labels + v);
    Vec top = hn::Load(f, z + v);
    for (std::size_t o = 1; o < outputs; ++o) {
      top = hn::Max(hn::Load(f, z + o * stride + v), top);
    }
    Vec sum = hn::Zero(f), right = hn::Zero(f);
    for (std::size_t o = 0; o < outputs; ++o) {
      const Vec logit = hn::Sub(hn::Load(f, z + o * stride + v), top);
      const Vec e = exp_of_negative(logit);
      sum = hn::Add(sum, e);
      hn::Store(e, f, delta + o * stride + v);
      right = hn::IfThenElse(hn::RebindMask(f, hn::Eq(label, hn::Set(i, static_cast<std::int32_t>(o)))), logit, right);
    }
    const Vec w = hn::Load(f, weight + v);
    top_weight = hn::Max(top_weight, w);
    loss = hn::NegMulAdd(w, right, loss);
    product = hn::Mul(product, hn::IfThenElse(hn::Gt(w, hn::Zero(f)), sum, one));
    if (++waiting == group) {
      logs = hn::Add(logs, log_of(product));
      product = one;
      waiting = 0;
    }
    const Vec scale = hn::Div(w, sum);
    for (std::size_t o = 0; o < outputs; ++o) {
      const Vec share = hn::Mul(hn::Load(f, delta + o * stride + v), scale);
      const auto own = hn::RebindMask(f, hn::Eq(label, hn::Set(i, static_cast<std::int32_t>(o))));
      hn::Store(hn::Sub(share, hn::IfThenElseZero(own, w)), f, delta + o * stride + v);
    }
  }
  logs = hn::Add(logs, log_of(product));
  return hn::GetLane(hn::SumOfLanes(f, hn::MulAdd(top_weight, logs, loss)));  // rows that count, count the same
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
