// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/detail/mlp_module.h"

#include <cmath>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "core/api/sha256.h"

namespace lossline::detail {
namespace {

class ActivationLayer : public Layer {
 public:
  explicit ActivationLayer(Activation kind) : kind_(kind) {}

  torch::Tensor forward(const torch::Tensor& input) override {
    switch (kind_) {
      case Activation::Relu:
        return torch::relu(input);
      case Activation::LeakyRelu:
        return torch::leaky_relu(input);
      case Activation::Tanh:
        return torch::tanh(input);
      case Activation::Sigmoid:
        return torch::sigmoid(input);
      case Activation::Gelu:
        return torch::gelu(input);
      case Activation::Silu:
        return torch::silu(input);
    }
    return input;
  }

 private:
  Activation kind_;
};

}  // namespace

LinearLayer::LinearLayer(std::int64_t in, std::int64_t out, at::Generator& generator) {
  const auto options = torch::TensorOptions().dtype(torch::kFloat32);
  weight_ = register_parameter("weight", torch::empty({out, in}, options));
  bias_ = register_parameter("bias", torch::empty({out}, options));
  // The order of these operations is PyTorch's: another one rounds the bound differently.
  const double root = std::sqrt(static_cast<double>(in));
  const double gain = std::sqrt(2.0 / (1 + std::pow(std::sqrt(5.0), 2)));
  const double weight_bound = std::sqrt(3.0) * (gain / root);
  const double bias_bound = 1.0 / root;
  const torch::NoGradGuard no_grad;
  weight_.uniform_(-weight_bound, weight_bound, generator);
  bias_.uniform_(-bias_bound, bias_bound, generator);
}

torch::Tensor LinearLayer::forward(const torch::Tensor& input) {
  return torch::linear(input, weight_, bias_);
}

MlpModule::MlpModule(const MlpSpec& spec, at::Generator& generator) {
  for (const LayerInfo& info : spec.layers()) {
    // A statement a layer: the draws must come in the order data flows.
    std::shared_ptr<Layer> layer;
    if (info.type == "linear") {
      layer = std::make_shared<LinearLayer>(info.in, info.out, generator);
    } else {
      layer = std::make_shared<ActivationLayer>(spec.activation);
    }
    layers_.push_back(register_module(info.name, layer));
  }
}

torch::Tensor MlpModule::forward(const torch::Tensor& input) {
  torch::Tensor value = input;
  for (const std::shared_ptr<Layer>& layer : layers_) {
    value = call(*layer, value);
  }
  return value;
}

torch::Tensor MlpModule::call(Layer& layer, const torch::Tensor& input) {
  return layer.forward(input);
}

at::Generator seeded_generator(std::uint64_t seed) {
  return at::make_generator<at::CPUGeneratorImpl>(seed);
}

std::vector<float> flat_parameters(const MlpModule& model) {
  std::vector<float> flat;
  std::int64_t count = 0;
  for (const torch::Tensor& parameter : model.parameters()) {
    count += parameter.numel();
  }
  flat.reserve(static_cast<std::size_t>(count));
  for (const torch::Tensor& parameter : model.parameters()) {
    const torch::Tensor host = parameter.detach().to(torch::kCPU).contiguous();
    const float* first = host.data_ptr<float>();
    flat.insert(flat.end(), first, first + host.numel());
  }
  return flat;
}

void set_flat_parameters(MlpModule& model, const std::vector<float>& flat) {
  const torch::NoGradGuard no_grad;
  const float* from = flat.data();
  for (torch::Tensor& parameter : model.parameters()) {
    // LibTorch wants a non-const pointer; nothing writes through it, since the values are copied at once.
    parameter.copy_(torch::from_blob(const_cast<float*>(from), parameter.sizes(), torch::kFloat32));
    from += parameter.numel();
  }
}

std::string parameters_sha256(const std::vector<float>& parameters) {
  Sha256 hash;
  update_le(hash, parameters.data(), parameters.size());
  return hash.hex();
}

}  // namespace lossline::detail
