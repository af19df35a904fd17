// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/support/plain_mlp.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/api/loss_choice.h"

namespace lossline::test {
namespace {

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

double activate(Activation kind, double x) {
  switch (kind) {
    case Activation::Relu:
      return std::max(0.0, x);
    case Activation::LeakyRelu:
      return x > 0 ? x : 0.01 * x;
    case Activation::Tanh:
      return std::tanh(x);
    case Activation::Sigmoid:
      return sigmoid(x);
    case Activation::Gelu:
      return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    case Activation::Silu:
      return x * sigmoid(x);
  }
  return x;
}

double slope_of(Activation kind, double x) {
  const double s = sigmoid(x);
  switch (kind) {
    case Activation::Relu:
      return x > 0 ? 1 : 0;
    case Activation::LeakyRelu:
      return x > 0 ? 1 : 0.01;
    case Activation::Tanh:
      return 1 - std::tanh(x) * std::tanh(x);
    case Activation::Sigmoid:
      return s * (1 - s);
    case Activation::Gelu:
      return 0.5 * (1 + std::erf(x / std::sqrt(2.0))) + x * std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
    case Activation::Silu:
      return s * (1 + x * (1 - s));
  }
  return 1;
}

float uniform(std::mt19937& draws, double bound) {
  const auto share = static_cast<float>(draws() & 0xFFFFFFU) / 16777216.0F;
  const auto from = static_cast<float>(-bound);
  const auto to = static_cast<float>(bound);
  return share * (to - from) + from;
}

}  // namespace

PlainMlp::PlainMlp(const TrainConfig& config, const PreparedData& data)
    : config_(config),
      data_(data),
      loss_(resolve_loss(config.loss, data.target_kind)),
      draws_(static_cast<std::uint32_t>(config.seed)) {
  std::size_t in = data.features;
  std::vector<std::int64_t> widths = config.hidden;
  widths.push_back(static_cast<std::int64_t>(data.outputs));
  for (const std::int64_t width : widths) {
    const auto out = static_cast<std::size_t>(width);
    const double bound = 1 / std::sqrt(static_cast<double>(in));
    layers_.push_back({in, out, weights_.size(), weights_.size() + in * out});
    for (std::size_t i = 0; i < (in + 1) * out; ++i) {
      weights_.push_back(static_cast<double>(uniform(draws_, bound)));
    }
    in = out;
  }
  first_moment_.assign(weights_.size(), 0);
  second_moment_.assign(weights_.size(), 0);
}

PlainMlp::Pass PlainMlp::forward(const float* x) const {
  Pass pass;
  pass.after.emplace_back(x, x + data_.features);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const LayerPlace& layer = layers_[i];
    std::vector<double> sums(layer.out);
    std::vector<double> values(layer.out);
    for (std::size_t o = 0; o < layer.out; ++o) {
      sums[o] = weights_[layer.bias + o];
      for (std::size_t k = 0; k < layer.in; ++k) {
        sums[o] += weights_[layer.weight + o * layer.in + k] * pass.after[i][k];
      }
      values[o] = i + 1 < layers_.size() ? activate(config_.activation, sums[o]) : sums[o];
    }
    pass.before.push_back(std::move(sums));
    pass.after.push_back(std::move(values));
  }
  return pass;
}

double PlainMlp::row_loss(const std::vector<double>& output, bool test, std::size_t row, std::size_t rows,
                          std::vector<double>& slope) const {
  const std::size_t outputs = output.size();
  const bool classes = data_.target_kind == TargetKind::Classes;
  const auto label = classes ? static_cast<std::size_t>((test ? data_.labels_test : data_.labels_train)[row]) : 0;
  const double most = *std::max_element(output.begin(), output.end());
  double sum = 0;
  for (const double value : output) {
    sum += std::exp(value - most);
  }
  if (loss_ == LossKind::CrossEntropy) {
    for (std::size_t o = 0; o < outputs; ++o) {
      slope[o] = (std::exp(output[o] - most) / sum - (o == label ? 1 : 0)) / static_cast<double>(rows);
    }
    return (most + std::log(sum) - output[label]) / static_cast<double>(rows);
  }
  const double parts = static_cast<double>(rows * outputs);
  double loss = 0;
  for (std::size_t o = 0; o < outputs; ++o) {
    const double target =
        classes ? (o == label ? 1 : 0) : static_cast<double>((test ? data_.values_test : data_.values_train)[row]);
    const double error = output[o] - target;
    if (loss_ == LossKind::Bce) {
      loss += std::max(output[o], 0.0) - output[o] * target + std::log1p(std::exp(-std::fabs(output[o])));
      slope[o] = (sigmoid(output[o]) - target) / parts;
    } else if (loss_ == LossKind::Mse) {
      loss += error * error;
      slope[o] = 2 * error / parts;
    } else {  // Huber, delta 1
      loss += std::fabs(error) < 1 ? 0.5 * error * error : std::fabs(error) - 0.5;
      slope[o] = std::clamp(error, -1.0, 1.0) / parts;
    }
  }
  return loss / parts;
}

