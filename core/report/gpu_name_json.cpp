// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/gpu_name_json.h"

#include <nlohmann/json.hpp>

#include "core/report/detail/json_members.h"
#include "core/report/detail/json_text.h"

namespace lossline {
void append_gpu_name_json(std::string& out, const GpuName& name) {
  out += "{\"name\":";
  detail::append_string(out, name.name);
  detail::append_key(out, "is_gpu");
  out += !name.is_gpu ? "null" : *name.is_gpu ? "true" : "false";
  detail::append_text(out, "vendor", name.vendor);
  detail::append_text(out, "brand", name.brand);
  detail::append_text(out, "series", name.series);
  detail::append_text(out, "generation", name.generation);
  detail::append_text(out, "architecture", name.architecture);
  detail::append_list(out, "architecture_candidates", name.architecture_candidates);
  detail::append_text(out, "tier", name.tier);
  detail::append_text(out, "tier_class", name.tier_class);
  detail::append_text(out, "suffix", name.suffix);
  detail::append_text(out, "form_factor", name.form_factor);
  detail::append_list(out, "form_factor_candidates", name.form_factor_candidates);
  detail::append_key(out, "vram_gb_in_name");
  if (name.vram_gb_in_name) {
    detail::append_number(out, *name.vram_gb_in_name);
  } else {
    out += "null";
  }
  detail::append_key(out, "matched");
  detail::append_string(out, name.matched);
  detail::append_key(out, "confidence");
  detail::append_string(out, name.confidence);
  out += '}';
}

std::string gpu_names_json_text(const std::vector<GpuName>& names) {
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  std::string one;
  for (const GpuName& name : names) {
    one.clear();
    append_gpu_name_json(one, name);
    document.push_back(nlohmann::ordered_json::parse(one));
  }
  std::string text;
  detail::append_pretty(text, names.size() == 1 ? document.front() : document, 0, 0);
  text += '\n';
  return text;
}

}  // namespace lossline
