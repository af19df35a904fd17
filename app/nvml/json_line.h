// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lossline {

/// One JSON object or list as text, written member by member. Names and texts must be clean_text(): only quotes and
/// backslashes are escaped. What is empty becomes null.
class JsonLine {
 public:
  explicit JsonLine(char open) : text_(1, open), close_(open == '{' ? '}' : ']') {}

  void text(std::string_view name, const std::optional<std::string>& value);
  void number(std::string_view name, const std::optional<std::uint64_t>& value);
  void real(std::string_view name, const std::optional<double>& value);
  void flag(std::string_view name, bool value);
  /// `json` is JSON already.
  void raw(std::string_view name, std::string_view json);
  [[nodiscard]] std::string done() const { return text_ + close_; }

  [[nodiscard]] static std::string quoted(std::string_view text);

 private:
  std::string text_;
  char close_;
};

}  // namespace lossline
