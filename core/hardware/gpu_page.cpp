// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_page.h"

#include <cstdlib>

#include "core/hardware/gpu_advice.h"

namespace lossline {

std::vector<GpuObstacle> gpu_obstacles(const HardwareFacts& facts,
                                       const std::optional<std::string>& /*visible_devices*/) {
  const std::optional<std::string> why = why_no_gpu(facts);
  if (!why) {
    return {};
  }
  return {{GpuObstacle::Kind::CudaFails, "No GPU can be used", *why, "Train on the CPU."}};
}

std::optional<std::string> cuda_visible_devices() {
  const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace lossline
