// SPDX-License-Identifier: GPL-3.0-or-later
// AMD's and ATI's names: a chip where the text has one (lspci, Mesa, ROCm), else the product line and number.
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

constexpr std::size_t kNone = GpuWords::kNone;

/// The word that names the product family, or kNone.
std::size_t find_brand(const GpuWords& words) {
  std::size_t radeon = kNone;
  for (std::size_t i = 0; i < words.size(); ++i) {
    switch (words.id(i)) {
      case word_id("firepro"):
      case word_id("firegl"):
      case word_id("firemv"):
      case word_id("firestream"):
      case word_id("instinct"):
        return i;
      case word_id("radeon"):
        radeon = radeon == kNone ? i : radeon;
        break;
      default:
        break;
    }
  }
  return radeon;
}

bool has_product_bracket(const GpuWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].bracketed && words.id(i) != word_id("amd") && words.id(i) != word_id("ati")) {
      return true;
    }
  }
  return false;
}

/// A chip before lspci's brackets, in parentheses, or where no product is named at all. Elsewhere "Vega" and "Mars" may
/// be part of a product's name.
const GpuRule* find_chip(GpuReading& reading, bool branded) {
  const GpuWords& words = reading.words;
  const bool bracket = has_product_bracket(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (bracket && words[i].bracketed && words.id(i) != word_id("amd") && words.id(i) != word_id("ati")) {
      break;
    }
    const bool here = bracket || words[i].parenthesised || !branded || words[i].text.substr(0, 3) == "gfx";
    std::size_t used = 0;
    const GpuRule* rule = here && !words[i].bracketed ? find_named_chip(RuleGroup::AmdChips, words, i, used) : nullptr;
    if (rule == nullptr && here && words[i].text.size() > 6) {
      // "RAPHAEL_MENDOCINO", "RV530LE": the rest is a variant.
      const Parts parts = words[i].parts();
      rule = parts.digits.empty()
                 ? nullptr
                 : find_rule(RuleGroup::AmdChips, words[i].text.substr(0, parts.letters.size() + parts.digits.size()));
    }
    if (rule == nullptr && here && (words[i].text.substr(0, 2) == "rs" || words[i].text.substr(0, 2) == "rv")) {
      const Parts parts = words[i].parts();
      rule = find_rule(RuleGroup::AmdChips, words[i].text.substr(0, parts.letters.size() + parts.digits.size()));
    }
    if (rule != nullptr) {
      reading.decide(i);
      return rule;
    }
  }
  return nullptr;
}

bool is_r_line(std::string_view text) {
  return text.size() >= 2 && text.size() <= 3 && text[0] == 'r' && is_digit(text[1]) &&
         (text.size() == 2 || text[2] == 'e');
}

struct Product {
  std::string family, brand;
  std::size_t at = 0;  ///< the word after the family
  bool glued = false;  ///< that word begins with the end of the family: "HD8530M", "WX2100"
};

