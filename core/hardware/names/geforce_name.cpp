// SPDX-License-Identifier: GPL-3.0-or-later
// GeForce: line, number, suffix. The first two of four digits are the generation and the last two the tier; three-digit
// names have one digit for each.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

struct Model {
  std::string_view line;  ///< "rtx", "gtx", "mx" …; empty when there is none
  Parts number;           ///< letters only where they belong to the number ("go5200")
  std::size_t at = 0;     ///< the word with the digits
};

struct Line {
  std::string_view word, brand, family;
};
constexpr Line kLines[] = {{"rtx", "GeForce RTX", "geforce rtx"}, {"gtx", "GeForce GTX", "geforce gtx"},
                           {"gts", "GeForce GTS", "geforce gts"}, {"gt", "GeForce GT", "geforce gt"},
                           {"mx", "GeForce MX", "geforce mx"},    {"fx", "GeForce FX", "geforce fx"},
                           {"pcx", "GeForce PCX", "geforce pcx"}, {"go", "GeForce Go", "geforce go"},
                           {"g", "GeForce", "geforce"},           {"", "GeForce", "geforce"}};

const Line* find_line(std::string_view word) {
  for (const Line& line : kLines) {
    if (line.word == word) {
      return &line;
    }
  }
  return nullptr;
}

/// The model at word `at`; at == kNone when there is none.
Model model_at(const GpuWords& words, std::size_t at) {
  Model model;
  model.at = GpuWords::kNone;
  if (at >= words.size()) {
    return model;
  }
  Parts parts = words[at].parts();
  if (parts.digits.empty() && find_line(parts.letters) != nullptr) {
    model.line = parts.letters;
    if (++at >= words.size()) {
      return model;
    }
    parts = words[at].parts();
    const bool go = parts.letters == "go";
    if (parts.digits.empty() || (!parts.letters.empty() && !go && parts.letters != "t")) {
      return model;
    }
  } else if (!parts.letters.empty()) {
    if (find_line(parts.letters) == nullptr) {
      return model;
    }
    model.line = parts.letters;
    parts.letters = {};
  }
  const std::size_t least = words.is_half(at) || parts.letters == "t" ? 1 : 3;
  const bool unit = parts.tail == "gb" || parts.tail == "mb";
  if (parts.digits.size() >= least && parts.digits.size() <= 4 && !unit) {
    model.number = parts;
    model.at = at;
  }
  return model;
}

struct Suffix {
  std::string text;
  int rank = 0;
};

/// What stands behind the number, glued to it or apart.
Suffix read_suffix(GpuReading& reading, const Model& model) {
  const GpuWords& words = reading.words;
  bool ti = model.number.tail == "ti", super = model.number.tail == "super" || model.number.tail == "s";
  bool d = model.number.tail == "d", d_v2 = false;
  for (std::size_t i = model.at + 1; i < words.size() && i <= model.at + 4; ++i) {
    if (words[i].after_slash || words[i].parenthesised != words[model.at].parenthesised) {
      break;
    }
    const std::uint64_t id = words.id(i);
    if (id == word_id("ti")) {
      ti = true;
    } else if (id == word_id("super")) {
      super = true;
    } else if (id == word_id("tisuper")) {
      ti = super = true;
    } else if (id == word_id("d")) {
      d = true;
    } else if (id == word_id("v2") && d) {
      d_v2 = true;
    } else {
      continue;
    }
    reading.decide(i);
  }
  const bool plain_d = d && !ti && !super;
  return {ti        ? (super ? "Ti SUPER" : "Ti")
          : super   ? "SUPER"
          : plain_d ? (d_v2 ? "D v2" : "D")
                    : "",
          (ti ? 2 : 0) + (super ? 1 : 0) - (plain_d ? (d_v2 ? 2 : 1) : 0)};
}

/// "GTX 960 OEM / 970M" is more than one product.
bool several_products(const GpuWords& words, const Model& model) {
  bool slash = false;
  for (std::size_t i = model.at + 1; i < words.size(); ++i) {
    slash = slash || words[i].after_slash;
    const Parts parts = words[i].parts();
    if (slash && parts.digits.size() >= 3 && parts.digits != model.number.digits && parts.tail != "gb") {
      return true;
    }
  }
  return false;
}

