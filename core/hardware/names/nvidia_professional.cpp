// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's names without GeForce: TITAN, Quadro, NVS, RTX, Tesla and data centre, mining, embedded, chipsets.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

void tell(GpuReading& reading, std::string_view brand, const GpuRule* rule) {
  reading.name.brand = std::string(brand);
  reading.apply(rule, reading.words.cut_off());
}

/// The digits of a number that was cut off, with "#" for those that are missing of four.
std::string_view pad(const GpuWords& words, std::size_t i, std::string_view digits, std::array<char, 4>& room) {
  if (!words.is_half(i) || digits.empty() || digits.size() > room.size()) {
    return digits;
  }
  room.fill('#');
  digits.copy(room.data(), digits.size());
  return {room.data(), room.size()};
}

bool read_embedded(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const bool drive = words.has(word_id("drive"));
  const bool branded = drive || words.has(word_id("jetson")) || words.has(word_id("tegra"));
  bool any = branded;
  const GpuRule* best = nullptr;
  // "Jetson Orin Nano": the chip's own name goes before the size of the board.
  constexpr std::string_view kOwn[] = {"thor", "orin", "xavier"};
  for (const std::string_view own : kOwn) {
    if (const std::size_t at = words.find(word_id(own)); at != GpuWords::kNone && best == nullptr) {
      best = find_plain("embedded", own);
      reading.decide(at);
      any = true;
    }
  }
  for (std::size_t i = 0; branded && best == nullptr && i < words.size(); ++i) {
    best = find_plain("embedded", words[i].text);
    if (best != nullptr) {
      reading.decide(i);
    }
  }
  if (!any) {
    return false;
  }
  tell(reading, drive ? "DRIVE" : "Jetson/Tegra", best);
  reading.set_form("embedded");
  return true;
}

bool read_mining(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Parts parts = words[i].parts();
    if (words[i].id == word_id("cmp") && i + 1 < words.size()) {
      const Parts number = words[i + 1].parts();
      const std::string_view more = i + 2 < words.size() ? words[i + 2].text : std::string_view();
      tell(reading, "CMP", find_model("cmp", {{}, number.digits, {}}, more));
      reading.set_form("mining");
      reading.decide(i);
      reading.decide(i + 1);
      reading.decide(all_digits(more) ? i + 2 : words.size());
      return true;
    }
    const bool board =
        parts.letters == "p" && parts.digits.size() == 3 && parts.digits.substr(0, 2) == "10" && parts.digits != "100";
    if (board && (parts.tail == "m" || (i + 1 < words.size() && words[i + 1].before == '-'))) {
      tell(reading, "Mining", find_model("mining", {"p", parts.digits, {}}));
      reading.decide(i);
      return true;
    }
  }
  return false;
}

bool read_titan(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const std::size_t at = words.find(word_id("titan"));
  if (at == GpuWords::kNone) {
    return false;
  }
  const bool gtx = at > 0 && words.id(at - 1) == word_id("gtx");
  const std::string_view next = at + 1 < words.size() ? words[at + 1].text : std::string_view();
  const bool pascal = next == "x" && words.id(at + 2) == word_id("pascal");
  const GpuRule* rule = pascal ? find_plain("titan", "x pascal") : gtx ? find_plain("gtx titan", next) : nullptr;
  rule = rule == nullptr ? find_plain("titan", next) : rule;
  reading.decide(gtx ? at - 1 : words.size());
  reading.decide(at);
  reading.decide(rule != nullptr ? at + 1 : words.size());
  const bool bare = next.empty() || gtx;
  tell(reading, "TITAN", rule != nullptr ? rule : bare ? find_plain("titan", {}) : nullptr);
  reading.set_form("desktop");
  reading.name.generation = "TITAN";
  return true;
}