/// "radeon rx", "radeon pro wx", "firepro" … and where the number should stand.
Product read_family(const GpuWords& words, std::size_t brand) {
  Product product;
  product.at = brand + 1;
  switch (words.id(brand)) {
    case word_id("firepro"):
      product.brand = "FirePro";
      break;
    case word_id("firegl"):
      product.brand = "FireGL";
      break;
    case word_id("firemv"):
      product.brand = "FireMV";
      break;
    case word_id("firestream"):
      product.brand = "FireStream";
      break;
    case word_id("instinct"):
      product.brand = "Instinct";
      break;
    default:
      product.brand = "Radeon";
      break;
  }
  product.family = words[brand].text;
  const auto take = [&](std::string_view more_brand) {
    product.family += ' ';
    product.family += words[product.at].text;
    product.brand += more_brand;
    ++product.at;
  };
  if (product.brand != "Radeon") {
    return product;
  }
  if (words.id(product.at) == word_id("ai")) {
    take(" AI");
  }
  switch (words.id(product.at)) {
    case word_id("rx"):
      take(" RX");
      break;
    case word_id("pro"):
      take(" Pro");
      if (words.id(product.at) == word_id("wx")) {
        take(" WX");
      }
      break;
    case word_id("hd"):
      take(" HD");
      break;
    case word_id("xpress"):
    case word_id("igp"):
      take("");
      break;
    default:
      if (product.at < words.size() && is_r_line(words[product.at].text)) {
        const std::string_view line = words[product.at].text;
        take(line.size() == 2 ? std::string(" R") + line[1] : std::string());
      }
      break;
  }
  if (product.at < words.size()) {
    const Parts parts = words[product.at].parts();
    const bool hd = parts.letters == "hd" && product.brand == "Radeon";
    const bool rx = parts.letters == "rx" && product.brand == "Radeon";
    const bool wx = parts.letters == "wx" && product.brand == "Radeon Pro";
    if (!parts.digits.empty() && (hd || rx || wx)) {
      product.family += hd ? " hd" : rx ? " rx" : " wx";
      product.brand += hd ? " HD" : rx ? " RX" : " WX";
      product.glued = true;
    }
  }
  if (words.id(product.at) == word_id("vega") && (product.brand == "Radeon RX" || product.brand == "Radeon" ||
                                                  product.brand == "Radeon Pro" || product.brand == "Radeon Pro WX")) {
    take(" Vega");
  }
  return product;
}

/// Tier, suffix and series of the Radeon RX scheme: 7900 is a 90, 9070 a 70, 580 an 80.
void read_rx(GpuReading& reading, const Parts& number, std::size_t at) {
  GpuName& name = reading.name;
  const GpuWords& words = reading.words;
  if (name.generation) {
    name.series = "RX " + *name.generation;
  }
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    if (words[i].after_slash && words[i].bracketed) {
      return;  // "RX 6700/6700 XT / 6800M" is several products
    }
  }
  const std::string_view digits = number.digits;
  if (digits.size() == 4) {
    name.tier = std::string(digits[0] == '9' ? digits.substr(2) : digits.substr(1, 2));
  } else if (digits.size() == 3) {
    name.tier = std::string(digits.substr(1));
  }
  const std::uint64_t next = words.id(at + 1);
  const std::string_view tail = number.tail;
  if (next == word_id("xtx") || tail == "xtx") {
    name.suffix = "XTX";
  } else if (next == word_id("xt") || tail == "xt" || (words.id(at + 2) == word_id("xt") && next == word_id("m"))) {
    name.suffix = "XT";
  } else if (next == word_id("gre") || tail == "gre") {
    name.suffix = "GRE";
  }
  if (name.suffix) {
    reading.decide(at + 1);
  }
}

/// Finds the product's rule and what its number tells.
const GpuRule* read_product(GpuReading& reading, std::size_t brand) {
  const GpuWords& words = reading.words;
  Product product = read_family(words, brand);
  for (std::size_t i = brand; i < product.at; ++i) {
    reading.decide(i);
  }
  reading.name.brand = product.brand;
  if (product.at >= words.size() || words.is_half(product.at)) {
    const GpuRule* rule = words.cut_off() ? nullptr : find_plain(product.family, {});
    reading.apply(rule);
    return rule;
  }
  const Word& word = words[product.at];
  Parts number = word.parts();
  if (product.glued) {
    number.letters = {};
  } else if (number.letters == "e" && product.brand == "Radeon Pro") {
    product.family = "radeon";  // the embedded ones keep their own numbers
  }
  const std::string_view more = product.at + 1 < words.size() ? words[product.at + 1].text : std::string_view();
  const GpuRule* rule =
      number.digits.empty() ? find_plain(product.family, word.text) : find_model(product.family, number, more);
  if (brand > 0 && words.id(brand - 1) == word_id("mobility")) {
    const GpuRule* mobile = find_model("mobility radeon", number);
    rule = mobile != nullptr ? mobile : rule;
  }
  if (rule == nullptr && number.digits.empty() && word.id != word_id("series")) {
    rule = find_plain(product.family, {});
  } else if (rule != nullptr) {
    reading.decide(product.at);
  }
  reading.apply(rule, words.cut_off());
  if (product.family == "radeon rx" && !number.digits.empty()) {
    read_rx(reading, number, product.at);
  }
  const std::string_view tail = number.tail;
  const bool laptop = (!tail.empty() && (tail.front() == 'm' || tail == "s")) || number.letters == "m";
  if (laptop && !number.digits.empty() && reading.name.form_factor != "integrated") {
    reading.set_form("laptop");
  }
  return rule;
}

