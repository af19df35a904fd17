// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/gpu_name_text.h"

#include <optional>
#include <string_view>

#include "core/api/list_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

void add_row(std::string& out, std::string_view head, std::string_view text) {
  constexpr std::size_t kHeadColumns = 14;
  std::string line = "  " + std::string(head);
  line.append(line.size() < kHeadColumns + 2 ? kHeadColumns + 2 - line.size() : 1, ' ');
  out += line;
  out += text;
  out += '\n';
}

/// The value; the candidates, which the name leaves open; or "unknown".
std::string choice_text(const std::optional<std::string>& value, const std::vector<std::string>& candidates) {
  return value ? *value : candidates.empty() ? "unknown" : listed(candidates, " or ") + " (the name does not decide)";
}

void add_block(std::string& out, const GpuName& name) {
  out += (name.name.empty() ? "(no name)" : name.name) + "\n";
  if (name.is_gpu && !*name.is_gpu) {
    add_row(out, "what", "not a GPU");
    if (name.vendor) {
      add_row(out, "vendor", *name.vendor);
    }
    return;
  }
  add_row(out, "vendor", name.vendor.value_or("unknown"));
  if (!name.vendor) {
    return;
  }
  if (name.brand) {
    add_row(out, "brand", *name.brand);
  }
  if (name.generation) {
    const bool geforce = name.rank.has_value();
    add_row(out, "generation", *name.generation + (geforce ? " series" : ""));
  }
  const std::string sure = name.confidence == "likely" ? " (likely)" : "";
  add_row(out, "architecture", choice_text(name.architecture, name.architecture_candidates) + sure);
  if (name.tier) {
    add_row(out, "tier", *name.tier + (name.tier_class ? " " + *name.tier_class : ""));
  }
  if (name.suffix) {
    add_row(out, "suffix", *name.suffix);
  }
  add_row(out, "form factor", choice_text(name.form_factor, name.form_factor_candidates));
  add_row(out, "VRAM",
          name.vram_gb_in_name ? shortest(*name.vram_gb_in_name) + " GB, as the name says" : "not in the name");
}

}  // namespace

std::string gpu_names_text(const std::vector<GpuName>& names) {
  std::string out;
  bool any_gpu = false;
  for (const GpuName& name : names) {
    out += out.empty() ? "" : "\n";
    add_block(out, name);
    any_gpu = any_gpu || name.architecture.has_value();
  }
  if (any_gpu) {
    out += "\nA name is not a measurement: what this machine has, `lossline-cli hardware` tells.\n";
  }
  return out;
}

}  // namespace lossline
