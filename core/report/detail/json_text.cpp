// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 110;
constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);

struct Style {
  std::string_view comma;
  std::string_view colon;
};
constexpr Style kCompact{",", ":"};
constexpr Style kSpaced{", ", ": "};

void append_scalar(std::string& out, const Json& value) {
  switch (value.type()) {
    case Json::value_t::string:
      append_string(out, value.get_ref<const std::string&>());
      break;
    case Json::value_t::boolean:
      out += value.get<bool>() ? "true" : "false";
      break;
    case Json::value_t::number_integer:
      out += integer_text(value.get<std::int64_t>());
      break;
    case Json::value_t::number_unsigned:
      out += integer_text(value.get<std::uint64_t>());
      break;
    case Json::value_t::number_float:
      append_number(out, value.get<double>());
      break;
    default:
      out += "null";
  }
}

// On one line. False as soon as `out` would grow beyond the limit; what was written by then is to be thrown away.
bool append_flat(std::string& out, const Json& value, const Style& style, std::size_t limit) {
  if (!value.is_structured()) {
    append_scalar(out, value);
    return out.size() <= limit;
  }
  const bool object = value.is_object();
  out += object ? '{' : '[';
  bool first = true;
  for (auto item = value.begin(); item != value.end(); ++item) {
    if (!first) {
      out += style.comma;
    }
    first = false;
    if (object) {
      append_string(out, item.key());
      out += style.colon;
    }
    if (!append_flat(out, item.value(), style, limit)) {
      return false;
    }
  }
  out += object ? '}' : ']';
  return out.size() <= limit;
}

void new_line(std::string& out, std::size_t indent) {
  out += '\n';
  out.append(indent * 2, ' ');
}

// A long list of names or numbers fills its lines.
void append_filled(std::string& out, const Json& list, std::size_t indent) {
  std::size_t column = kColumns;
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    text.clear();
    append_scalar(text, list[i]);
    text += i + 1 < list.size() ? "," : "";
    if (column + 1 + text.size() > kColumns) {
      new_line(out, indent);
      column = indent * 2;
    } else {
      out += ' ';
      ++column;
    }
    out += text;
    column += text.size();
  }
}

}  // namespace

void append_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  if (value == 0) {
    out += std::signbit(value) ? "-0.0" : "0";  // a plain -0 would be read as the whole number 0
    return;
  }
  constexpr double kSmallest = 1e-4;
  constexpr double kLargest = 1e16;
  const double size = std::abs(value);
  const auto form = size >= kSmallest && size < kLargest ? std::chars_format::fixed : std::chars_format::scientific;
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form).ptr;
  out.append(buffer.data(), end);
}

void append_string(std::string& out, const std::string& text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    out += '"';
    out += text;
    out += '"';
  } else {
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

std::string compact_text(const Json& value) {
  std::string out;
  append_flat(out, value, kCompact, kNoLimit);
  return out;
}

void append_pretty(std::string& out, const Json& value, std::size_t indent, std::size_t used) {
  std::string flat;
  if (!value.is_structured() || value.empty()) {
    append_flat(out, value, kSpaced, kNoLimit);
    return;
  }
  // One column is kept for the comma that may follow.
  if (used + 1 < kColumns && append_flat(flat, value, kSpaced, kColumns - 1 - used)) {
    out += flat;
    return;
  }
  const bool object = value.is_object();
  out += object ? '{' : '[';
  if (!object && std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); })) {
    append_filled(out, value, indent + 1);
  } else {
    bool first = true;
    for (auto item = value.begin(); item != value.end(); ++item) {
      out += first ? "" : ",";
      first = false;
      new_line(out, indent + 1);
      const std::size_t start = out.size();
      if (object) {
        append_string(out, item.key());
        out += kSpaced.colon;
      }
      append_pretty(out, item.value(), indent + 1, (indent + 1) * 2 + out.size() - start);
    }
  }
  new_line(out, indent);
  out += object ? '}' : ']';
}

}  // namespace lossline::detail
