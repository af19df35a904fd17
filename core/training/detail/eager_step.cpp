// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/eager_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/utils.h>

namespace lossline::detail {
namespace {

// LibTorch wants a non-const pointer; nothing writes through it, since the tensor is copied at once.
template <typename T>
torch::Tensor copy_of(const std::vector<T>& values, torch::IntArrayRef shape, torch::ScalarType type) {
  return torch::from_blob(const_cast<T*>(values.data()), shape, torch::TensorOptions().dtype(type)).clone();
}

struct Targets {
  torch::Tensor y, labels;
};

Targets targets_on(const torch::Device& device, const PreparedData& data, LossKind loss,
                   const std::vector<std::int32_t>& labels, const std::vector<float>& values) {
  Targets targets;
  if (data.target_kind == TargetKind::Numeric) {
    targets.y = copy_of(values, {static_cast<std::int64_t>(values.size()), 1}, torch::kFloat32).to(device);
    return targets;
  }
  const torch::Tensor wide =
      copy_of(labels, {static_cast<std::int64_t>(labels.size())}, torch::kInt32).to(torch::kInt64);
  targets.labels = wide.to(device);
  targets.y = targets.labels;
  if (loss != LossKind::CrossEntropy) {
    targets.y = torch::one_hot(wide, static_cast<std::int64_t>(data.outputs)).to(torch::kFloat32).to(device);
  }
  return targets;
}

std::unique_ptr<torch::optim::Optimizer> make_optimizer(const std::vector<torch::Tensor>& parameters,
                                                        const TrainConfig& config) {
  namespace optim = torch::optim;
  switch (config.optimizer) {
    case OptimizerKind::Adam:
      return std::make_unique<optim::Adam>(parameters, optim::AdamOptions(config.lr).weight_decay(config.weight_decay));
    case OptimizerKind::AdamW:
      return std::make_unique<optim::AdamW>(parameters,
                                            optim::AdamWOptions(config.lr).weight_decay(config.weight_decay));
    case OptimizerKind::Sgd:
      break;
  }
  return std::make_unique<optim::SGD>(
      parameters, optim::SGDOptions(config.lr).momentum(config.momentum).weight_decay(config.weight_decay));
}

struct Tally {
  double loss_sum = 0;  // of row losses
  std::int64_t right = 0;
  std::int64_t rows = 0;
  bool finite = true;
  bool whole = true;  // all rows were done in time
};

using Clock = std::chrono::steady_clock;

Tally tally(MlpModule& model, const torch::Tensor& x, const torch::Tensor& y, const torch::Tensor& labels,
            LossKind loss, std::int64_t piece, Clock::time_point deadline) {
  Tally sum;
  sum.rows = x.size(0);
  for (std::int64_t begin = 0; begin < sum.rows; begin += piece) {
    if (Clock::now() >= deadline) {
      sum.whole = false;
      break;
    }
    const std::int64_t rows = std::min(piece, sum.rows - begin);
    const torch::Tensor output = model.forward(x.narrow(0, begin, rows));
    const auto mean = loss_of(loss, output, y.narrow(0, begin, rows)).item<double>();
    sum.loss_sum += mean * static_cast<double>(rows);
    sum.finite = sum.finite && torch::isfinite(output).all().item<bool>();
    if (labels.defined()) {
      sum.right += output.argmax(1).eq(labels.narrow(0, begin, rows)).sum().item<std::int64_t>();
    }
  }
  return sum;
}

std::optional<double> accuracy(const Tally& sum, const torch::Tensor& labels) {
  if (!labels.defined() || !sum.finite || !sum.whole || sum.rows == 0) {
    return std::nullopt;
  }
  return static_cast<double>(sum.right) / static_cast<double>(sum.rows);
}

}  // namespace

NamedTensors DeviceData::named() const {
  NamedTensors tensors = {{"the training rows", x_train},
                          {"the training targets", y_train},
                          {"the test rows", x_test},
                          {"the test targets", y_test}};
  if (labels_train.defined()) {
    tensors.emplace_back("the training labels", labels_train);
    tensors.emplace_back("the test labels", labels_test);
  }
  return tensors;
}

DeviceData data_on(const torch::Device& device, const PreparedData& data, LossKind loss) {
  const auto columns = static_cast<std::int64_t>(data.features);
  const auto rows = [](const std::vector<std::size_t>& list) { return static_cast<std::int64_t>(list.size()); };
  DeviceData on;
  on.train_rows = rows(data.train_rows);
  on.x_train = copy_of(data.x_train, {on.train_rows, columns}, torch::kFloat32).to(device);
  on.x_test = copy_of(data.x_test, {rows(data.test_rows), columns}, torch::kFloat32).to(device);
  Targets train = targets_on(device, data, loss, data.labels_train, data.values_train);
  Targets test = targets_on(device, data, loss, data.labels_test, data.values_test);
  on.y_train = train.y;
  on.labels_train = train.labels;
  on.y_test = test.y;
  on.labels_test = test.labels;
  return on;
}

torch::Tensor loss_of(LossKind loss, const torch::Tensor& output, const torch::Tensor& target) {
  switch (loss) {
    case LossKind::Bce:
      return torch::binary_cross_entropy_with_logits(output, target);
    case LossKind::Mse:
      return torch::mse_loss(output, target);
    case LossKind::Huber:
      return torch::huber_loss(output, target);
    case LossKind::Auto:  // resolved before a run begins
    case LossKind::CrossEntropy:
      break;
  }
  return torch::cross_entropy_loss(output, target);
}

EagerStep::EagerStep(std::shared_ptr<MlpModule> model, const TrainConfig& config, LossKind loss)
    : model_(std::move(model)),
      loss_(loss),
      parameters_(model_->parameters()),
      optimizer_(make_optimizer(parameters_, config)) {}

void EagerStep::run(const torch::Tensor& x, const torch::Tensor& y, StepListener& listener) {
  torch::Tensor loss = forward(x, y);
  listener.on_loss(loss);
  listener.on_phase(Phase::Forward);
  loss.backward();
  loss.reset();  // taking the graph down is part of it
  listener.on_phase(Phase::Backward);
  update();
  listener.on_phase(Phase::Optimizer);
}

void EagerStep::update() {
  optimizer_->step();
  for (torch::Tensor& parameter : parameters_) {
    parameter.mutable_grad().reset();
  }
}

Metrics evaluate(MlpModule& model, const DeviceData& data, LossKind loss, std::int64_t widest_layer,
                 std::optional<double> budget_s) {
  const torch::NoGradGuard no_grad;
  model.eval();
  constexpr std::int64_t kPieceFloats = std::int64_t{1} << 22;  // 16 MiB in the widest layer
  const std::int64_t piece = std::max<std::int64_t>(1, kPieceFloats / std::max<std::int64_t>(1, widest_layer));
  Clock::time_point deadline = Clock::time_point::max();
  if (budget_s) {
    deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*budget_s));
  }
  const Tally test = tally(model, data.x_test, data.y_test, data.labels_test, loss, piece, deadline);
  const Tally train = tally(model, data.x_train, data.y_train, data.labels_train, loss, piece, deadline);
  model.train();
  Metrics metrics;
  metrics.train_accuracy = accuracy(train, data.labels_train);
  metrics.test_accuracy = accuracy(test, data.labels_test);
  const double test_loss = test.loss_sum / static_cast<double>(std::max<std::int64_t>(1, test.rows));
  if (test.rows > 0 && test.whole && std::isfinite(test_loss)) {
    metrics.test_loss = test_loss;
  }
  return metrics;
}

}  // namespace lossline::detail
