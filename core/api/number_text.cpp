// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace lossline {
namespace {

template <typename T>
std::optional<T> parse_whole(std::string_view text) {
  if (!text.empty() && text.front() == '+') {  // from_chars knows no plus sign; people write one
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') {
      return std::nullopt;
    }
  }
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

template <typename... Form>
std::string written(double value, Form... form) {
  // Largest case: std::chars_format::fixed of 1.8e308 has 309 digits before the dot.
  std::array<char, 512> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form...);
  return error == std::errc{} ? std::string(buffer.data(), end) : std::string("?");
}

template <typename T>
std::string whole_text(T value) {
  std::array<char, 24> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  return parse_whole<double>(text);
}
std::optional<std::int64_t> parse_int64(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}
std::optional<std::uint64_t> parse_uint64(std::string_view text) {
  return parse_whole<std::uint64_t>(text);
}

std::string shortest(double value) {
  return written(value);
}

std::string fixed(double value, int decimals) {
  constexpr int kMost = 60;
  return written(value, std::chars_format::fixed, decimals < 0 ? 0 : (decimals > kMost ? kMost : decimals));
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value) || value == 0.0) {
    return written(value);
  }
  const double magnitude = std::floor(std::log10(std::abs(value)));
  if (magnitude < -4 || magnitude >= 15) {
    return written(value, std::chars_format::scientific, digits > 1 ? digits - 1 : 0);
  }
  const int decimals = digits - 1 - static_cast<int>(magnitude);
  return fixed(value, decimals > 0 ? decimals : 0);
}

std::string integer_text(std::int64_t value) {
  return whole_text(value);
}
std::string integer_text(std::uint64_t value) {
  return whole_text(value);
}

}  // namespace lossline
