// SPDX-License-Identifier: GPL-3.0-or-later
// Shares of an NVIDIA GPU: MIG instances and vGPU profiles.
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

double value_of(std::string_view digits) {
  double value = 0;
  for (const char c : digits) {
    value = value * 10 + (c - '0');
  }
  return value;
}

/// The figure of "1g.10gb" or "1c.2g.20gb".
std::optional<double> mig_memory(std::string_view text) {
  const std::size_t at = text.find("g.");
  if (at == std::string_view::npos || at == 0 || !is_digit(text[at - 1])) {
    return std::nullopt;
  }
  text.remove_prefix(at + 2);
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) {
    ++digits;
  }
  if (digits == 0 || digits > 3 || text.substr(digits, 2) != "gb") {
    return std::nullopt;
  }
  return value_of(text.substr(0, digits));
}

/// A board that can be shared: "A40", "RTX6000", "DC", "Ada".
bool is_board(const Word& word) {
  const Parts parts = word.parts();
  if (word.id == word_id("dc") || word.id == word_id("ada") || parts.letters == "rtx" || parts.letters == "rtxa" ||
      word.text == "6000d") {
    return true;
  }
  const Parts base{parts.letters, parts.digits, {}};
  return !parts.digits.empty() && parts.letters.size() <= 2 &&
         (find_model("grid", base) != nullptr || find_model("nvidia", base) != nullptr);
}

/// "-48Q", "-2B4", "-5CME": gigabytes, then the kind of licence, which old and vApps profiles leave out.
bool is_profile(const GpuWords& words, std::size_t i) {
  const Parts parts = words[i].parts();
  if (i == 0 || words[i].before != '-' || !parts.letters.empty() || parts.digits.empty() || parts.digits.size() > 3 ||
      value_of(parts.digits) > 288) {
    return false;
  }
  const bool board = is_board(words[i - 1]) || (i >= 2 && all_digits(words[i - 1].text) && is_board(words[i - 2]));
  if (parts.tail.empty()) {
    return board && i + 1 == words.size();
  }
  const bool kind = std::string_view("abcq").find(parts.tail.front()) != std::string_view::npos;
  const std::string_view rest = parts.tail.substr(1);
  return board && kind && (rest.empty() || rest == "me" || (rest.size() == 1 && is_digit(rest.front())));
}

}  // namespace

bool read_slice(GpuReading& reading) {
  const GpuWords& words = reading.words;
  GpuName& name = reading.name;
  const std::size_t mig = words.find(word_id("mig"));
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::optional<double> memory = mig != GpuWords::kNone ? mig_memory(words[i].text) : std::nullopt;
    if (memory) {
      name.vram_gb_in_name = *memory;
      if (!name.brand) {
        name.brand = "MIG";
      }
      reading.decide(mig);
    } else if (is_profile(words, i)) {
      const double size = value_of(words[i].parts().digits);
      name.vram_gb_in_name = size == 0 ? 0.5 : size;  // "0Q" has 512 MB
      name.brand = "GRID vGPU";
    } else {
      continue;
    }
    reading.set_form("virtual");
    reading.decide(i);
    return true;
  }
  return false;
}

}  // namespace lossline::detail
