// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_VECTOR_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_VECTOR_MATH_INL_H
#undef LOSSLINE_VECTOR_MATH_INL_H
#else
#define LOSSLINE_VECTOR_MATH_INL_H
#endif

#include <cstddef>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 16 lanes, so that tiles have a known size; wider machines (SVE of 1024 bits) use part of a register.
using F = hn::CappedTag<float, 16>;
using I = hn::RebindToSigned<F>;
using Vec = hn::Vec<F>;
inline constexpr std::size_t kLanes = hn::MaxLanes(F());

/// e^x of -87 ≤ x ≤ 88, within 2 units in the last place. NaN stays NaN.
/// Coefficients: Cephes expf (Moshier), a minimax polynomial on ±ln 2 / 2.
HWY_INLINE Vec exp_in_range(Vec clamped) {
  const F f;
  const I i;
  // Added to a number this large, the fraction is rounded away and n + 127, an exponent's bits, is left in the lowest.
  const Vec large = hn::Set(f, 12582912.0F + 127.0F);
  const Vec shifted = hn::MulAdd(clamped, hn::Set(f, 1.44269504F), large);
  const Vec n = hn::Sub(shifted, large);
  Vec r = hn::NegMulAdd(n, hn::Set(f, 0.693359375F), clamped);
  r = hn::NegMulAdd(n, hn::Set(f, -2.12194440e-4F), r);
  Vec p = hn::Set(f, 1.9875691500e-4F);
  p = hn::MulAdd(p, r, hn::Set(f, 1.3981999507e-3F));
  p = hn::MulAdd(p, r, hn::Set(f, 8.3334519073e-3F));
  p = hn::MulAdd(p, r, hn::Set(f, 4.1665795894e-2F));
  p = hn::MulAdd(p, r, hn::Set(f, 1.6666665459e-1F));
  p = hn::MulAdd(p, r, hn::Set(f, 5.0000001201e-1F));
  p = hn::MulAdd(p, hn::Mul(r, r), hn::Add(r, hn::Set(f, 1.0F)));
  return hn::Mul(p, hn::BitCast(f, hn::ShiftLeft<23>(hn::BitCast(i, shifted))));
}

// Of a NaN and a number x86's max and min return the second operand: the number to be kept stands there.

/// e^x of x ≤ 0 (or NaN): e^-87, next to nothing, for all below.
HWY_INLINE Vec exp_of_negative(Vec x) {
  return exp_in_range(hn::Max(hn::Set(F(), -87.0F), x));
}

/// e^x, held at e^-87 and e^88.
HWY_INLINE Vec exp_of(Vec x) {
  return exp_in_range(hn::Min(hn::Set(F(), 88.0F), hn::Max(hn::Set(F(), -87.0F), x)));
}

/// ln x of a normal x > 0, within 2 units in the last place; NaN and infinity come out as they went in.
/// Coefficients: Cephes logf (Moshier).
HWY_INLINE Vec log_of(Vec x) {
  const F f;
  const I i;
  const auto bits = hn::BitCast(i, x);
  const auto exponent = hn::Sub(hn::ShiftRight<23>(bits), hn::Set(i, 127));
  Vec m = hn::BitCast(f, hn::Or(hn::And(bits, hn::Set(i, 0x7FFFFF)), hn::Set(i, 0x3F800000)));
  const auto upper = hn::Gt(m, hn::Set(f, 1.41421356F));
  m = hn::IfThenElse(upper, hn::Mul(m, hn::Set(f, 0.5F)), m);
  const Vec e = hn::Add(hn::ConvertTo(f, exponent), hn::IfThenElseZero(upper, hn::Set(f, 1.0F)));
  const Vec t = hn::Sub(m, hn::Set(f, 1.0F));
  Vec p = hn::Set(f, 7.0376836292e-2F);
  p = hn::MulAdd(p, t, hn::Set(f, -1.1514610310e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, 1.1676998740e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, -1.2420140846e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, 1.4249322787e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, -1.6668057665e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, 2.0000714765e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, -2.4999993993e-1F));
  p = hn::MulAdd(p, t, hn::Set(f, 3.3333331174e-1F));
  const Vec t2 = hn::Mul(t, t);
  Vec y = hn::Mul(hn::Mul(p, t2), t);
  y = hn::MulAdd(e, hn::Set(f, -2.12194440e-4F), y);
  y = hn::NegMulAdd(t2, hn::Set(f, 0.5F), y);
  const Vec result = hn::MulAdd(e, hn::Set(f, 0.693359375F), hn::Add(t, y));
  return hn::IfThenElse(hn::Lt(x, hn::Set(f, 3.0e38F)), result, x);
}

/// ln(1 + x) for 0 ≤ x ≤ 1: u = 1 + x rounded, and what rounding took is put back (Kahan).
HWY_INLINE Vec log1p_of(Vec x) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  const Vec u = hn::Add(x, one);
  const Vec lost = hn::Sub(x, hn::Sub(u, one));
  return hn::Add(log_of(u), hn::Div(lost, u));
}

/// 1 / (1 + e^-x).
HWY_INLINE Vec sigmoid_of(Vec x) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  return hn::Div(one, hn::Add(one, exp_of(hn::Neg(x))));
}

/// tanh x. Near zero by a polynomial, where 1 - 2 / (e^2x + 1) would cancel. Coefficients: Cephes tanhf (Moshier).
HWY_INLINE Vec tanh_of(Vec x) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  const Vec a = hn::Abs(x);
  const Vec far = hn::Sub(one, hn::Div(hn::Set(f, 2.0F), hn::Add(exp_of(hn::Add(a, a)), one)));
  const Vec z = hn::Mul(x, x);
  Vec p = hn::Set(f, -5.70498872745e-3F);
  p = hn::MulAdd(p, z, hn::Set(f, 2.06390887954e-2F));
  p = hn::MulAdd(p, z, hn::Set(f, -5.37397155531e-2F));
  p = hn::MulAdd(p, z, hn::Set(f, 1.33314422036e-1F));
  p = hn::MulAdd(p, z, hn::Set(f, -3.33332819422e-1F));
  const Vec near = hn::MulAdd(hn::Mul(p, z), x, x);
  return hn::IfThenElse(hn::Lt(a, hn::Set(f, 0.625F)), near, hn::CopySign(far, x));
}

/// The normal distribution's Φ(x) = (1 + erf(x / √2)) / 2, to 2e-7. Abramowitz and Stegun, 7.1.26.
HWY_INLINE Vec normal_cdf_of(Vec x) {
  const F f;
  const Vec one = hn::Set(f, 1.0F);
  const Vec a = hn::Mul(hn::Abs(x), hn::Set(f, 0.70710678F));
  const Vec t = hn::Div(one, hn::MulAdd(a, hn::Set(f, 0.3275911F), one));
  Vec p = hn::Set(f, 1.061405429F);
  p = hn::MulAdd(p, t, hn::Set(f, -1.453152027F));
  p = hn::MulAdd(p, t, hn::Set(f, 1.421413741F));
  p = hn::MulAdd(p, t, hn::Set(f, -0.284496736F));
  p = hn::MulAdd(p, t, hn::Set(f, 0.254829592F));
  const Vec tail = hn::Mul(hn::Mul(hn::Mul(p, t), exp_of(hn::Neg(hn::Mul(a, a)))), hn::Set(f, 0.5F));
  return hn::IfThenElse(hn::Lt(x, hn::Zero(f)), tail, hn::Sub(one, tail));
}

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
