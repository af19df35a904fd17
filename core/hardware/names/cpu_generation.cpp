// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_generation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

using Name = std::vector<std::string>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// How many digits the text begins with.
std::size_t digits_of(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  return static_cast<std::size_t>(end - text.begin());
}

std::string ordinal(std::string_view number) {
  const bool teens = number.size() == 2 && number.front() == '1';
  const char last = number.back();
  const char* ending = teens ? "th" : last == '1' ? "st" : last == '2' ? "nd" : last == '3' ? "rd" : "th";
  return std::string(number) + ending;
}

/// The words from `at` on; empty ones where the name ends.
std::string_view word(const Name& name, std::size_t at) {
  return at < name.size() ? std::string_view(name[at]) : std::string_view();
}

/// Place of the word; the name's size when it is not there.
std::size_t place_of(const Name& name, std::string_view wanted) {
  return static_cast<std::size_t>(std::find(name.begin(), name.end(), wanted) - name.begin());
}

bool has(const Name& name, std::string_view wanted) {
  return place_of(name, wanted) < name.size();
}

/// Generation of the number after "i7-": its first digit, or the first two where the number has five digits or, as in
/// i5-1135G7, four that begin with a 1.
std::optional<std::string> core_generation(std::string_view number) {
  const std::size_t digits = digits_of(number);
  if (digits == 5 || (digits == 4 && number.front() == '1')) {
    return ordinal(number.substr(0, 2)) + " Gen Core";
  }
  if (digits == 4 || (digits == 1 && number.size() == 4 && number[1] == 'y')) {
    return ordinal(number.substr(0, 1)) + " Gen Core";
  }
  return digits == 3 ? std::optional<std::string>("1st Gen Core") : std::nullopt;
}

std::optional<std::string> core_i(const Name& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view part = name[i];
    const bool core_i = part.size() >= 2 && part[0] == 'i' && is_digit(part[1]);
    const bool core_m =
        part.size() >= 2 && part[0] == 'm' && (part[1] == '-' || (is_digit(part[1]) && part.size() > 3));
    const std::size_t dash = part.find('-');
    if ((core_i || core_m) && dash != std::string_view::npos && dash <= 2) {
      return core_generation(part.substr(dash + 1));
    }
    if (core_i && part.size() == 2) {  // "i5 CPU 650", "i7 CPU X 980", "i7 CPU Q 720"
      for (std::size_t at = i + 1; at < name.size() && name[at] != "@"; ++at) {
        if (name[at].size() == 3 && digits_of(name[at]) == 3) {
          return "1st Gen Core";
        }
      }
    }
  }
  return std::nullopt;
}

/// "Ultra 7 265U", "Core 5 120U": three digits after the class, the first counts the series.
std::optional<std::string> core_series(const Name& name) {
  const std::size_t ultra = place_of(name, "ultra");
  const bool is_ultra = ultra < name.size();
  const std::size_t at = (is_ultra ? ultra : place_of(name, "core")) + 2;
  const std::string_view number = word(name, at);
  if (digits_of(number) != 3 || (!is_ultra && digits_of(word(name, at - 1)) != 1)) {
    return std::nullopt;
  }
  return (is_ultra ? "Core Ultra Series " : "Core Series ") + std::string(number.substr(0, 1));
}

std::optional<std::string> xeon_metal(const Name& name) {
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const std::string& metal = name[i];
    const std::string_view number = name[i + 1];
    if ((metal == "platinum" || metal == "gold" || metal == "silver" || metal == "bronze") && digits_of(number) == 4 &&
        number[1] >= '1' && number[1] <= '5') {
      return "Xeon Scalable " + ordinal(number.substr(1, 1)) + " Gen";
    }
  }
  return std::nullopt;
}

std::optional<std::string> xeon(const Name& name) {
  if (const std::optional<std::string> metal = xeon_metal(name)) {
    return metal;
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view part = name[i];
    if (part.size() >= 3 && part[0] == 'e' && (part[1] == '3' || part[1] == '5' || part[1] == '7') && part[2] == '-') {
      std::string series = "Xeon E" + std::string(part.substr(1, 1));
      for (std::size_t at = i + 1; at < name.size(); ++at) {
        if (name[at].size() == 2 && name[at][0] == 'v' && is_digit(name[at][1])) {
          series += " " + name[at];
        }
      }
      return series;
    }
    if (part.size() >= 6 && (part[0] == 'e' || part[0] == 'd' || part[0] == 'w') && part[1] == '-' &&
        digits_of(part.substr(2)) == 4) {
      const char letter = static_cast<char>(part[0] - 'a' + 'A');
      return std::string("Xeon ") + letter + "-" + std::string(part.substr(2, 2)) + "00";
    }
    if (part.size() == 5 && part[0] == '6' && digits_of(part) == 4 && (part[4] == 'p' || part[4] == 'e')) {
      return "Xeon 6";
    }
  }
  return std::nullopt;
}

