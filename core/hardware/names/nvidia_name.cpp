// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's names: the parts that hold for all product lines.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

struct Chip {
  const GpuRule* rule = nullptr;
  bool leads = false;   ///< it stands before the product in brackets, as lspci prints it
  bool mobile = false;  ///< "GA107M", "TU117GLM"
};

/// Only these can begin a chip's name; asking the rules costs more than this.
bool may_be_chip(std::string_view text) {
  if (text.size() < 3 || text.size() > 10) {
    return false;
  }
  const char a = text[0], b = text[1];
  return (a == 'n' && b == 'v') || (a == 'c' && b >= '5' && b <= '7') || (a == 'm' && b == 'c') ||
         (a == 'g' && (is_digit(b) || std::string_view("tfkmpvahbr").find(b) != std::string_view::npos)) ||
         (a == 't' && b == 'u') || (a == 'a' && b == 'd');
}

Chip find_chip(GpuReading& reading) {
  const GpuWords& words = reading.words;
  Chip chip;
  for (std::size_t i = 0; i < words.size() && chip.rule == nullptr; ++i) {
    if (!may_be_chip(words[i].text)) {
      continue;
    }
    chip.rule = find_nvidia_chip(words[i].text);
    if (chip.rule != nullptr) {
      const bool product_follows =
          words[words.size() - 1].bracketed ||
          std::any_of(&words[0], &words[0] + words.size(), [](const Word& w) { return w.bracketed; });
      chip.leads = !words[i].bracketed && !words[i].parenthesised && product_follows;
      chip.mobile = words[i].text.back() == 'm';
      reading.decide(i);
    }
  }
  return chip;
}

/// "Ada", "Blackwell": the maker says it himself.
std::string_view said_architecture(GpuReading& reading) {
  for (std::size_t i = 0; i < reading.words.size(); ++i) {
    std::string_view said;
    switch (reading.words.id(i)) {
      case word_id("kepler"):
        said = "Kepler";
        break;
      case word_id("maxwell"):
        said = "Maxwell";
        break;
      case word_id("pascal"):
        said = "Pascal";
        break;
      case word_id("volta"):
        said = "Volta";
        break;
      case word_id("turing"):
        said = "Turing";
        break;
      case word_id("ampere"):
        said = "Ampere";
        break;
      case word_id("ada"):
        said = "Ada Lovelace";
        break;
      case word_id("hopper"):
        said = "Hopper";
        break;
      case word_id("blackwell"):
        said = "Blackwell";
        break;
      case word_id("rubin"):
        said = "Rubin";
        break;
      default:
        continue;
    }
    reading.decide(i);
    return said;
  }
  return {};
}

bool says_laptop(const GpuWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    switch (words.id(i)) {
      case word_id("laptop"):
      case word_id("mobile"):
      case word_id("notebook"):
      case word_id("maxq"):
        return true;
      case word_id("max"):
        if (words.id(i + 1) == word_id("q")) {
          return true;
        }
        break;
      default:
        break;
    }
  }
  return false;
}

/// Marks in the name go before what the bare name is.
void read_form(GpuReading& reading, const Chip& chip) {
  const GpuWords& words = reading.words;
  const GpuName& name = reading.name;
  const bool fixed = name.form_factor == "virtual" || name.form_factor == "mining" || name.form_factor == "embedded" ||
                     name.form_factor == "datacenter";
  if (words.has(word_id("embedded"))) {
    reading.set_form("embedded");
  } else if (words.has(word_id("vgpu"))) {
    reading.set_form("virtual");
  } else if (words.has(word_id("workstation")) && words.has(word_id("edition"))) {
    reading.set_form("workstation");
  } else if (words.has(word_id("server")) && words.has(word_id("edition"))) {
    reading.set_form("datacenter");
  } else if (!fixed && says_laptop(words)) {
    reading.set_form("laptop");
  } else if (!fixed && chip.leads && name.brand) {
    const bool bench_card = words.has(word_id("t400")) || words.has(word_id("t600")) || words.has(word_id("t1000"));
    const bool quadro_t = words.has(word_id("quadro"));
    if (chip.mobile && !(bench_card && !quadro_t)) {
      reading.set_form("laptop");  // pci.ids gives some desktop cards of the T series a chip with M
    } else if (!chip.mobile && name.form_factor_candidates.size() > 1) {
      reading.set_form(name.form_factor_candidates.front() == "laptop"
                           ? name.form_factor_candidates.back()
                           : std::string(name.form_factor_candidates.front()));
    }
  }
}

