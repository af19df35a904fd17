// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nvml/json_line.h"

#include "core/api/number_text.h"

namespace lossline {

std::string JsonLine::quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + '"';
}

void JsonLine::raw(std::string_view name, std::string_view json) {
  if (text_.size() > 1) {
    text_ += ',';
  }
  if (!name.empty()) {
    text_ += quoted(name) + ':';
  }
  text_ += json;
}

void JsonLine::text(std::string_view name, const std::optional<std::string>& value) {
  raw(name, value ? quoted(*value) : "null");
}

void JsonLine::number(std::string_view name, const std::optional<std::uint64_t>& value) {
  raw(name, value ? integer_text(*value) : "null");
}

void JsonLine::real(std::string_view name, const std::optional<double>& value) {
  raw(name, value ? shortest(*value) : "null");
}

void JsonLine::flag(std::string_view name, bool value) {
  raw(name, value ? "true" : "false");
}

}  // namespace lossline
