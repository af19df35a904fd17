// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/detail/gpu_reading.h"

#include <algorithm>
#include <optional>

namespace lossline::detail {
namespace {

/// Sets `one` where the choice is one, `several` where it is more.
void choose(std::string_view choice, std::optional<std::string>& one, std::vector<std::string>& several) {
  several.clear();
  if (choice.find('|') == std::string_view::npos) {
    one = std::string(choice);
    return;
  }
  one.reset();
  while (!choice.empty()) {
    const std::size_t end = std::min(choice.find('|'), choice.size());
    several.emplace_back(choice.substr(0, end));
    choice.remove_prefix(std::min(end + 1, choice.size()));
  }
}

/// The figure of "24gb", "80g", "16gib"; 0 for another word.
double gigabytes(const Parts& parts, bool half) {
  const std::string_view unit = parts.tail;
  const bool is_unit = unit == "gb" || unit == "gib" || unit == "g" || (half && unit.empty());
  if (!parts.letters.empty() || !is_unit || parts.digits.empty() || parts.digits.size() > 3) {
    return 0;
  }
  double value = 0;
  for (const char c : parts.digits) {
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

void GpuReading::set_architecture(std::string_view choice, bool likely) {
  if (choice.empty()) {
    return;
  }
  choose(choice, name.architecture, name.architecture_candidates);
  name.confidence = !name.architecture ? "unknown" : likely ? "likely" : "certain";
}

void GpuReading::set_form(std::string_view choice) {
  if (!choice.empty()) {
    choose(choice, name.form_factor, name.form_factor_candidates);
  }
}

void GpuReading::apply(const GpuRule* rule, bool likely) {
  if (rule == nullptr) {
    return;
  }
  set_architecture(rule->architecture, likely);
  set_form(rule->form_factor);
  if (!rule->generation.empty()) {
    name.generation = std::string(rule->generation);
  }
}

void GpuReading::finish() {
  std::sort(decided_.begin(), decided_.begin() + static_cast<std::ptrdiff_t>(count_));
  std::size_t end = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Word& word = words[decided_[i]];
    if (i > 0 && decided_[i] == decided_[i - 1]) {
      continue;
    }
    if (end != 0) {
      // Neighbours keep what stands between them: "A100-SXM4".
      name.matched += word.begin == end + 1 && name.name[end] != '[' ? name.name.substr(end, 1) : " ";
    }
    name.matched += name.name.substr(word.begin, word.end - word.begin);
    end = word.end;
  }
  if (words.cut_off() && count_ > 0) {
    name.matched += "\xE2\x80\xA6";
  }
}

void read_memory(GpuReading& reading) {
  const GpuWords& words = reading.words;
  // Grace's own memory stands in the name of a Grace Hopper: "GH200 480GB" has a GPU of 96 or 144 GB.
  const bool beside_a_cpu = words.has(word_id("gh200")) || words.has(word_id("gb200")) || words.has(word_id("gb300"));
  double found = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    double value = gigabytes(words[i].parts(), false);
    const bool apart = i > 0 && (words[i].id == word_id("gb") || words[i].id == word_id("gib"));
    if (apart && all_digits(words[i - 1].text)) {
      value = gigabytes(words[i - 1].parts(), true);
    }
    const bool grace = beside_a_cpu && (value == 120 || value == 240 || value == 480 || value == 624);
    if (value == 0 || grace) {
      continue;
    }
    if (found != 0 && found != value) {
      return;  // "4GB/8GB" is two products
    }
    found = value;
  }
  if (found != 0) {
    reading.name.vram_gb_in_name = found;
  }
}

}  // namespace lossline::detail
