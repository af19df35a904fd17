// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// What a table's entry for a PCI device tells: "AD103 [GeForce RTX 4070 Ti SUPER]".
struct PciProduct {
  std::optional<std::string> chip;                   ///< "AD103", "Navi 31", "Alder Lake-P GT2"
  std::optional<std::string> architecture;           ///< the chip's
  std::vector<std::string> architecture_candidates;  ///< when the chip's word has been used for several
  bool integrated = false;                           ///< the chip is part of a processor and uses its memory
  std::optional<std::string> product;                ///< "GeForce RTX 4070 Ti SUPER"; empty when only a chip is told
};

/// `maker` as in GpuFacts::vendor; of others than NVIDIA, AMD and Intel no chips are known.
[[nodiscard]] PciProduct read_pci_product(std::string_view maker, std::string_view entry);

/// Whether a name lists products that share one id, "Radeon RX 470/480"; "Mobile / Max-Q" are marks of one.
[[nodiscard]] bool lists_products(std::string_view name);

/// Those products in full: "Radeon RX 470", "Radeon RX 480".
[[nodiscard]] std::vector<std::string> listed_products(std::string_view name);

/// "GeForce RTX 4090" as "NVIDIA GeForce RTX 4090".
[[nodiscard]] std::string with_maker(std::string_view maker, std::string_view product);

}  // namespace lossline
