// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/clean_text.h"

#include <cstddef>
#include <cstdint>

namespace lossline {
namespace {

constexpr std::size_t kMostCharacters = 256;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Decoded {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// One UTF-8 character as RFC 3629 allows it: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) {
    return {};
  }
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return {};
    }
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (overlong || surrogate || code > 0x10FFFF) {
    return {};
  }
  return {code, length, true};
}

bool is_blank(std::uint32_t code) {
  return code == ' ' || (code >= '\t' && code <= '\r') || code == 0xA0;
}

/// Characters that show nothing and could break a line, a terminal or the reading direction of what follows.
bool is_hidden(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/// Whether nothing has to be done: most names are short and plain.
bool is_clean(std::string_view raw) {
  if (raw.size() > kMostCharacters || raw.empty()) {
    return raw.empty();
  }
  char before = ' ';
  for (const char c : raw) {
    if (c < ' ' || c > '~' || (c == ' ' && before == ' ')) {
      return false;
    }
    before = c;
  }
  return before != ' ';
}

}  // namespace

std::string clean_text(std::string_view raw) {
  if (is_clean(raw)) {
    return std::string(raw);
  }
  std::string out;
  std::size_t kept = 0;
  bool blank_before = false;
  while (!raw.empty() && kept < kMostCharacters) {
    const Decoded character = decode(raw);
    const std::string_view bytes = raw.substr(0, character.bytes);
    raw.remove_prefix(character.bytes);
    if (character.valid && is_blank(character.code)) {
      blank_before = !out.empty();
      continue;
    }
    if (character.valid && is_hidden(character.code)) {
      continue;
    }
    if (blank_before) {
      blank_before = false;
      out += ' ';
      if (++kept == kMostCharacters) {
        out.pop_back();
        break;
      }
    }
    out += character.valid ? bytes : kReplacement;
    ++kept;
  }
  return out;
}

std::string terminal_text(std::string_view raw) {
  std::string out;
  while (!raw.empty()) {
    const Decoded character = decode(raw);
    if (character.valid && !is_hidden(character.code)) {
      out += raw.substr(0, character.bytes);
    } else {
      out += '?';
    }
    raw.remove_prefix(character.bytes);
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks(" \t\r\n\f\v\0", 7);
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return out;
}

std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string_view> out;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = text.find_first_of(kBlanks, at);
    out.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    at = end == std::string_view::npos ? end : text.find_first_not_of(kBlanks, end);
  }
  return out;
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace lossline
