// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/train_config.h"

namespace lossline::test {

/// Training written out in plain double loops, from the textbook formulas: no LibTorch, nothing shared with the engine.
/// The draws are those of PyTorch's CPU generator, which is a 32-bit Mersenne twister: a uniform float takes the low 24
/// bits of one draw; a permutation swaps place i with i + draw mod (n − i).
class PlainMlp {
 public:
  PlainMlp(const TrainConfig& config, const PreparedData& data);

  /// Weights as drawn: layer order, weight then bias, row-major.
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }
  /// One epoch; returns its loss: the row-weighted mean of the batch losses, each before its update.
  double epoch();
  /// Of the test rows, with the weights as they are.
  [[nodiscard]] double test_accuracy() const;
  [[nodiscard]] double test_loss() const;

 private:
  struct LayerPlace {
    std::size_t in, out, weight, bias;  // places in weights_
  };
  struct Pass {
    std::vector<std::vector<double>> before, after;  // of each layer's activation; after[0] is the input
  };

  [[nodiscard]] Pass forward(const float* x) const;
  /// Loss of one row as its share of a mean over `rows` rows; adds d loss / d output to `slope`.
  double row_loss(const std::vector<double>& output, bool test, std::size_t row, std::size_t rows,
                  std::vector<double>& slope) const;
  void backward(const Pass& pass, std::vector<double> slope, std::vector<double>& gradient) const;
  void update(std::vector<double> gradient);
  double batch(const std::vector<std::size_t>& rows);

  TrainConfig config_;
  const PreparedData& data_;
  LossKind loss_;
  std::mt19937 draws_;
  std::vector<LayerPlace> layers_;
  std::vector<double> weights_, first_moment_, second_moment_;
  int steps_ = 0;
};

}  // namespace lossline::test
