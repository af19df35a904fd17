// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/id_number.h"

#include "core/hardware/clean_text.h"

namespace lossline {

std::optional<int> id_number(std::string_view text) {
  int base = 10;
  if (starts_with(text, "0x") || starts_with(text, "0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty()) {
    return std::nullopt;
  }
  constexpr int kMost = 1 << 24;
  int number = 0;
  for (const char c : text) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : base;
    if (digit >= base) {
      return std::nullopt;
    }
    number = number * base + digit;
    if (number >= kMost) {
      return std::nullopt;
    }
  }
  return number;
}

std::string hex_text(int number, int digits, bool upper) {
  const std::string_view letters = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string text;
  for (int rest = number; rest > 0 || static_cast<int>(text.size()) < digits; rest /= 16) {
    text.insert(text.begin(), letters[static_cast<std::size_t>(rest % 16)]);
  }
  return "0x" + text;
}

}  // namespace lossline
