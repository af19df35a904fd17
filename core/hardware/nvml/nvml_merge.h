// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"
#include "core/hardware/nvml/nvml_answer.h"

namespace lossline {

/// The architecture of a compute capability ("8.9" is "Ada Lovelace"); empty for one that is not known, which may well
/// be newer than this table.
[[nodiscard]] std::optional<std::string> architecture_of_compute_capability(std::string_view capability);

/// Joins NVML's devices to the GPUs of the facts, by PCI address, and sets facts.nvml, the driver's version where
/// nothing told it, and every GPU's why_not again. What NVML says takes the place of what the PCI id or a name said,
/// with source "nvml". A device that is no PCI GPU of these facts (in a container or a guest) is added to them.
/// Safe to call again with a newer answer. What the new name says is for add_gpu_identity() to add.
void merge_nvml(HardwareFacts& facts, const NvmlAnswer& answer);

/// The figures that move, by the index of the facts' GPUs.
[[nodiscard]] std::vector<GpuReading> nvml_readings(const HardwareFacts& facts, const NvmlAnswer& answer);

}  // namespace lossline
