// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lossline::detail {

/// A number for a word, for use in `switch` (FNV-1a, 64 bits).
constexpr std::uint64_t kWordSeed = 0xcbf29ce484222325ULL;
constexpr std::uint64_t word_id(std::string_view text, std::uint64_t id = kWordSeed) {
  for (const char c : text) {
    id = (id ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return id;
}

/// Words to look for, as bits: tells of most others, without comparing, that they are not among them.
class WordFilter {
 public:
  constexpr void add(std::uint64_t id) { bits_[slot(id)] |= bit(id); }
  [[nodiscard]] constexpr bool may_have(std::uint64_t id) const { return (bits_[slot(id)] & bit(id)) != 0; }

 private:
  // The id's upper half: its lower bits change least between words of the same end.
  static constexpr std::size_t slot(std::uint64_t id) { return id >> 40U & 15U; }
  static constexpr std::uint64_t bit(std::uint64_t id) { return std::uint64_t{1} << (id >> 34U & 63U); }
  std::array<std::uint64_t, 16> bits_{};
};

/// "rtx3070ti" as "rtx", "3070", "ti"; without digits all is letters.
struct Parts {
  std::string_view letters, digits, tail;
};

/// Without default values: most of the 48 are never looked at.
struct Word {
  std::string_view text;             ///< in lower case
  std::uint64_t id;                  ///< word_id(text)
  std::size_t begin, end;            ///< where it stands in the name
  char before;                       ///< the character before it; 0 at the start
  bool after_slash;                  ///< a slash stands between it and the word before
  bool bracketed;                    ///< inside [ ]
  bool parenthesised;                ///< inside ( )
  unsigned char digits_at, tail_at;  ///< where the parts begin
  [[nodiscard]] Parts parts() const {
    return {text.substr(0, digits_at), text.substr(digits_at, static_cast<std::size_t>(tail_at - digits_at)),
            text.substr(tail_at)};
  }
};

/// The words of a cleaned name: runs of letters and digits, dots between digits kept ("1g.10gb"), without "(R)" and
/// "(TM)". Reading ends at a UUID, after 48 words or after 1 KiB. Views point into the object: it stays where it is.
class GpuWords {
 public:
  explicit GpuWords(std::string_view name);
  GpuWords(const GpuWords&) = delete;
  GpuWords& operator=(const GpuWords&) = delete;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const Word& operator[](std::size_t i) const { return words_[i]; }
  [[nodiscard]] std::uint64_t id(std::size_t i) const { return i < count_ ? words_[i].id : 0; }
  [[nodiscard]] std::size_t find(std::uint64_t id, std::size_t from = 0) const {
    return may_have(id) ? search(id, from) : kNone;
  }
  [[nodiscard]] bool has(std::uint64_t id) const { return find(id) != kNone; }
  /// False when no word is in the filter.
  [[nodiscard]] bool may_have_any(const WordFilter& filter) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (filter.may_have(words_[i].id)) {
        return true;
      }
    }
    return false;
  }
  /// Whether the name ends in "..." or "…": nvidia-smi's table cuts names so.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  /// The last word of a name that was cut off may be half a word.
  [[nodiscard]] bool is_half(std::size_t i) const { return cut_inside_ && i + 1 == count_; }

  /// False when no word has this id; most questions end here.
  [[nodiscard]] bool may_have(std::uint64_t id) const { return (seen_ >> (id & 63U) & 1U) != 0; }

 private:
  [[nodiscard]] std::size_t search(std::uint64_t id, std::size_t from) const;

  static constexpr std::size_t kMostWords = 48, kMostBytes = 1024;
  std::array<char, kMostBytes> lower_;
  std::array<Word, kMostWords> words_;
  std::size_t count_ = 0;
  std::uint64_t seen_ = 0;  ///< a bit for the low bits of each id
  bool cut_off_ = false, cut_inside_ = false;
};

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] bool all_digits(std::string_view text);

}  // namespace lossline::detail
