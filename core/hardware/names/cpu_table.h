// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lossline {

/// A text as words in lower case, without "(R)", "(TM)" and commas: what name patterns are held against.
[[nodiscard]] std::vector<std::string> name_words(std::string_view text);

/// Alternatives of words that follow each other: "i?-12##0*, EPYC 9*". # is a digit, ? any character, * any rest of
/// the word.
class NamePattern {
 public:
  NamePattern() = default;
  explicit NamePattern(std::string_view text);

  [[nodiscard]] bool empty() const { return alternatives_.empty(); }
  /// Whether an alternative stands anywhere in the name.
  [[nodiscard]] bool fits(const std::vector<std::string>& name) const;
  /// Whether an alternative stands at the name's beginning.
  [[nodiscard]] bool begins(const std::vector<std::string>& name) const;

 private:
  std::vector<std::vector<std::string>> alternatives_;
};

/// "0x10-0x1f,3": whole numbers and ranges of them.
class NumberSet {
 public:
  NumberSet() = default;
  explicit NumberSet(std::string_view text);

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] bool has(int number) const;

 private:
  std::vector<std::pair<int, int>> ranges_;
};

/// A row of resources/hardware/cpu_names.txt; what a kind of row has no cell for stays empty.
struct CpuRow {
  std::string kind;                 ///< "x86", "arm", "riscv", "uarch", "name", "machine", "invented"
  std::vector<std::string> makers;  ///< x86
  int family = -1;                  ///< x86; the implementer of an ARM part
  NumberSet models;                 ///< x86; the part of ARM
  NumberSet steppings;              ///< x86; the variant of ARM; empty: any
  NamePattern name;                 ///< empty: whatever the name is
  std::string key;                  ///< "0x710/0x8000000058000001", "2964"
  std::vector<std::string> cores;   ///< one, or the candidates: "Zen 4 + Zen 4c"
  std::string codename, generation;
  bool likely = false;
};

/// The whole table, read once. Any thread.
[[nodiscard]] const std::vector<CpuRow>& cpu_table();

/// Reads rows; a line that is none is left out and counted in `bad_lines`.
[[nodiscard]] std::vector<CpuRow> parse_cpu_table(std::string_view text, int& bad_lines);

}  // namespace lossline
