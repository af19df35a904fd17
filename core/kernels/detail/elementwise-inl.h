// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_ELEMENTWISE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_ELEMENTWISE_INL_H
#undef LOSSLINE_ELEMENTWISE_INL_H
#else
#define LOSSLINE_ELEMENTWISE_INL_H
#endif

#include <cstddef>
#include <hwy/highway.h>

#include "core/api/train_config.h"
#include "core/kernels/detail/update.h"
#include "core/kernels/detail/vector_math-inl.h"

// Activations, their derivatives and the optimizers' updates: formulas of PyTorch.

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

/// Calls body(offset) for each vector of `features` rows.
template <class Body>
HWY_INLINE void for_each_vector(std::size_t features, std::size_t stride, std::size_t vecs, const Body& body) {
  for (std::size_t j = 0; j < features; ++j) {
    for (std::size_t v = 0; v < vecs; ++v) {
      body(j * stride + v * hn::MaxLanes(F()));
    }
  }
}

/// z becomes its activation. Where that does not tell the derivative (gelu, silu), `slope` takes it.
HWY_INLINE void activate(Activation activation, float* z, float* slope, std::size_t features, std::size_t stride,
                         std::size_t vecs) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  const auto map = [&](const auto& function) HWY_ATTR {
    for_each_vector(features, stride, vecs,
                    [&](std::size_t at) HWY_ATTR { hn::Store(function(hn::Load(f, z + at), at), f, z + at); });
  };
  switch (activation) {
    case Activation::Relu:
      return map([&](Vec x, std::size_t) HWY_ATTR { return hn::Max(hn::Zero(f), x); });
    case Activation::LeakyRelu:
      return map([&](Vec x, std::size_t) HWY_ATTR { return hn::Max(x, hn::Mul(x, hn::Set(f, kLeakySlope))); });
    case Activation::Tanh:
      return map([&](Vec x, std::size_t) HWY_ATTR { return tanh_of(x); });
    case Activation::Sigmoid:
      return map([&](Vec x, std::size_t) HWY_ATTR { return sigmoid_of(x); });
    case Activation::Silu:
      return map([&](Vec x, std::size_t at) HWY_ATTR {
        const Vec s = sigmoid_of(x);
        hn::Store(hn::Mul(s, hn::MulAdd(x, hn::Sub(one, s), one)), f, slope + at);
        return hn::Mul(x, s);
      });
    case Activation::Gelu:
      return map([&](Vec x, std::size_t at) HWY_ATTR {
        const Vec cdf = normal_cdf_of(x);
        const Vec pdf = hn::Mul(exp_of(hn::Mul(hn::Mul(x, x), hn::Set(f, -0.5F))), hn::Set(f, 0.39894228F));
        hn::Store(hn::MulAdd(x, pdf, cdf), f, slope + at);
        return hn::Mul(x, cdf);
      });
  }
}

/// delta is multiplied by the activation's derivative, told from its value h or from `slope`.
HWY_INLINE void multiply_by_slope(Activation activation, const float* h, const float* slope, float* delta,
                                  std::size_t features, std::size_t stride, std::size_t vecs) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  const auto map = [&](const auto& function) HWY_ATTR {
    for_each_vector(features, stride, vecs,
                    [&](std::size_t at) HWY_ATTR { hn::Store(function(hn::Load(f, delta + at), at), f, delta + at); });
  };
  switch (activation) {
    case Activation::Relu:
      return map([&](Vec d, std::size_t at)
                     HWY_ATTR { return hn::IfThenElseZero(hn::Gt(hn::Load(f, h + at), hn::Zero(f)), d); });
    case Activation::LeakyRelu:
      return map([&](Vec d, std::size_t at) HWY_ATTR {
        return hn::IfThenElse(hn::Gt(hn::Load(f, h + at), hn::Zero(f)), d, hn::Mul(d, hn::Set(f, kLeakySlope)));
      });
    case Activation::Tanh:
      return map([&](Vec d, std::size_t at) HWY_ATTR {
        const Vec value = hn::Load(f, h + at);
        return hn::Mul(d, hn::NegMulAdd(value, value, one));
      });
    case Activation::Sigmoid:
      return map([&](Vec d, std::size_t at) HWY_ATTR {
        const Vec value = hn::Load(f, h + at);
        return hn::Mul(d, hn::Mul(value, hn::Sub(one, value)));
      });
    case Activation::Silu:
    case Activation::Gelu:
      return map([&](Vec d, std::size_t at) HWY_ATTR { return hn::Mul(d, hn::Load(f, slope + at)); });
  }
}

/// Parameters begin … end of the store, by one step of the optimizer. `g` holds the gradient.
HWY_INLINE void update_parameters(const Update& update, const float* g, float* p, float* first, float* second,
                                  std::size_t begin, std::size_t end) {
  const F f;
  const Vec rate = hn::Set(f, -update.step_size), decay = hn::Set(f, update.weight_decay);
  if (update.kind == OptimizerKind::Sgd) {
    const Vec momentum = hn::Set(f, update.momentum);
    for (std::size_t i = begin; i < end; i += hn::MaxLanes(f)) {
      const Vec value = hn::Load(f, p + i);
      Vec step = hn::Load(f, g + i);
      if (update.weight_decay != 0) {
        step = hn::MulAdd(decay, value, step);
      }
      if (update.momentum != 0) {
        step = hn::MulAdd(momentum, hn::Load(f, first + i), step);  // zero before the first step: PyTorch starts so too
        hn::Store(step, f, first + i);
      }
      hn::Store(hn::MulAdd(rate, step, value), f, p + i);
    }
    return;
  }
  const Vec beta1 = hn::Set(f, kBeta1), rest1 = hn::Set(f, 1 - kBeta1);
  const Vec beta2 = hn::Set(f, kBeta2), rest2 = hn::Set(f, 1 - kBeta2);
  const Vec root_scale = hn::Set(f, update.root_scale), epsilon = hn::Set(f, kEpsilon);
  const Vec keep = hn::Set(f, update.keep);
  const bool decays_gradient = update.kind == OptimizerKind::Adam && update.weight_decay != 0;
  for (std::size_t i = begin; i < end; i += hn::MaxLanes(f)) {
    Vec value = hn::Load(f, p + i);
    Vec grad = hn::Load(f, g + i);
    if (decays_gradient) {
      grad = hn::MulAdd(decay, value, grad);
    }
    value = hn::Mul(value, keep);
    const Vec m = hn::MulAdd(beta1, hn::Load(f, first + i), hn::Mul(rest1, grad));
    const Vec v = hn::MulAdd(beta2, hn::Load(f, second + i), hn::Mul(rest2, hn::Mul(grad, grad)));
    hn::Store(m, f, first + i);
    hn::Store(v, f, second + i);
    const Vec root = hn::MulAdd(hn::Sqrt(v), root_scale, epsilon);
    hn::Store(hn::MulAdd(rate, hn::Div(m, root), value), f, p + i);
  }
}

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
