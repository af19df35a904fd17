// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each vector target: no ordinary include guard.
#if defined(LOSSLINE_FUSED_NET_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LOSSLINE_FUSED_NET_INL_H
#undef LOSSLINE_FUSED_NET_INL_H
#else
#define LOSSLINE_FUSED_NET_INL_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/kernels/detail/elementwise-inl.h"
#include "core/kernels/detail/gradient-inl.h"
#include "core/kernels/detail/layout.h"
#include "core/kernels/detail/loss-inl.h"
#include "core/kernels/detail/matrix-inl.h"
#include "core/kernels/detail/memory.h"
#include "core/kernels/detail/spin_team.h"
#include "core/kernels/detail/stopwatch.h"
#include "core/kernels/detail/update.h"
#include "core/kernels/fused_net.h"

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {

using detail::Aligned;
using detail::LayerPlace;
using detail::Layout;
using detail::odd_lines;
using detail::padded;
using detail::Stopwatch;

/// Rows worked on together, as their data lie in memory.
struct Panel {
  const float* x = nullptr;       ///< feature-major
  const float* x_rows = nullptr;  ///< row-major, only where the first layer needs it
  Targets targets{};
  const float* weight = nullptr;  ///< of each row; 0 for padding
  std::size_t rows = 0;
};

/// One thread's share of a step: its memory and what it computes.
class Share {
 public:
  Share(const FusedPlan& plan, const Layout& layout) : plan_(plan), layout_(layout), gradient_(layout.parameters) {
    const std::size_t count = layout.layers.size();
    const bool keeps_slope = plan.spec.activation == Activation::Gelu || plan.spec.activation == Activation::Silu;
    h_.resize(count + 1);
    delta_.resize(count + 1);
    h_rows_.resize(count);
    slope_.resize(count);
    for (std::size_t l = 0; l < count; ++l) {
      const LayerPlace& layer = layout.layers[l];
      h_[l + 1] = Aligned<float>(padded(layer.out, kLanes) * layout.stride);
      delta_[l + 1] = Aligned<float>(padded(layer.out, kLanes) * layout.stride);
      if (l > 0 && layer.by_rows) {
        h_rows_[l] = Aligned<float>(layer.stride * layout.panel_rows);
      }
      if (l + 1 < count && keeps_slope) {
        slope_[l] = Aligned<float>(layer.out * layout.stride);
      }
    }
  }

  /// Adds the panel's loss and gradient to what there is, or, with `first`, begins anew. Adds to `times` unless null.
  void work(const float* parameters, const Panel& panel, bool first, StepTimes* times) {
    Stopwatch watch(times);
    const std::size_t vecs = padded(panel.rows, kLanes) / kLanes;
    forward(parameters, panel, vecs);
    const float loss = loss_and_delta(panel, vecs);
    loss_ = (first ? 0.0 : loss_) + static_cast<double>(loss);
    if (times != nullptr) {
      watch.lap(times->forward);
    }
    backward(parameters, panel, vecs, first);
    if (times != nullptr) {
      watch.lap(times->backward);
    }
  }

  [[nodiscard]] double loss() const { return loss_; }
  [[nodiscard]] float* gradient() const { return gradient_.get(); }
  void clear() {
    loss_ = 0;
    std::memset(gradient_.get(), 0, layout_.parameters * sizeof(float));
  }

 private:
  void forward(const float* parameters, const Panel& panel, std::size_t vecs) {
    const F f;
    const std::size_t count = layout_.layers.size(), stride = layout_.stride;
    const float* x = panel.x;
    for (std::size_t l = 0; l < count; ++l) {
      const LayerPlace& layer = layout_.layers[l];
      const WeightView w{parameters + layer.w, layer.stride, 1};
      float* out = h_[l + 1].get();
      const bool hidden = l + 1 < count;
      if (hidden && plan_.spec.activation == Activation::Relu) {
        multiply(w, parameters + layer.b, x, stride, layer.in, layer.out, vecs, out, stride,
                 [&](Vec value, std::size_t) HWY_ATTR { return hn::Max(hn::Zero(f), value); });
      } else {
        multiply(w, parameters + layer.b, x, stride, layer.in, layer.out, vecs, out, stride,
                 [](Vec value, std::size_t) HWY_ATTR { return value; });
        if (hidden) {
          activate(plan_.spec.activation, out, slope_[l].get(), layer.out, stride, vecs);
        }
      }
      if (hidden && layout_.layers[l + 1].by_rows) {
        transpose(out, stride, padded(layer.out, kTransposed), vecs * kLanes, h_rows_[l + 1].get(),
                  layout_.layers[l + 1].stride);
      }
      x = out;
    }
  }

  [[nodiscard]] float loss_and_delta(const Panel& panel, std::size_t vecs) {
    const float* z = h_.back().get();
    float* delta = delta_.back().get();
    const std::size_t outputs = layout_.layers.back().out, stride = layout_.stride;
    switch (plan_.loss) {
      case LossKind::Bce:
        return elementwise_loss<LossKind::Bce>(z, stride, outputs, vecs, panel.targets, panel.weight, delta);
      case LossKind::Mse:
        return elementwise_loss<LossKind::Mse>(z, stride, outputs, vecs, panel.targets, panel.weight, delta);
      case LossKind::Huber:
        return elementwise_loss<LossKind::Huber>(z, stride, outputs, vecs, panel.targets, panel.weight, delta);
      case LossKind::Auto:
      case LossKind::CrossEntropy:
        break;
    }
    return cross_entropy(z, stride, outputs, vecs, panel.targets.labels, panel.weight, delta);
  }

  void backward(const float* parameters, const Panel& panel, std::size_t vecs, bool first) {
    const F f;
    const std::size_t stride = layout_.stride;
    for (std::size_t l = layout_.layers.size(); l-- > 0;) {
      const LayerPlace& layer = layout_.layers[l];
      const float* delta = delta_[l + 1].get();
      float* g = gradient_.get();
      bias_gradient(delta, stride, layer.out, vecs, !first, g + layer.b);
      if (layer.by_rows) {
        const float* rows = l == 0 ? panel.x_rows : h_rows_[l].get();
        gradient_by_rows(delta, stride, rows, layer.stride, layer.out, layer.in, panel.rows, !first, g + layer.w,
                         layer.stride);
      } else {
        const float* x = l == 0 ? panel.x : h_[l].get();
        gradient_by_dots(delta, stride, x, stride, layer.out, layer.in, vecs, !first, g + layer.w, layer.stride);
      }
      if (l == 0) {
        return;
      }
      const float* h = h_[l].get();
      float* back = delta_[l].get();
      const WeightView w{parameters + layer.w, 1, layer.stride};
      if (plan_.spec.activation == Activation::Relu) {
        multiply(w, nullptr, delta, stride, layer.out, layer.in, vecs, back, stride,
                 [&](Vec value, std::size_t at)
                     HWY_ATTR { return hn::IfThenElseZero(hn::Gt(hn::Load(f, h + at), hn::Zero(f)), value); });
      } else {
        multiply(w, nullptr, delta, stride, layer.out, layer.in, vecs, back, stride,
                 [](Vec value, std::size_t) HWY_ATTR { return value; });
        multiply_by_slope(plan_.spec.activation, h, slope_[l - 1].get(), back, layer.in, stride, vecs);
      }
    }
  }

  const FusedPlan& plan_;
  const Layout& layout_;
  Aligned<float> gradient_;
  std::vector<Aligned<float>> h_, delta_;  // [l + 1]: of layer l's outputs
  std::vector<Aligned<float>> h_rows_;     // [l]: layer l's inputs, row-major
  std::vector<Aligned<float>> slope_;      // [l]: derivative of the activation behind layer l
  double loss_ = 0;
};

}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
