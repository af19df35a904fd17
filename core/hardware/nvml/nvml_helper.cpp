// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_helper.h"

namespace lossline {

class NvmlHelper::Process {};

NvmlHelper::NvmlHelper(std::filesystem::path /*program*/) : process_(std::make_unique<Process>()) {}
NvmlHelper::~NvmlHelper() = default;

void NvmlHelper::add_to(HardwareFacts& /*facts*/) {}

std::vector<GpuReading> NvmlHelper::readings(const HardwareFacts& /*facts*/) {
  return {};
}

std::filesystem::path nvml_helper_program() {
  return {};
}

}  // namespace lossline
