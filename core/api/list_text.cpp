// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/list_text.h"

#include <cstddef>

namespace lossline {

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? std::string_view() : i + 1 == words.size() ? last : std::string_view(", ");
    text += words[i];
  }
  return text;
}

}  // namespace lossline
