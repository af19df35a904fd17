// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/device_check.h"

namespace lossline::detail {

std::string device_text(const torch::Device& device) {
  return device.str();
}

std::optional<Error> check_devices(const NamedTensors& tensors, const torch::Device& device) {
  for (const auto& [name, tensor] : tensors) {
    if (tensor.device() != device) {
      return Error{ErrorCode::Engine, name + " is on " + device_text(tensor.device()) + ", but the run is on " +
                                          device_text(device) + "; this is a fault in Lossline, please report it"};
    }
  }
  return std::nullopt;
}

}  // namespace lossline::detail
