// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "core/hardware/root_files.h"

namespace lossline {

/// Sets `gpus` by bus address: every PCI device of the display class (0x03), and AMD's accelerators, which call
/// themselves processing accelerators (0x12). Name from NVIDIA's driver where it is loaded, else from the system's
/// pci.ids, else from Lossline's table of newer ids, else empty; chip and architecture by the id. Sets `pci_unseen`
/// where the devices can't be listed. Also sets why_not as far as the machine itself tells; call after read of the
/// NVIDIA driver's version.
void add_pci_gpus(const RootFiles& files, HardwareFacts& facts);

}  // namespace lossline
