// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/gpu_name_json.h"

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/report/detail/json_text.h"

namespace lossline {
namespace {

void append_key(std::string& out, std::string_view key) {
  out += ",\"";
  out += key;
  out += "\":";
}

void append_text(std::string& out, std::string_view key, const std::optional<std::string>& value) {
  append_key(out, key);
  if (value) {
    detail::append_string(out, *value);
  } else {
    out += "null";
  }
}

void append_list(std::string& out, std::string_view key, const std::vector<std::string>& values) {
  append_key(out, key);
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += i == 0 ? "" : ",";
    detail::append_string(out, values[i]);
  }
  out += ']';
}

}  // namespace

void append_gpu_name_json(std::string& out, const GpuName& name) {
  out += "{\"name\":";
  detail::append_string(out, name.name);
  append_key(out, "is_gpu");
  out += !name.is_gpu ? "null" : *name.is_gpu ? "true" : "false";
  append_text(out, "vendor", name.vendor);
  append_text(out, "brand", name.brand);
  append_text(out, "series", name.series);
  append_text(out, "generation", name.generation);
  append_text(out, "architecture", name.architecture);
  append_list(out, "architecture_candidates", name.architecture_candidates);
  append_text(out, "tier", name.tier);
  append_text(out, "tier_class", name.tier_class);
  append_text(out, "suffix", name.suffix);
  append_text(out, "form_factor", name.form_factor);
  append_list(out, "form_factor_candidates", name.form_factor_candidates);
  append_key(out, "vram_gb_in_name");
  if (name.vram_gb_in_name) {
    detail::append_number(out, *name.vram_gb_in_name);
  } else {
    out += "null";
  }
  append_key(out, "matched");
  detail::append_string(out, name.matched);
  append_key(out, "confidence");
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