void PlainMlp::backward(const Pass& pass, std::vector<double> slope, std::vector<double>& gradient) const {
  for (std::size_t i = layers_.size(); i-- > 0;) {
    const LayerPlace& layer = layers_[i];
    if (i + 1 < layers_.size()) {
      for (std::size_t o = 0; o < layer.out; ++o) {
        slope[o] *= slope_of(config_.activation, pass.before[i][o]);
      }
    }
    std::vector<double> below(layer.in, 0);
    for (std::size_t o = 0; o < layer.out; ++o) {
      gradient[layer.bias + o] += slope[o];
      for (std::size_t k = 0; k < layer.in; ++k) {
        gradient[layer.weight + o * layer.in + k] += slope[o] * pass.after[i][k];
        below[k] += slope[o] * weights_[layer.weight + o * layer.in + k];
      }
    }
    slope = std::move(below);
  }
}

void PlainMlp::update(std::vector<double> gradient) {
  ++steps_;
  constexpr double kBeta1 = 0.9;
  constexpr double kBeta2 = 0.999;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    double& weight = weights_[i];
    if (config_.optimizer == OptimizerKind::AdamW) {
      weight *= 1 - config_.lr * config_.weight_decay;
    } else {
      gradient[i] += config_.weight_decay * weight;
    }
    if (config_.optimizer == OptimizerKind::Sgd) {
      first_moment_[i] = config_.momentum * first_moment_[i] + gradient[i];
      weight -= config_.lr * first_moment_[i];
      continue;
    }
    first_moment_[i] = kBeta1 * first_moment_[i] + (1 - kBeta1) * gradient[i];
    second_moment_[i] = kBeta2 * second_moment_[i] + (1 - kBeta2) * gradient[i] * gradient[i];
    const double mean = first_moment_[i] / (1 - std::pow(kBeta1, steps_));
    const double square = second_moment_[i] / (1 - std::pow(kBeta2, steps_));
    weight -= config_.lr * mean / (std::sqrt(square) + 1e-8);
  }
}

double PlainMlp::batch(const std::vector<std::size_t>& rows) {
  std::vector<double> gradient(weights_.size(), 0);
  double loss = 0;
  for (const std::size_t row : rows) {
    const Pass pass = forward(data_.x_train.data() + row * data_.features);
    std::vector<double> slope(data_.outputs);
    loss += row_loss(pass.after.back(), false, row, rows.size(), slope);
    backward(pass, std::move(slope), gradient);
  }
  update(std::move(gradient));
  return loss;
}

double PlainMlp::epoch() {
  const std::size_t total = data_.train_rows.size();
  std::vector<std::size_t> order(total);
  std::iota(order.begin(), order.end(), 0);
  const bool full = config_.batch_size == 0 || config_.batch_size >= total;
  if (full) {
    return batch(order);
  }
  for (std::size_t i = 0; i + 1 < total; ++i) {
    std::swap(order[i], order[i + draws_() % (total - i)]);
  }
  double sum = 0;
  for (std::size_t begin = 0; begin < total; begin += config_.batch_size) {
    const std::size_t end = std::min(total, begin + config_.batch_size);
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<std::size_t> rows(first, order.begin() + static_cast<std::ptrdiff_t>(end));
    sum += batch(rows) * static_cast<double>(rows.size());
  }
  return sum / static_cast<double>(total);
}

double PlainMlp::test_accuracy() const {
  std::size_t right = 0;
  for (std::size_t row = 0; row < data_.test_rows.size(); ++row) {
    const std::vector<double> output = forward(data_.x_test.data() + row * data_.features).after.back();
    const auto best = std::max_element(output.begin(), output.end()) - output.begin();
    right += best == data_.labels_test[row] ? 1U : 0U;
  }
  return static_cast<double>(right) / static_cast<double>(data_.test_rows.size());
}

double PlainMlp::test_loss() const {
  double loss = 0;
  for (std::size_t row = 0; row < data_.test_rows.size(); ++row) {
    std::vector<double> slope(data_.outputs);
    const Pass pass = forward(data_.x_test.data() + row * data_.features);
    loss += row_loss(pass.after.back(), true, row, data_.test_rows.size(), slope);
  }
  return loss;
}

}  // namespace lossline::test