/// Quadro and what follows it.
bool read_quadro(GpuReading& reading) {
  const GpuWords& words = reading.words;
  std::size_t at = 0;
  while (at < words.size() && words[at].text.substr(0, 6) != "quadro") {
    ++at;
  }
  if (at == words.size()) {
    return false;
  }
  reading.decide(at);
  std::string family(words[at].text);
  std::string brand = "Quadro";
  std::size_t next = at + 1;
  switch (words.id(next)) {
    case word_id("fx"):
    case word_id("nvs"):
    case word_id("plex"):
    case word_id("vx"):
    case word_id("rtx"):
      family += ' ';
      family += words[next].text;
      brand = words.id(next) == word_id("rtx") ? "Quadro RTX" : words.id(next) == word_id("nvs") ? "Quadro NVS" : brand;
      reading.decide(next);
      ++next;
      break;
    default:
      break;
  }
  if (next >= words.size()) {
    tell(reading, brand, words.cut_off() ? nullptr : find_plain(family, {}));
    reading.set_form("workstation");
    return true;
  }
  Parts number = words[next].parts();
  std::array<char, 4> padded{};
  number.digits = pad(words, next, number.digits, padded);
  const std::string_view more = next + 1 < words.size() ? words[next + 1].text : std::string_view();
  const GpuRule* rule = number.digits.empty() ? find_plain(family, words[next].text) : find_model(family, number, more);
  if (rule == nullptr && family == "quadro4" && !number.digits.empty()) {
    rule = find_model(family, {{}, number.digits, {}});
  }
  reading.decide(next);
  tell(reading, brand,
       rule != nullptr ? rule : find_plain(family, number.digits.empty() && family != "quadro" ? "" : "-"));
  if (!reading.name.form_factor && reading.name.form_factor_candidates.empty()) {
    reading.set_form("workstation");
  }
  const bool go = words.has(word_id("go")) || words.has(word_id("gogl"));
  if ((!number.tail.empty() && number.tail.front() == 'm') || go) {
    reading.set_form("laptop");
  }
  return true;
}

bool read_nvs(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const std::size_t at = words.find(word_id("nvs"));
  if (at == GpuWords::kNone || at + 1 >= words.size() || words.has(word_id("grid"))) {
    return false;
  }
  const Parts number = words[at + 1].parts();
  reading.decide(at);
  reading.decide(at + 1);
  tell(reading, "NVS", number.digits.empty() ? nullptr : find_model("nvs", number));
  reading.set_form(!number.tail.empty() && number.tail.front() == 'm' ? "laptop" : "workstation");
  return true;
}

/// "RTX 3080" is a GeForce whose brand was left out; "RTX 4000", "RTX A2000" and "RTX PRO 6000" are workstation cards.
bool is_geforce_number(std::string_view digits) {
  return digits.size() == 4 && digits[1] == '0' && digits[2] >= '5' && digits[3] == '0';
}

bool read_rtx(GpuReading& reading) {
  const GpuWords& words = reading.words;
  std::size_t at = 0;
  while (at < words.size() && words[at].text.substr(0, 3) != "rtx") {
    ++at;
  }
  if (at == words.size() || words.has(word_id("grid"))) {
    return false;
  }
  Parts number = words[at].parts();
  reading.decide(at);
  const bool pro = words.id(at + 1) == word_id("pro");
  if (number.digits.empty()) {
    const std::size_t next = at + (pro ? 2U : 1U);
    if (next >= words.size()) {
      return false;
    }
    number = words[next].parts();
    reading.decide(next);
  } else {
    number.letters.remove_prefix(3);  // "RTXA6000"
  }
  if (number.letters.empty() && is_geforce_number(number.digits) && !pro) {
    return read_geforce(reading, at);
  }
  if (number.digits.empty() && number.letters != "a") {
    return false;
  }
  const bool ada = words.has(word_id("ada"));
  std::array<char, 4> padded{};
  number.digits = pad(words, at + (all_digits(words[at].parts().digits) ? 0U : pro ? 2U : 1U), number.digits, padded);
  const GpuRule* rule = pro ? find_plain("rtx pro", {}) : find_model("rtx", number);
  const bool passive = number.tail == "p";  // "RTX6000P-24Q", with a fan of the server's
  tell(reading, pro ? "RTX PRO" : ada ? "RTX Ada" : number.letters == "a" ? "RTX A" : "RTX", passive ? nullptr : rule);
  if (ada) {
    reading.name.generation = "Ada";
    if (words.has(word_id("sff"))) {
      reading.name.suffix = "SFF";
    }
  } else if (pro) {
    reading.name.generation = "Blackwell";
    reading.set_architecture("Blackwell", words.cut_off());
  }
  if (!reading.name.form_factor) {
    reading.set_form("workstation");
  }
  return true;
}