std::string_view class_of(int tier) {
  return tier >= 90   ? "flagship"
         : tier >= 80 ? "high-end"
         : tier >= 70 ? "upper-mid"
         : tier >= 60 ? "mainstream"
                      : "entry";
}

/// Generation, tier, suffix, series and rank of the names since the 100 series.
void read_scheme(GpuReading& reading, const Model& model) {
  GpuName& name = reading.name;
  const std::string_view digits = model.number.digits;
  const bool mx = model.line == "mx";
  const bool four = digits.size() == 4 && (model.line == "rtx" || model.line == "gtx" || digits.front() == '1');
  if (!four && digits.size() != 3) {
    return;
  }
  const std::string leading = four ? std::string(digits.substr(0, 2)) : std::string(digits.substr(0, 1)) + "00";
  name.generation = (mx ? "MX" : "") + leading;
  std::string line(model.line);
  for (char& c : line) {
    c = static_cast<char>(c - 'a' + 'A');
  }
  name.series = line.empty() || line == "G" ? leading : mx ? *name.generation : line + " " + leading;
  if (several_products(reading.words, model)) {
    return;
  }
  const std::string tier = four ? std::string(digits.substr(2)) : std::string(digits.substr(1, 1)) + "0";
  const Suffix suffix = read_suffix(reading, model);
  if (tier != "00" && tier.find('#') == std::string::npos) {
    const int value = (tier[0] - '0') * 10 + (tier[1] - '0');
    name.tier = tier;
    name.tier_class = std::string(class_of(value));
    name.rank = value * 10 + suffix.rank;
  }
  if (!suffix.text.empty()) {
    name.suffix = suffix.text;
  }
}

const GpuRule* rule_of(const GpuWords& words, const Model& model) {
  Parts number = model.number;
  std::string_view more = model.at + 1 < words.size() ? words[model.at + 1].text : std::string_view();
  if (number.tail == "ti" || number.tail == "super" || number.tail == "d") {
    more = number.tail;
    number.tail = {};
  }
  if (model.line.empty() || model.line == "g") {
    return find_model("geforce", number, more);
  }
  // "Go", "FX", "PCX", "MX" and "RTX" are series of their own; the others share the numbers of the plain one.
  const bool own =
      model.line == "go" || model.line == "fx" || model.line == "pcx" || model.line == "mx" || model.line == "rtx";
  const std::string_view family = find_line(model.line)->family;
  const GpuRule* rule = find_model_with_letter(family, number, more);
  if (rule == nullptr && !own) {
    rule = find_model_with_letter("geforce", number, more);
  }
  number.tail = {};
  if (rule == nullptr) {
    rule = find_model(family, number, more);
  }
  return rule == nullptr && !own ? find_model("geforce", number, more) : rule;
}

bool is_laptop_number(const Model& model) {
  const std::string_view tail = model.number.tail;
  return model.line == "go" || model.number.letters == "go" || (!tail.empty() && tail.front() == 'm');
}

/// GeForce2 to GeForce4, whose digit is glued to the brand.
bool read_old(GpuReading& reading, std::size_t at) {
  const GpuWords& words = reading.words;
  const Parts brand = words[at].parts();
  if (brand.letters != "geforce" || brand.digits.size() != 1) {
    return false;
  }
  reading.name.brand = "GeForce";
  reading.decide(at);
  const std::string_view next = at + 1 < words.size() ? words[at + 1].text : std::string_view();
  const Parts number = at + 1 < words.size() ? words[at + 1].parts() : Parts();
  const GpuRule* rule = find_plain(words[at].text, next);
  if (rule == nullptr && number.letters.empty() && !number.digits.empty()) {
    rule = find_model(words[at].text, {{}, number.digits, {}});
  }
  if (rule == nullptr && number.letters == "go" && at + 2 < words.size()) {
    rule = find_model(words[at].text, {{}, words[at + 2].parts().digits, {}});
  }
  if (rule != nullptr) {
    reading.decide(at + 1);
  }
  reading.apply(rule != nullptr ? rule : find_plain(words[at].text, {}));
  if (words.has(word_id("go"))) {
    reading.set_form("laptop");
  } else if (words.has(word_id("integrated")) || words.has(word_id("igp"))) {
    reading.set_form("integrated");
  }
  return true;
}

