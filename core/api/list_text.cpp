// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/list_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/api/number_text.h"

namespace lossline {

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? std::string_view() : i + 1 == words.size() ? last : std::string_view(", ");
    text += words[i];
  }
  return text;
}

std::vector<std::string> counted(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (auto text = texts.begin(); text != texts.end(); ++text) {
    if (std::find(texts.begin(), text, *text) == text) {
      const auto count = static_cast<std::int64_t>(std::count(text, texts.end(), *text));
      out.push_back(count == 1 ? *text : integer_text(count) + " \u00d7 " + *text);
    }
  }
  return out;
}

}  // namespace lossline
