// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"

namespace lossline {

/// Sets of each GPU what its name tells (parse_gpu_name): brand, series, generation, tier, tier class, suffix and form
/// factor, and the architecture or its candidates where no better source told it. NVIDIA's driver and the compute
/// capability go before the PCI id's chip, and that before the name. A name that contradicts the better source (a cloud
/// guest may call itself anything) keeps its texts, but none of them counts as certain. Call it again after a better
/// source changed anything: what an earlier call took from names is cleared first.
void add_gpu_identity(HardwareFacts& facts);

}  // namespace lossline
