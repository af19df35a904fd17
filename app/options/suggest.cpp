// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/suggest.h"

#include <algorithm>

namespace lossline {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table are enough; a swap looks two rows back.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::optional<std::string> closest(std::string_view typed, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestTyped = 64;  // beyond it nothing here is meant, and the table grows with its square
  if (typed.empty() || typed.size() > kLongestTyped) {
    return std::nullopt;
  }
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance <= std::max<std::size_t>(1, name.size() / 3) && distance < name.size() &&
        (best == nullptr || distance < best_distance)) {
      best = &name;
      best_distance = distance;
    }
  }
  if (best != nullptr) {
    return *best;
  }
  const auto begins_so = [typed](const std::string& name) { return name.compare(0, typed.size(), typed) == 0; };
  if (std::count_if(known.begin(), known.end(), begins_so) == 1) {
    return *std::find_if(known.begin(), known.end(), begins_so);
  }
  return std::nullopt;
}

}  // namespace lossline
