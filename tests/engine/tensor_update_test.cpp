// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer's update as tensor operations, against torch::optim's own, step by step.
#include "core/training/detail/tensor_update.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "core/model/detail/mlp_module.h"

namespace lossline::test {
namespace {

namespace optim = torch::optim;

struct Case {
  const char* name;
  OptimizerKind kind;
  double lr, momentum, weight_decay;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"Sgd", OptimizerKind::Sgd, 0.01, 0, 0},           {"SgdDecay", OptimizerKind::Sgd, 0.1, 0, 0.05},
      {"SgdMomentum", OptimizerKind::Sgd, 0.01, 0.9, 0}, {"SgdMomentumDecay", OptimizerKind::Sgd, 0.02, 0.5, 0.01},
      {"Adam", OptimizerKind::Adam, 1e-3, 0, 0},         {"AdamDecay", OptimizerKind::Adam, 0.05, 0, 0.1},
      {"AdamW", OptimizerKind::AdamW, 1e-3, 0, 0},       {"AdamWDecay", OptimizerKind::AdamW, 0.05, 0, 0.1},
  };
  return all;
}

TrainConfig config_of(const Case& one) {
  TrainConfig config;
  config.optimizer = one.kind;
  config.lr = one.lr;
  config.momentum = one.momentum;
  config.weight_decay = one.weight_decay;
  return config;
}

std::unique_ptr<optim::Optimizer> pytorchs(const std::vector<torch::Tensor>& parameters, const Case& one) {
  switch (one.kind) {
    case OptimizerKind::Adam:
      return std::make_unique<optim::Adam>(parameters, optim::AdamOptions(one.lr).weight_decay(one.weight_decay));
    case OptimizerKind::AdamW:
      return std::make_unique<optim::AdamW>(parameters, optim::AdamWOptions(one.lr).weight_decay(one.weight_decay));
    case OptimizerKind::Sgd:
      break;
  }
  return std::make_unique<optim::SGD>(parameters,
                                      optim::SGDOptions(one.lr).momentum(one.momentum).weight_decay(one.weight_decay));
}

// A network's worth of tensors of odd sizes; the first gradient of each is not contiguous.
const std::vector<std::vector<std::int64_t>> kShapes = {{23, 7}, {23}, {5, 23}, {5}, {1, 5}, {1}};

std::vector<torch::Tensor> draw(at::Generator& generator, double scale) {
  std::vector<torch::Tensor> tensors;
  for (const auto& shape : kShapes) {
    tensors.push_back(torch::randn(shape, generator) * scale);
  }
  tensors[0] = tensors[0].t().contiguous().t();
  return tensors;
}

class AnyOptimizer : public testing::TestWithParam<Case> {};

TEST_P(AnyOptimizer, UpdatesAsTorchOptimDoes) {
  at::Generator generator = detail::seeded_generator(11);
  std::vector<torch::Tensor> ours = draw(generator, 0.5);
  std::vector<torch::Tensor> theirs;
  for (const torch::Tensor& tensor : ours) {
    theirs.push_back(tensor.clone().set_requires_grad(true));
  }
  detail::TensorUpdate update(ours, config_of(GetParam()));
  const auto peer = pytorchs(theirs, GetParam());
  for (int step = 1; step <= 200; ++step) {
    // From large to tiny, so that the epsilon and the bias corrections both matter.
    const std::vector<torch::Tensor> gradients = draw(generator, step % 10 == 0 ? 1e-8 : 10.0 / step);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      theirs[i].mutable_grad() = gradients[i].clone();
    }
    update.apply(gradients);
    peer->step();
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ASSERT_TRUE(torch::allclose(ours[i], theirs[i].detach(), 2e-6, 1e-7))
          << GetParam().name << ", step " << step << ", tensor " << i << ", apart by "
          << (ours[i] - theirs[i].detach()).abs().max().item<float>();
    }
  }
}

TEST_P(AnyOptimizer, KeepsItsStateInTheTensorsItNames) {
  at::Generator generator = detail::seeded_generator(12);
  std::vector<torch::Tensor> parameters = draw(generator, 0.5);
  const std::vector<torch::Tensor> gradients = draw(generator, 1);
  detail::TensorUpdate update(parameters, config_of(GetParam()));
  std::vector<torch::Tensor> all = update.state();
  all.insert(all.end(), parameters.begin(), parameters.end());
  std::vector<torch::Tensor> before;
  for (const torch::Tensor& tensor : all) {
    before.push_back(tensor.clone());
  }
  const auto three_steps = [&] {
    for (int i = 0; i < 3; ++i) {
      update.apply(gradients);
    }
    return parameters[0].clone();
  };
  const torch::Tensor first = three_steps();
  EXPECT_FALSE(torch::equal(first, before[update.state().size()]));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].copy_(before[i]);
  }
  EXPECT_TRUE(torch::equal(three_steps(), first)) << "something else carries over from step to step";
}

INSTANTIATE_TEST_SUITE_P(TensorUpdate, AnyOptimizer, testing::ValuesIn(cases()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace lossline::test
