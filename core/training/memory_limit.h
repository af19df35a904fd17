// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/api/mlp_spec.h"
#include "core/api/result.h"
#include "core/api/train_config.h"

namespace lossline {

/// Bytes a run needs on its device, estimated from below.
struct MemoryNeed {
  double weights = 0;      ///< weights, their gradients and the optimizer's state
  double activations = 0;  ///< what one batch keeps from the forward to the backward pass
  [[nodiscard]] double total() const { return weights + activations; }
};

/// `batch_rows`: rows of the largest batch.
[[nodiscard]] MemoryNeed memory_need(const MlpSpec& spec, const TrainConfig& config, std::uint64_t batch_rows);

/// Bytes this process can still take before the system ends it: MemAvailable, or what its control group (v1 or v2)
/// leaves, if that is less. Empty when nothing tells. `root` stands in for "/".
[[nodiscard]] std::optional<std::uint64_t> available_memory(const std::filesystem::path& root = "/");

/// The DeviceUnavailable error of a need that `available` bytes of `where` ("this machine", "cuda:0") don't cover;
/// nothing when they do or when that isn't known.
[[nodiscard]] std::optional<Error> memory_refusal(const MemoryNeed& need, std::optional<std::uint64_t> available,
                                                  const std::string& where);

/// "1.50 GiB", "16 KiB": for sentences.
[[nodiscard]] std::string bytes_text(double bytes);

}  // namespace lossline
