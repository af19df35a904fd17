// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/api/mlp_spec.h"
#include "core/api/train_config.h"

namespace lossline {

/// What a CUDA context, the kernels of LibTorch's libraries and their workspaces take of a GPU's memory before the
/// first tensor is there: 300 to 500 MB as nvidia-smi shows it, rounded up, so that the advice errs on the small side.
inline constexpr std::uint64_t kCudaContextBytes = std::uint64_t{512} << 20U;

/// float32 values an optimizer keeps beside each parameter: SGD none, with momentum one, Adam and AdamW two.
[[nodiscard]] int optimizer_slots(OptimizerKind optimizer, double momentum);

/// What an amount of GPU memory means for one network.
struct VramAdvice {
  /// Most rows of one training step; empty when not even one fits. At most 2⁵³, beyond which nobody counts.
  std::optional<std::uint64_t> largest_batch;
  /// Whether weights and one row's activations fit, as for inference at batch 1.
  bool fits_inference = false;
};

/// largest batch = (free − context − parameters × (4 weight + 4 gradient + 4 × optimizer slots))
///                 ÷ (4 × (inputs + 2 × Σ outputs of the linear layers)), rounded down.
/// Inference needs context + 4 × (parameters + inputs + Σ outputs). An estimate: allocators round up, and libraries
/// take workspaces of their own.
[[nodiscard]] VramAdvice vram_advice(const MlpSpec& spec, OptimizerKind optimizer, double momentum,
                                     std::uint64_t free_bytes);

}  // namespace lossline
