// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/json_members.h"

#include <cstddef>

#include <nlohmann/json.hpp>

#include "core/report/detail/json_text.h"

namespace lossline::detail {

void append_key(std::string& out, std::string_view key) {
  out += out.back() == '{' ? "\"" : ",\"";
  out += key;
  out += "\":";
}

void append_text(std::string& out, std::string_view key, const std::optional<std::string>& text) {
  append_key(out, key);
  if (text) {
    append_string(out, *text);
  } else {
    out += "null";
  }
}

void append_list(std::string& out, std::string_view key, const std::vector<std::string>& texts) {
  append_key(out, key);
  out += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out += i == 0 ? "" : ",";
    append_string(out, texts[i]);
  }
  out += ']';
}

}  // namespace lossline::detail
