// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_identity.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/number_text.h"
#include "core/hardware/names/gpu_name.h"
#include "core/hardware/pci_product.h"

namespace lossline {
namespace {

using Text = std::optional<std::string>;

struct Field {
  const char* name;
  Text GpuFacts::*of_gpu;
  Text GpuName::*of_name;
};
constexpr Field kFields[] = {
    {"brand", &GpuFacts::brand, &GpuName::brand},
    {"series", &GpuFacts::series, &GpuName::series},
    {"generation", &GpuFacts::generation, &GpuName::generation},
    {"tier", &GpuFacts::tier, &GpuName::tier},
    {"tier_class", &GpuFacts::tier_class, &GpuName::tier_class},
    {"suffix", &GpuFacts::suffix, &GpuName::suffix},
    {"form_factor", &GpuFacts::form_factor, &GpuName::form_factor},
    {"architecture", &GpuFacts::architecture, &GpuName::architecture},
};

/// What all products under one id have in common. None of it is certain: the list may be older than the product.
GpuName common_of(const std::vector<std::string>& products) {
  GpuName out = parse_gpu_name(products.front());
  bool same_candidates = true;
  for (std::size_t i = 1; i < products.size(); ++i) {
    const GpuName other = parse_gpu_name(products[i]);
    for (const Field& field : kFields) {
      if (out.*field.of_name != other.*field.of_name) {
        (out.*field.of_name).reset();
      }
    }
    same_candidates = same_candidates && out.architecture_candidates == other.architecture_candidates;
  }
  if (!same_candidates || out.architecture) {
    out.architecture_candidates.clear();
  }
  out.confidence = "likely";
  return out;
}

bool contradicts(const GpuName& name, const std::string& architecture) {
  if (name.architecture) {
    return *name.architecture != architecture;
  }
  const std::vector<std::string>& possible = name.architecture_candidates;
  return !possible.empty() && std::find(possible.begin(), possible.end(), architecture) == possible.end();
}

void identify(GpuFacts& gpu, const std::string& path, std::map<std::string, FactSource>& sources) {
  const auto from_name = [&](const Field& field) {
    const auto told = sources.find(path + field.name);
    return told != sources.end() && told->second.source == "name";
  };
  for (const Field& field : kFields) {
    if (from_name(field)) {
      (gpu.*field.of_gpu).reset();
      sources.erase(path + field.name);
    }
  }
  if (gpu.architecture || !gpu.chip) {  // otherwise they are those of the chip
    gpu.architecture_candidates.clear();
  }
  if (!gpu.name) {
    return;
  }
  const bool by_table = sources.count(path + "name") > 0 &&
                        (sources[path + "name"].source == "pci_id" || sources[path + "name"].source == "table");
  const GpuName name =
      by_table && lists_products(*gpu.name) ? common_of(listed_products(*gpu.name)) : parse_gpu_name(*gpu.name);
  if (name.vendor && gpu.vendor && *name.vendor != *gpu.vendor) {
    // The PCI id knows the maker: a name of another one tells nothing of this GPU.
    sources[path + "name"].confidence = "likely";
    return;
  }
  const bool claims = gpu.architecture && contradicts(name, *gpu.architecture);
  const char* confidence = claims || name.confidence == "likely" ? "likely" : "certain";
  for (const Field& field : kFields) {
    if (!(gpu.*field.of_gpu) && name.*field.of_name) {
      gpu.*field.of_gpu = name.*field.of_name;
      sources[path + field.name] = {"name", confidence};
    }
  }
  if (gpu.architecture) {
    gpu.architecture_candidates.clear();  // the name has decided
  } else if (gpu.architecture_candidates.empty()) {
    gpu.architecture_candidates = name.architecture_candidates;
  }
  gpu.memory_shared = gpu.memory_shared || (gpu.form_factor == "integrated" && !claims);
}

}  // namespace

void add_gpu_identity(HardwareFacts& facts) {
  for (std::size_t i = 0; i < facts.gpus.size(); ++i) {
    const std::string path = "gpus[" + integer_text(static_cast<std::int64_t>(i)) + "].";
    identify(facts.gpus[i], path, facts.sources);
  }
}

}  // namespace lossline