void read_form(GpuReading& reading, const GpuRule* chip) {
  const GpuWords& words = reading.words;
  const bool kept = reading.name.form_factor == "embedded" || reading.name.form_factor == "laptop" ||
                    reading.name.form_factor == "datacenter" || reading.name.form_factor == "workstation";
  bool several = false, mobile_part = false, other_part = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Parts parts = words[i].parts();
    if (words[i].bracketed && parts.digits.size() >= 3 && parts.letters.size() <= 1) {
      several = several || words[i].after_slash;
      const bool m = (!parts.tail.empty() && (parts.tail.front() == 'm' || parts.tail == "s")) || parts.letters == "m";
      (m ? mobile_part : other_part) = true;
    }
  }
  if (words.has(word_id("embedded")) || words.has(word_id("custom"))) {
    reading.set_form("embedded");
  } else if (words.has(word_id("mobility")) || words.has(word_id("mobile"))) {
    reading.set_form("laptop");
  } else if (words.has(word_id("vf")) && reading.name.brand == "Instinct") {
    reading.set_form("virtual");
    reading.name.suffix = "VF";
  } else if (several && mobile_part && other_part) {
    reading.set_form("desktop|laptop");
  } else if (chip != nullptr && !chip->form_factor.empty() && !kept) {
    reading.set_form(chip->form_factor);
  }
}

/// Valve's machines, whose chip's name is all that is printed.
void read_console(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const std::size_t custom = words.find(word_id("custom"));
  const bool deck = custom != kNone && words.id(custom + 1) == word_id("gpu") &&
                    (words.id(custom + 2) == word_id("0405") || words.id(custom + 2) == word_id("0932"));
  const std::size_t steam = words.find(word_id("steam"));
  if (deck) {
    reading.set_architecture("RDNA 2");
    reading.decide(custom + 2);
  } else if (steam != kNone && words.id(steam + 1) == word_id("machine")) {
    reading.set_architecture("RDNA 3");
    reading.decide(steam);
  }
}

}  // namespace

void read_amd(GpuReading& reading) {
  const GpuWords& words = reading.words;
  GpuName& name = reading.name;
  name.vendor = "AMD";
  const std::size_t brand = find_brand(words);
  read_console(reading);
  const GpuRule* product = nullptr;
  if (brand != kNone) {
    product = read_product(reading, brand);
  } else {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Parts parts = words[i].parts();
      if (parts.letters == "mi" && !parts.digits.empty()) {
        product = find_model("instinct", parts);
        name.brand = "Instinct";
        reading.decide(i);
        reading.apply(product);
        break;
      }
      if (parts.letters == "e" && parts.digits.size() == 4) {
        product = find_model("radeon", parts);
        name.brand = "Radeon";
        reading.decide(i);
        reading.apply(product);
        break;
      }
    }
  }
  const GpuRule* chip = find_chip(reading, brand != kNone || product != nullptr);
  // pci.ids calls the MI350 by the MI300's chip: where an Instinct's number is known, it decides.
  const bool number_decides = name.brand == "Instinct" && name.architecture;
  if (chip != nullptr && !number_decides) {
    const bool open = chip->architecture.find('|') != std::string_view::npos;
    if (!(open && name.architecture)) {
      reading.set_architecture(chip->architecture);
    }
  }
  read_form(reading, chip);
  if (!name.brand && chip != nullptr && chip->form_factor == "datacenter") {
    name.brand = "Instinct";
  }
  read_memory(reading);
}

}  // namespace lossline::detail
