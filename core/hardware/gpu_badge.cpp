// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_badge.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/api/list_text.h"

namespace lossline {
namespace {

constexpr std::string_view kBetween = " \xC2\xB7 ";
constexpr std::size_t kMostCandidates = 3;  // more than these say nothing a person can use

void add(std::string& badge, std::string_view part) {
  if (!part.empty()) {
    badge.append(badge.empty() ? std::string_view() : kBetween).append(part);
  }
}

/// "40" as "40 series", Intel's "A" as "A series"; what is a name already stays: "Ada".
std::string generation_text(const std::string& generation) {
  const bool number = !generation.empty() && std::all_of(generation.begin(), generation.end(),
                                                         [](unsigned char c) { return c >= '0' && c <= '9'; });
  return number || generation.size() == 1 ? generation + " series" : generation;
}

std::string architecture_text(const std::optional<std::string>& certain, const std::vector<std::string>& candidates) {
  if (certain) {
    return *certain;
  }
  return candidates.size() <= kMostCandidates ? listed(candidates, " or ") : std::string();
}

/// GpuFacts and GpuName name these alike.
template <class Known>
std::string badge_of(const Known& known) {
  std::string badge;
  const std::string architecture = architecture_text(known.architecture, known.architecture_candidates);
  const std::string generation = generation_text(known.generation.value_or(std::string()));
  add(badge, generation);
  if (architecture != generation) {
    add(badge, architecture);
  }
  std::string tier = known.tier.value_or(std::string());
  if (known.tier_class) {
    tier += (tier.empty() ? "" : " ") + *known.tier_class;
  }
  add(badge, tier);
  add(badge, known.suffix.value_or(std::string()));
  if (known.form_factor && *known.form_factor != "desktop") {
    add(badge, *known.form_factor);
  }
  return badge;
}

}  // namespace

std::string gpu_badge(const GpuFacts& gpu) {
  return badge_of(gpu);
}

std::string gpu_badge(const GpuName& name) {
  return badge_of(name);
}

}  // namespace lossline
