// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/reference_mlp.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lossline::test {
namespace {

std::size_t size(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

double cdf(double x) {
  return 0.5 * (1 + std::erf(x / std::sqrt(2.0)));
}

double activation_of(Activation kind, double x) {
  switch (kind) {
    case Activation::Relu:
      return std::max(x, 0.0);
    case Activation::LeakyRelu:
      return x > 0 ? x : 0.01 * x;
    case Activation::Tanh:
      return std::tanh(x);
    case Activation::Sigmoid:
      return sigmoid(x);
    case Activation::Gelu:
      return x * cdf(x);
    case Activation::Silu:
      return x * sigmoid(x);
  }
  return x;
}

double slope_of(Activation kind, double x) {
  switch (kind) {
    case Activation::Relu:
      return x > 0 ? 1 : 0;
    case Activation::LeakyRelu:
      return x > 0 ? 1 : 0.01;
    case Activation::Tanh:
      return 1 - std::tanh(x) * std::tanh(x);
    case Activation::Sigmoid:
      return sigmoid(x) * (1 - sigmoid(x));
    case Activation::Gelu:
      return cdf(x) + x * std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
    case Activation::Silu:
      return sigmoid(x) * (1 + x * (1 - sigmoid(x)));
  }
  return 1;
}

}  // namespace

ReferenceMlp::ReferenceMlp(FusedPlan plan, std::vector<float> x, std::vector<std::int32_t> labels,
                           std::vector<float> values)
    : plan_(std::move(plan)), x_(std::move(x)), labels_(std::move(labels)), values_(std::move(values)) {
  widths_.push_back(plan_.spec.inputs);
  widths_.insert(widths_.end(), plan_.spec.hidden.begin(), plan_.spec.hidden.end());
  widths_.push_back(plan_.spec.outputs);
}

void ReferenceMlp::set_parameters(const std::vector<float>& flat) {
  parameters_.assign(flat.begin(), flat.end());
  first_.assign(flat.size(), 0);
  second_.assign(flat.size(), 0);
  steps_ = 0;
}

ReferenceMlp::Pass ReferenceMlp::forward(std::int64_t row) const {
  Pass pass;
  const float* begin = x_.data() + row * plan_.spec.inputs;
  pass.h.emplace_back(begin, begin + plan_.spec.inputs);
  const double* at = parameters_.data();
  for (std::size_t l = 0; l + 1 < widths_.size(); ++l) {
    const std::size_t in = size(widths_[l]), out = size(widths_[l + 1]);
    const double* bias = at + in * out;
    std::vector<double> z(out), h(out);
    for (std::size_t j = 0; j < out; ++j) {
      z[j] = bias[j];
      for (std::size_t k = 0; k < in; ++k) {
        z[j] += at[j * in + k] * pass.h.back()[k];
      }
      h[j] = l + 2 < widths_.size() ? activation_of(plan_.spec.activation, z[j]) : z[j];
    }
    at = bias + out;
    pass.z.push_back(std::move(z));
    pass.h.push_back(std::move(h));
  }
  return pass;
}

double ReferenceMlp::row_loss(const std::vector<double>& out, std::int64_t row, std::vector<double>* slope) const {
  const auto set_slope = [&](std::size_t o, double value) {
    if (slope != nullptr) {
      (*slope)[o] = value;
    }
  };
  if (plan_.loss == LossKind::CrossEntropy) {
    const double top = *std::max_element(out.begin(), out.end());
    double sum = 0;
    for (const double z : out) {
      sum += std::exp(z - top);
    }
    const auto label = static_cast<std::size_t>(labels_[size(row)]);
    for (std::size_t o = 0; o < out.size(); ++o) {
      set_slope(o, std::exp(out[o] - top) / sum - (o == label ? 1 : 0));
    }
    return std::log(sum) + top - out[label];
  }
  double loss = 0;
  const auto count = static_cast<double>(out.size());
  for (std::size_t o = 0; o < out.size(); ++o) {
    const double y = labels_.empty() ? static_cast<double>(values_[size(row)])
                                     : (static_cast<std::size_t>(labels_[size(row)]) == o ? 1.0 : 0.0);
    const double z = out[o], e = z - y;
    switch (plan_.loss) {
      case LossKind::Bce:
        loss += (std::max(z, 0.0) - z * y + std::log1p(std::exp(-std::abs(z)))) / count;
        set_slope(o, (sigmoid(z) - y) / count);
        break;
      case LossKind::Huber:
        loss += (std::abs(e) < 1 ? e * e / 2 : std::abs(e) - 0.5) / count;
        set_slope(o, std::clamp(e, -1.0, 1.0) / count);
        break;
      default:
        loss += e * e / count;
        set_slope(o, 2 * e / count);
    }
  }
  return loss;
}

double ReferenceMlp::loss(const std::vector<std::int64_t>& rows) const {
  double sum = 0;
  for (const std::int64_t row : rows) {
    sum += row_loss(forward(row).h.back(), row, nullptr);
  }
  return sum / static_cast<double>(rows.size());
}

double ReferenceMlp::loss_and_gradient(const std::vector<std::int64_t>& rows) {
  gradient_.assign(parameters_.size(), 0);
  double sum = 0;
  for (const std::int64_t row : rows) {
    const Pass pass = forward(row);
    std::vector<double> delta(size(widths_.back()));
    sum += row_loss(pass.h.back(), row, &delta);
    std::size_t end = parameters_.size();
    for (std::size_t l = widths_.size() - 1; l-- > 0;) {
      const std::size_t in = size(widths_[l]), out = size(widths_[l + 1]);
      const std::size_t bias = end - out, weight = bias - in * out;
      std::vector<double> back(in);
      for (std::size_t j = 0; j < out; ++j) {
        gradient_[bias + j] += delta[j] / static_cast<double>(rows.size());
        for (std::size_t k = 0; k < in; ++k) {
          gradient_[weight + j * in + k] += delta[j] * pass.h[l][k] / static_cast<double>(rows.size());
          back[k] += delta[j] * parameters_[weight + j * in + k];
        }
      }
      for (std::size_t k = 0; l > 0 && k < in; ++k) {
        back[k] *= slope_of(plan_.spec.activation, pass.z[l - 1][k]);
      }
      delta = std::move(back);
      end = weight;
    }
  }
  return sum / static_cast<double>(rows.size());
}

void ReferenceMlp::update() {
  ++steps_;
  const auto t = static_cast<double>(steps_);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    double& p = parameters_[i];
    double g = gradient_[i];
    if (plan_.optimizer == OptimizerKind::AdamW) {
      p *= 1 - plan_.lr * plan_.weight_decay;
    } else {
      g += plan_.weight_decay * p;
    }
    if (plan_.optimizer == OptimizerKind::Sgd) {
      first_[i] = plan_.momentum * first_[i] + g;
      p -= plan_.lr * first_[i];
      continue;
    }
    first_[i] = 0.9 * first_[i] + 0.1 * g;
    second_[i] = 0.999 * second_[i] + 0.001 * g * g;
    const double m = first_[i] / (1 - std::pow(0.9, t)), v = second_[i] / (1 - std::pow(0.999, t));
    p -= plan_.lr * m / (std::sqrt(v) + 1e-8);
  }
}

}  // namespace lossline::test