/// "Tesla V100", "GRID K2", "NVIDIA A100", "H100".
bool read_datacenter(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const bool tesla = words.has(word_id("tesla")), grid = words.has(word_id("grid"));
  const std::string_view brand = tesla ? "Tesla" : grid ? "GRID" : "NVIDIA Data Center";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Parts parts = words[i].parts();
    const bool rtx = grid && (parts.letters == "rtx" || words[i].id == word_id("rtx"));
    const GpuRule* rule = nullptr;
    if (rtx && parts.digits.empty() && i + 1 < words.size()) {
      const Parts next = words[i + 1].parts();
      rule = find_model("grid rtx", {next.letters, next.digits, {}});
      reading.decide(rule != nullptr ? i + 1 : words.size());
    } else if (rtx) {
      rule = find_model("grid rtx", {{}, parts.digits, {}});
    } else if (parts.letters.empty() || parts.letters.size() > 2 || parts.digits.empty() || parts.digits.size() > 4) {
      rule = tesla || grid ? find_plain(tesla ? "tesla" : "grid", words[i].text) : nullptr;
      rule = words[i].id == word_id("rubin") ? find_plain("nvidia", "rubin") : rule;
    } else {
      const Parts base{parts.letters, parts.digits, {}};
      rule = tesla ? find_model("tesla", base) : grid ? find_model("grid", base) : nullptr;
      rule = rule == nullptr ? find_model("nvidia", base) : rule;
    }
    if (rule == nullptr) {
      continue;
    }
    const bool chip_of_another = find_nvidia_chip(words[i].text) != nullptr && !tesla && i + 1 < words.size() &&
                                 words[i + 1].bracketed && !words[i].bracketed;
    if (chip_of_another) {
      continue;
    }
    reading.decide(words.find(word_id(tesla ? "tesla" : "grid")));
    reading.decide(i);
    const bool bench = rule->form_factor != "datacenter";
    tell(reading,
         parts.letters == "gb" && parts.digits == "10" ? "DGX Spark"
         : bench && !tesla && !grid                    ? "NVIDIA T"
                                                       : brand,
         rule);
    return true;
  }
  if (tesla || grid) {
    reading.name.brand = std::string(brand);
    reading.set_form("datacenter");
    reading.decide(words.find(word_id(tesla ? "tesla" : "grid")));
  }
  return tesla || grid;
}

/// Graphics of chipsets and of the time before GeForce.
bool read_old(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string_view brand;
    switch (words.id(i)) {
      case word_id("ion"):
        brand = "ION";
        break;
      case word_id("nforce"):
        brand = "nForce";
        break;
      case word_id("riva"):
        brand = "RIVA";
        break;
      case word_id("vanta"):
        brand = "Vanta";
        break;
      case word_id("tnt2"):
        brand = "RIVA";
        break;
      case word_id("xgpu"):
        brand = "XGPU";
        break;
      case word_id("stg2000x"):
        brand = "STG";
        break;
      default:
        continue;
    }
    const Word* next = i + 1 < words.size() ? &words[i + 1] : nullptr;
    const GpuRule* rule = nullptr;
    if (next != nullptr) {
      const Parts number = next->parts();
      rule = number.letters.empty() && !number.digits.empty() && brand == "nForce"
                 ? find_model(words[i].text, {{}, number.digits, {}})
                 : find_plain(words[i].text, next->text);
      reading.decide(rule != nullptr ? i + 1 : words.size());
    }
    reading.decide(i);
    tell(reading, brand, rule != nullptr ? rule : find_plain(words[i].text, {}));
    return true;
  }
  return false;
}

/// "GTX 1080", "GT730", "MX150": a GeForce whose brand was left out.
bool read_line(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view line = words[i].parts().letters;
    if ((line == "gtx" || line == "gts" || line == "gt" || line == "mx") && read_geforce(reading, i)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool read_nvidia_professional(GpuReading& reading) {
  return read_titan(reading) || read_quadro(reading) || read_embedded(reading) || read_mining(reading) ||
         read_nvs(reading) || read_rtx(reading) || read_datacenter(reading) || read_old(reading) || read_line(reading);
}

}  // namespace lossline::detail
