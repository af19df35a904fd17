// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// What a GPU's name says, and no more: a name is not a measurement, and a fact the name does not decide stays empty.
struct GpuName {
  std::string name;                         ///< as given, made fit to show (clean_text)
  std::optional<bool> is_gpu;               ///< false for CPUs and software; empty when the name does not tell
  std::optional<std::string> vendor;        ///< "NVIDIA", "AMD", "Intel", "Apple" …
  std::optional<std::string> brand;         ///< "GeForce RTX", "Radeon Pro", "Arc" …
  std::optional<std::string> series;        ///< "RTX 40", "RX 7000", "Arc A" …
  std::optional<std::string> generation;    ///< GeForce: "50" … "10", "900" …; elsewhere what the maker calls it
  std::optional<std::string> architecture;  ///< only when the name decides it
  std::vector<std::string> architecture_candidates;  ///< the possible ones when it does not, and they are few
  std::optional<std::string> tier;                   ///< "90", "70"; of Intel's Arc the whole number, "580"
  std::optional<std::string> tier_class;   ///< GeForce only: "flagship", "high-end", "upper-mid", "mainstream", "entry"
  std::optional<std::string> suffix;       ///< "Ti", "SUPER", "Ti SUPER", "D", "D v2"; AMD's "XT", "XTX", "GRE"
  std::optional<std::string> form_factor;  ///< "desktop", "laptop", "workstation", "datacenter", "embedded", "virtual",
                                           ///< "mining", "integrated"
  std::vector<std::string> form_factor_candidates;
  std::optional<double> vram_gb_in_name;  ///< only when it is printed in the name, and the GPU's own
  std::string matched;                    ///< the words that decided; ends in "…" when the name was cut off
  std::string confidence = "unknown";     ///< of the architecture: "certain", "likely" or "unknown"
  /// A place within one brand and generation, higher for the faster product: ten times the tier, then D v2 (-2), D
  /// (-1), nothing (0), SUPER (1), Ti (2), Ti SUPER (3). So each suffix stands between its tier and the next: 4070 <
  /// 4070 SUPER < 4070 Ti < 4070 Ti SUPER < 4080. GeForce only. Not part of the JSON.
  std::optional<int> rank;
};

/// Reads a model name as any tool prints it: drivers, lspci, OpenCL, Vulkan, OpenGL, browsers, nvidia-smi's table. Any
/// bytes; never throws but for memory; any thread; linear in the length.
[[nodiscard]] GpuName parse_gpu_name(std::string_view name);

/// Which of two names stands higher in its maker's order: below 0, 0 or above 0. Empty unless both have a rank and
/// are of one maker and generation: names do not tell how generations compare.
[[nodiscard]] std::optional<int> compare_rank(const GpuName& a, const GpuName& b);

}  // namespace lossline