bool letter_then_digits(std::string_view text, std::string_view letters, std::size_t least) {
  return text.size() >= letters.size() + least && text.substr(0, letters.size()) == letters &&
         all_digits(text.substr(letters.size(), least));
}

/// Codes of boards and samples that pci.ids and drivers print where a product has no name yet.
bool is_board_code(const GpuWords& words, std::size_t i) {
  const std::string_view text = words[i].text;
  if (text.size() < 3 || text.size() > 8) {
    return false;
  }
  const Parts parts = words[i].parts();
  const bool numbered = i + 1 < words.size() && words[i + 1].before == '-';
  return (text.size() >= 5 && letter_then_digits(text, "pg", 3)) || letter_then_digits(text, "stg", 4) ||
         letter_then_digits(text, "exk1", 2) || letter_then_digits(text, "hicx", 1) || text.substr(0, 3) == "nb1" ||
         (numbered && parts.letters == "d" && parts.digits.size() <= 2 && !parts.tail.empty() &&
          is_letter(parts.tail[0])) ||
         (numbered && (parts.letters == "n" || parts.letters == "q") && parts.digits.size() == 2 &&
          parts.tail.size() == 1);
}

}  // namespace

bool is_nvidia_word(const GpuWords& words, std::size_t i) {
  const Word& word = words[i];
  if (may_be_chip(word.text) && find_nvidia_chip(word.text) != nullptr) {
    return true;
  }
  const Parts parts = word.parts();
  if (parts.letters.size() <= 2 && !parts.letters.empty() && parts.digits.size() <= 4 && !parts.digits.empty() &&
      parts.tail.size() <= 2 && find_model("nvidia", {parts.letters, parts.digits, {}}) != nullptr) {
    return true;
  }
  if ((parts.letters == "rtx" || parts.letters == "gtx" || parts.letters == "rtxa") && parts.digits.size() >= 3) {
    return true;
  }
  if ((parts.letters == "gt" || parts.letters == "mx") && (parts.digits.size() == 3 || parts.digits.size() == 4)) {
    return find_model(parts.letters == "gt" ? "geforce" : "geforce mx", {{}, parts.digits, {}}) != nullptr;
  }
  if (word.id == word_id("gt") && i + 1 < words.size() && words[i + 1].parts().letters.empty()) {
    return find_model("geforce gt", words[i + 1].parts()) != nullptr ||
           find_model("geforce", words[i + 1].parts()) != nullptr;
  }
  const bool line = word.id == word_id("rtx") || word.id == word_id("gtx") || word.id == word_id("gts");
  if (line && i + 1 < words.size()) {
    return true;
  }
  if (letter_then_digits(word.text, "p10", 1) && i + 1 < words.size() && words[i + 1].before == '-') {
    return true;
  }
  return word.text == "p106m" || is_board_code(words, i);
}

void read_nvidia(GpuReading& reading) {
  const GpuWords& words = reading.words;
  GpuName& name = reading.name;
  name.vendor = "NVIDIA";
  std::size_t geforce = GpuWords::kNone;
  for (std::size_t i = 0; i < words.size() && geforce == GpuWords::kNone; ++i) {
    if (words[i].text.substr(0, 7) == "geforce") {
      geforce = i;
    }
  }
  const bool titan = words.has(word_id("titan"));
  if (geforce == GpuWords::kNone || titan || !read_geforce(reading, geforce)) {
    if (!read_nvidia_professional(reading) && geforce != GpuWords::kNone) {
      name.brand = "GeForce";
      reading.decide(geforce);
    }
  }
  const std::string_view said = said_architecture(reading);
  reading.set_architecture(said, words.cut_off());
  const Chip chip = find_chip(reading);
  if (chip.rule != nullptr) {
    reading.set_architecture(chip.rule->architecture);
  }
  const bool slice = read_slice(reading);
  if (!slice) {
    read_memory(reading);
    read_form(reading, chip);
  }
}

}  // namespace lossline::detail
