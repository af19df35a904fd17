// SPDX-License-Identifier: GPL-3.0-or-later
// Intel's names: a code name where the text has one (lspci, Mesa), else the line and number.
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

constexpr std::size_t kNone = GpuWords::kNone;

struct Family {
  std::string_view rules;
  std::string brand;
  std::size_t at = kNone;
};

Family find_family(const GpuWords& words) {
  if (words.has(word_id("arc"))) {
    const std::size_t at = words.find(word_id("arc"));
    return {"arc", words.has(word_id("pro")) ? "Arc Pro" : "Arc", at};
  }
  if (const std::size_t at = words.find(word_id("iris")); at != kNone) {
    switch (words.id(at + 1)) {
      case word_id("xe"):
        return words.has(word_id("max")) ? Family{"iris xe max", "Iris Xe", at} : Family{"iris xe", "Iris Xe", at};
      case word_id("plus"):
        return {"iris plus", "Iris Plus", at};
      case word_id("pro"):
        return {"iris graphics", "Iris Pro", at};
      default:
        return {"iris graphics", "Iris", at};
    }
  }
  constexpr struct {
    std::uint64_t word;
    std::string_view rules, brand;
  } kFamilies[] = {{word_id("uhd"), "uhd graphics", "UHD Graphics"},
                   {word_id("hd"), "hd graphics", "HD Graphics"},
                   {word_id("gma"), "intel gma", "GMA"},
                   {word_id("max"), "data center max", "Data Center GPU Max"},
                   {word_id("flex"), "data center flex", "Data Center GPU Flex"},
                   {word_id("graphics"), "intel graphics", "Intel Graphics"}};
  for (const auto& family : kFamilies) {
    if (const std::size_t at = words.find(family.word); at != kNone) {
      return {family.rules, std::string(family.brand), at};
    }
  }
  return {};
}

/// The number of the model: "630", "P630", "A770", "G7", "140V".
std::size_t find_number(const GpuWords& words, const Family& family) {
  for (std::size_t i = family.at; i < words.size() && i <= family.at + 5; ++i) {
    const Parts parts = words[i].parts();
    const bool letter = parts.letters.empty() || parts.letters == "p" || parts.letters == "a" || parts.letters == "b" ||
                        parts.letters == "g";
    const bool g = parts.letters == "g";
    if (letter && (g ? parts.digits.size() == 1 : parts.digits.size() >= 2) && parts.digits.size() <= 4 &&
        parts.tail.size() <= 2 && words[i].text.substr(0, 2) != "0x") {
      return i;
    }
  }
  return kNone;
}

const GpuRule* find_chip(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t used = 0;
    if (const GpuRule* rule = find_named_chip(RuleGroup::IntelChips, words, i, used)) {
      for (std::size_t k = 0; k < used; ++k) {
        reading.decide(i + k);
      }
      return rule;
    }
  }
  return nullptr;
}

/// "Gen9 [0x1912]": the driver's family, and the device whose family may be another. Where they differ both are
/// possible.
std::string said_generation(GpuReading& reading) {
  const GpuWords& words = reading.words;
  std::string said, by_id;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (text.size() >= 4 && text.size() <= 6 && text.substr(0, 3) == "gen" && is_digit(text[3])) {
      said = "Gen" + std::string(text.substr(3));
      reading.decide(i);
    } else if (text.size() == 6 && text.substr(0, 2) == "0x") {
      if (const GpuRule* rule = find_rule(RuleGroup::IntelIds, text.substr(2, 2))) {
        by_id = std::string(rule->architecture);
        reading.decide(i);
      }
    }
  }
  const bool differ = !by_id.empty() && by_id != said;
  return said.empty() ? said : differ ? said + "|" + by_id : said;
}

const GpuRule* read_model(GpuReading& reading, const Family& family) {
  const GpuWords& words = reading.words;
  const std::size_t at = find_number(words, family);
  if (at == kNone || words.is_half(at)) {
    const GpuRule* rule = words.cut_off() ? nullptr : find_plain(family.rules, {});
    reading.apply(rule);
    return rule;
  }
  Parts number = words[at].parts();
  number.letters = number.letters == "p" ? std::string_view() : number.letters;
  const GpuRule* rule = find_model(family.rules, number);
  if (rule == nullptr && (family.rules == "data center max" || family.rules == "data center flex" ||
                          family.rules == "iris xe max" || family.rules == "iris xe")) {
    rule = find_plain(family.rules, {});
  }
  if (rule == nullptr) {
    return nullptr;
  }
  reading.decide(at);
  reading.apply(rule);
  if (family.rules == "arc") {
    const std::string_view tail = number.tail;
    if (!number.letters.empty() && rule->form_factor != "integrated") {
      reading.name.series = std::string("Arc ") + static_cast<char>(number.letters[0] - 'a' + 'A');
      reading.name.tier = std::string(number.digits);
      reading.set_form(tail == "m"                 ? "laptop"
                       : tail == "e"               ? "embedded"
                       : words.has(word_id("pro")) ? "workstation"
                                                   : "");
    }
  } else if (family.rules != "data center max" && family.rules != "data center flex") {
    reading.name.generation = std::string(number.digits);
  }
  return rule;
}

}  // namespace

void read_intel(GpuReading& reading) {
  const GpuWords& words = reading.words;
  GpuName& name = reading.name;
  name.vendor = "Intel";
  if (words.has(word_id("phi")) || (words.has(word_id("many")) && words.has(word_id("integrated")))) {
    name.brand = "Xeon Phi";
    reading.set_form("datacenter");
    // The card that was named by no more than this is the first of its kind.
    reading.set_architecture(words.has(word_id("many")) ? "Knights Corner" : "");
    reading.decide(words.find(word_id(words.has(word_id("phi")) ? "phi" : "many")));
    return;
  }
  const Family family = find_family(words);
  const GpuRule* model = nullptr;
  if (family.at != kNone) {
    name.brand = family.brand;
    reading.decide(family.at);
    model = read_model(reading, family);
  }
  const GpuRule* chip = find_chip(reading);
  if (chip != nullptr) {
    const bool open = chip->architecture.find('|') != std::string_view::npos;
    if (!(open && name.architecture)) {
      reading.set_architecture(chip->architecture);
    }
    const bool numbered = model != nullptr && family.rules == "arc" && name.tier;
    if (!numbered) {
      name.form_factor.reset();
      name.form_factor_candidates.clear();
      reading.set_form(chip->form_factor);
    }
  } else {
    reading.set_architecture(said_generation(reading));
  }
}

}  // namespace lossline::detail
