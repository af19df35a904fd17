// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Generator.h>
#include <torch/nn/module.h>

#include "core/api/mlp_spec.h"

namespace lossline::detail {

/// One step of the network: a linear map or an activation. Shapes: [rows, in] to [rows, out].
class Layer : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;
  [[nodiscard]] virtual torch::Tensor forward(const torch::Tensor& input) = 0;
};

/// y = x·Wᵀ + b, float32; weight [out, in], bias [out].
class LinearLayer : public Layer {
 public:
  /// Draws weight, then bias from `generator` exactly as torch.nn.Linear does: both uniform, bounds
  /// ±√3·√(2/(1+√5²))/√in (kaiming_uniform with a = √5) and ±1/√in.
  LinearLayer(std::int64_t in, std::int64_t out, at::Generator& generator);
  [[nodiscard]] torch::Tensor forward(const torch::Tensor& input) override;

 private:
  torch::Tensor weight_, bias_;
};

/// The network of an MlpSpec as a LibTorch module; children are named as in MlpSpec::layers().
class MlpModule : public torch::nn::Module {
 public:
  /// Weights on the CPU, drawn layer by layer from `generator`: the start torch.manual_seed gives in Python. The draw
  /// uses that generator alone, so nothing else in the process can shift it, nor is shifted by it.
  MlpModule(const MlpSpec& spec, at::Generator& generator);

  /// [rows, inputs] to [rows, outputs].
  [[nodiscard]] torch::Tensor forward(const torch::Tensor& input);

 private:
  /// The one way a layer is called.
  [[nodiscard]] static torch::Tensor call(Layer& layer, const torch::Tensor& input);

  std::vector<std::shared_ptr<Layer>> layers_;
};

/// A CPU generator in the state torch.manual_seed(seed) leaves the default one in.
[[nodiscard]] at::Generator seeded_generator(std::uint64_t seed);

/// All parameters on the host, layer order, weight then bias, row-major.
[[nodiscard]] std::vector<float> flat_parameters(const MlpModule& model);

/// The other way: copies them in. As many floats as there are parameters.
void set_flat_parameters(MlpModule& model, const std::vector<float>& flat);

/// SHA-256 of those, as little-endian float32.
[[nodiscard]] std::string parameters_sha256(const std::vector<float>& parameters);

}  // namespace lossline::detail
