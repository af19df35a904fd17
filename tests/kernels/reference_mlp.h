// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernels/fused_net.h"

namespace lossline::test {

/// What a fused net computes, written down once more in float64 with plain loops, straight from the formulas: slow, and
/// easy to check by eye. Its own gradient is checked against finite differences of its own loss.
class ReferenceMlp {
 public:
  ReferenceMlp(FusedPlan plan, std::vector<float> x, std::vector<std::int32_t> labels, std::vector<float> values);

  void set_parameters(const std::vector<float>& flat);
  [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }
  /// Mean loss of these rows; fills gradient().
  double loss_and_gradient(const std::vector<std::int64_t>& rows);
  [[nodiscard]] double loss(const std::vector<std::int64_t>& rows) const;
  [[nodiscard]] const std::vector<double>& gradient() const { return gradient_; }
  /// One optimizer step with gradient().
  void update();
  std::vector<double>& mutable_parameters() { return parameters_; }

 private:
  struct Pass {
    std::vector<std::vector<double>> z, h;  // before and after each layer's activation; h[0] is the row
  };
  [[nodiscard]] Pass forward(std::int64_t row) const;
  [[nodiscard]] double row_loss(const std::vector<double>& out, std::int64_t row, std::vector<double>* slope) const;

  FusedPlan plan_;
  std::vector<std::int64_t> widths_;
  std::vector<float> x_;
  std::vector<std::int32_t> labels_;
  std::vector<float> values_;
  std::vector<double> parameters_, gradient_, first_, second_;
  std::uint64_t steps_ = 0;
};

}  // namespace lossline::test