void read_model(GpuReading& reading, Model model, bool likely) {
  const GpuWords& words = reading.words;
  GpuName& name = reading.name;
  name.brand = std::string(find_line(model.line)->brand);
  const bool cut = words.cut_off();
  std::array<char, 4> padded{'#', '#', '#', '#'};
  const bool modern = model.line == "rtx" || (model.line == "gtx" && model.number.digits.front() == '1');
  if (cut && modern) {
    // "RTX 307..." may be any 307x, and behind "RTX 3050 ..." an A may follow, which is another chip.
    const std::string_view digits = model.number.digits;
    const bool whole = digits.size() == padded.size();
    digits.copy(padded.data(), whole ? padded.size() - 1 : digits.size());
    const std::string_view known(padded.data(), padded.size());
    reading.apply(find_model(find_line(model.line)->family, {{}, known, {}}), true);
    if (name.brand == "GeForce GTX" && !name.architecture) {
      reading.apply(find_model("geforce", {{}, known, {}}), true);
    }
    if (!whole) {
      model.number.digits = known;
    }
    if (digits.size() >= 2) {
      read_scheme(reading, model);
    }
  } else {
    if (!words.is_half(model.at)) {
      reading.apply(rule_of(words, model), likely || cut);
      read_scheme(reading, model);
    }
  }
  if (is_laptop_number(model)) {
    reading.set_form("laptop");
  } else if (cut) {
    name.form_factor.reset();  // "Laptop GPU" may be what was cut off
    name.form_factor_candidates.clear();
  } else if (name.suffix == "SUPER" && (name.tier == "70" || name.tier == "80") && name.generation == "20") {
    // Drivers write SUPER for the cards and Super for the laptop parts; people write either.
    const std::size_t at = name.name.find("Super", words[model.at].end);
    if (at != std::string::npos) {
      reading.set_form("desktop|laptop");
    }
  }
}

}  // namespace

bool read_geforce(GpuReading& reading, std::size_t at) {
  const GpuWords& words = reading.words;
  const bool branded = words[at].text.substr(0, 7) == "geforce";
  if (branded && read_old(reading, at)) {
    return true;
  }
  const Model model = model_at(words, branded ? at + 1 : at);
  if (model.at == GpuWords::kNone) {
    return false;
  }
  for (std::size_t i = at; i <= model.at; ++i) {
    reading.decide(i);
  }
  read_model(reading, model, false);
  if (model.number.letters == "t") {
    reading.name.generation = "20";
    reading.name.series = "RTX 20";
  }
  return true;
}

bool read_bare_geforce(GpuReading& reading) {
  const GpuWords& words = reading.words;
  if (words.size() == 0 || words.size() > 3) {
    return false;
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::uint64_t id = words.id(i);
    if (id != word_id("ti") && id != word_id("super") && id != word_id("laptop")) {
      return false;
    }
  }
  const Parts parts = words[0].parts();
  const std::string_view digits = parts.digits;
  if (!parts.letters.empty() || digits.size() != 4 || digits[3] != '0' ||
      !(parts.tail.empty() || parts.tail == "ti" || parts.tail == "d" || parts.tail == "super")) {
    return false;
  }
  const bool rtx = digits[0] >= '2' && digits[0] <= '5' && digits[1] == '0' && digits[2] >= '5';
  const bool gtx = digits[0] == '1' && (digits[1] == '0' || digits[1] == '6') && digits[2] >= '3';
  if (!rtx && !gtx) {
    return false;
  }
  reading.name.vendor = "NVIDIA";
  reading.decide(0);
  read_model(reading, {rtx ? "rtx" : "gtx", parts, 0}, true);
  if (words.has(word_id("laptop"))) {
    reading.set_form("laptop");
  }
  return reading.name.architecture.has_value();
}

}  // namespace lossline::detail
