// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/root_files.h"

namespace lossline {

/// The system's own table of PCI names (pci.ids of the pciutils project), read when first asked. Not for several
/// threads.
class PciIds {
 public:
  explicit PciIds(const RootFiles& files) : files_(files) {}

  /// "NVIDIA Corporation"; empty when the machine has no table or the table has no such id.
  [[nodiscard]] std::optional<std::string> vendor(std::uint16_t vendor_id);
  /// "AD103 [GeForce RTX 4070 Ti SUPER]".
  [[nodiscard]] std::optional<std::string> device(std::uint16_t vendor_id, std::uint16_t device_id);

 private:
  /// From the vendor's line to the next vendor's.
  [[nodiscard]] std::string_view vendor_block(std::uint16_t vendor_id);
  void load();

  const RootFiles& files_;
  bool loaded_ = false;
  std::string text_;
};

/// The same of Lossline's own table, for what older systems' files lack: resources/hardware/pci_names.txt. Any thread.
[[nodiscard]] std::optional<std::string> known_pci_name(std::uint16_t vendor_id, std::uint16_t device_id);
/// The product that this revision of the device is, "AMD Radeon RX 7900 XTX", where that table has several by revision.
[[nodiscard]] std::optional<std::string> known_pci_revision(std::uint16_t vendor_id, std::uint16_t device_id,
                                                            std::uint8_t revision);

/// "0x10de" as sysfs prints it; empty when it is anything else.
[[nodiscard]] std::optional<std::uint32_t> parse_hex(std::string_view text);
/// 0x10de as "10de".
[[nodiscard]] std::string hex4(std::uint16_t id);

}  // namespace lossline