std::optional<std::string> intel(const Name& name) {
  if (has(name, "xeon")) {
    return xeon(name);
  }
  if (const std::optional<std::string> series = core_series(name)) {
    return series;
  }
  if (has(name, "core2")) {
    return "Core 2";
  }
  return core_i(name);
}

/// "9654" is EPYC 9004, "7h12" EPYC 7002: the first digit is the line, the fourth the generation.
std::optional<std::string> epyc(std::string_view number) {
  if (number.size() < 4 || !is_digit(number[0]) || !is_digit(number[3])) {
    return std::nullopt;
  }
  const char line = number[0], generation = number[3];
  const bool known = (line == '7' && generation >= '1' && generation <= '3') ||
                     ((line == '9' || line == '8' || line == '4') && (generation == '4' || generation == '5'));
  return known ? std::optional<std::string>(std::string("EPYC ") + line + "00" + generation) : std::nullopt;
}

std::optional<std::string> ryzen(const Name& name, std::size_t at) {
  const bool threadripper = word(name, at) == "threadripper";
  const bool ai = word(name, at) == "ai";
  const bool max = ai && starts_with(word(name, at + 1), "max");
  const std::string_view first = word(name, at);
  if (first == "embedded") {
    const std::string_view number = word(name, at + 1);
    const bool good = number.size() >= 5 && digits_of(number.substr(1)) >= 4;
    const char letter = good ? static_cast<char>(number[0] - 'a' + 'A') : ' ';
    return good ? std::optional<std::string>(std::string("Ryzen Embedded ") + letter + number[1] + "000")
                : std::nullopt;
  }
  if (first.size() == 2 && first[0] == 'z' && is_digit(first[1])) {
    return std::string("Ryzen Z") + first[1];
  }
  for (std::size_t i = at; i < name.size() && i < at + 6; ++i) {
    const std::string_view part = name[i];
    const std::size_t digits = digits_of(part);
    const std::string lead(part.substr(0, 1));
    if (digits == 4) {
      return (threadripper ? "Ryzen Threadripper " : "Ryzen ") + lead + "000";
    }
    if (digits == 3) {
      return (max ? "Ryzen AI Max " : ai ? "Ryzen AI " : "Ryzen ") + lead + "00";
    }
  }
  return std::nullopt;
}

std::optional<std::string> amd(const Name& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view part = name[i];
    if (part == "ryzen") {
      return ryzen(name, i + 1);
    }
    if (part == "epyc") {
      return epyc(word(name, i + 1));
    }
    if (starts_with(part, "fx-") && digits_of(part.substr(3)) == 4) {
      return "FX";
    }
    const bool apu = part.size() > 3 && part[0] == 'a' && digits_of(part.substr(1)) >= 1;
    if (apu && part[1 + digits_of(part.substr(1))] == '-') {
      return "A-Series";
    }
    if (part == "phenom") {
      return word(name, i + 1) == "ii" ? "Phenom II" : "Phenom";
    }
  }
  return std::nullopt;
}

std::optional<std::string> zhaoxin(const Name& name) {
  for (const std::string_view part : name) {
    if ((starts_with(part, "kx-") || starts_with(part, "kh-")) && digits_of(part.substr(3)) >= 4) {
      const std::size_t digits = digits_of(part.substr(3));
      return (part[1] == 'x' ? "KX-" : "KH-") + std::string(part.substr(3, 1)) + std::string(digits - 1, '0');
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> generation_from_name(std::string_view maker, const std::vector<std::string>& name) {
  if (maker == "Intel") {
    return intel(name);
  }
  if (maker == "AMD") {
    return amd(name);
  }
  return maker == "Zhaoxin" || maker == "Centaur" ? zhaoxin(name) : std::nullopt;
}

}  // namespace lossline
