// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/detail/gpu_words.h"

#include <algorithm>

namespace lossline::detail {
namespace {

constexpr std::uint64_t kUuid = word_id("uuid");

/// Of each byte: what it is in lower case when words are made of it, else 0.
constexpr std::array<char, 256> make_lower() {
  std::array<char, 256> table{};
  for (unsigned c = 1; c < table.size(); ++c) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool wordy = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
    table[c] = wordy ? static_cast<char>(upper ? c - 'A' + 'a' : c) : '\0';
  }
  return table;
}
constexpr std::array<char, 256> kLower = make_lower();

char lower_of(char c) {
  return kLower[static_cast<unsigned char>(c)];
}

bool is_wordy(char c) {
  return lower_of(c) != '\0';
}

/// Bytes of a trademark sign at the start of `text`, or 0.
std::size_t trademark(std::string_view text) {
  constexpr std::string_view kSigns[] = {"(R)", "(r)", "(TM)", "(tm)", "\xC2\xAE", "\xE2\x84\xA2"};
  for (const std::string_view sign : kSigns) {
    if (text.substr(0, sign.size()) == sign) {
      return sign.size();
    }
  }
  return 0;
}

/// The name without the dots it was cut off with.
std::string_view without_dots(std::string_view name, bool& cut_off, bool& cut_inside) {
  constexpr std::string_view kEnds[] = {"...", "\xE2\x80\xA6"};
  for (const std::string_view end : kEnds) {
    if (name.size() >= end.size() && name.substr(name.size() - end.size()) == end) {
      name.remove_suffix(end.size());
      cut_off = true;
      cut_inside = !name.empty() && is_wordy(name.back());
      break;
    }
  }
  return name;
}

}  // namespace

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

namespace {

/// The word's first digit, and the first character behind its digits. Long words have no parts that mean anything.
void split(Word& word) {
  constexpr std::size_t kLongest = 255;
  const std::size_t size = std::min(word.text.size(), kLongest);
  std::size_t at = 0;
  while (at < size && !is_digit(word.text[at])) {
    ++at;
  }
  word.digits_at = static_cast<unsigned char>(at);
  while (at < size && is_digit(word.text[at])) {
    ++at;
  }
  word.tail_at = static_cast<unsigned char>(at);
}

}  // namespace

GpuWords::GpuWords(std::string_view name) {
  name = without_dots(name, cut_off_, cut_inside_).substr(0, kMostBytes);
  bool bracketed = false, parenthesised = false;
  char before = 0;
  bool slash = false;
  for (std::size_t at = 0; at < name.size() && count_ < kMostWords;) {
    const char c = name[at];
    if (const std::size_t sign = c == '(' || static_cast<unsigned char>(c) >= 0x80 ? trademark(name.substr(at)) : 0) {
      at += sign;
      before = ' ';
      continue;
    }
    if (!is_wordy(c)) {
      bracketed = c == '[' || (bracketed && c != ']');
      parenthesised = c == '(' || (parenthesised && c != ')');
      slash = slash || c == '/';
      before = c;
      ++at;
      continue;
    }
    Word& word = words_[count_];
    const std::size_t begin = at;
    std::uint64_t id = kWordSeed;
    while (at < name.size()) {
      char letter = lower_of(name[at]);
      if (letter == '\0') {
        if (name[at] != '.' || at + 1 == name.size() || !is_wordy(name[at + 1])) {
          break;
        }
        letter = '.';
      } else if (static_cast<unsigned char>(letter) >= 0x80 && trademark(name.substr(at)) != 0) {
        break;
      }
      lower_[at] = letter;
      id = (id ^ static_cast<unsigned char>(lower_[at])) * 0x100000001b3ULL;
      ++at;
    }
    if (id == kUuid) {
      break;
    }
    word = {{lower_.data() + begin, at - begin}, id, begin, at, before, slash, bracketed, parenthesised, 0, 0};
    split(word);
    seen_ |= std::uint64_t{1} << (id & 63U);
    ++count_;
    before = 0;
    slash = false;
  }
}

std::size_t GpuWords::search(std::uint64_t id, std::size_t from) const {
  for (std::size_t i = from; i < count_; ++i) {
    if (words_[i].id == id) {
      return i;
    }
  }
  return kNone;
}

}  // namespace lossline::detail
