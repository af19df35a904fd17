// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/progress_text.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr const char* kUnknown = "–";

std::string grouped(const std::string& digits, Grouping grouping) {
  if (grouping == Grouping::None) {
    return digits;
  }
  const std::string_view separator = grouping == Grouping::Space ? " " : "\u202f";
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      result += separator;
    }
    result += digits[i];
  }
  return result;
}

// Two units: "1 min 04 s".
std::string pair_text(std::uint64_t big, std::string_view big_unit, std::uint64_t small, std::string_view small_unit) {
  std::string text = integer_text(big);
  text += ' ';
  text += big_unit;
  text += small < 10 ? " 0" : " ";
  text += integer_text(small);
  text += ' ';
  text += small_unit;
  return text;
}

// To `digits` significant digits, so that what is written has no digit more ("9.996" is "10.0", not "10.00").
double rounded(double value, int digits) {
  if (!(std::abs(value) > 1e-300 && std::abs(value) < 1e300)) {  // beyond, the unit itself would be 0 or infinite
    return value;
  }
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (digits - 1));
  return unit >= 1 ? std::round(value / unit) * unit : std::round(value * (1 / unit)) / (1 / unit);
}

}  // namespace

std::string count_text(std::uint64_t count, Grouping grouping) {
  return grouped(integer_text(count), grouping);
}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400, kHundredYears = 36525 * kDay;
  if (!(seconds >= 0 && seconds <= kHundredYears)) {
    return kUnknown;
  }
  if (seconds == 0) {
    return "0 s";
  }
  // The limits are where rounding reaches the next unit.
  if (seconds < 999.5e-6) {
    return fixed(seconds * 1e6, 0) + " µs";
  }
  if (seconds < 0.0995) {
    return fixed(seconds * 1e3, seconds < 9.95e-3 ? 1 : 0) + " ms";
  }
  if (seconds < 9.95) {
    return fixed(seconds, 1) + " s";
  }
  const auto whole = static_cast<std::uint64_t>(std::round(seconds));
  if (whole < static_cast<std::uint64_t>(kMinute)) {
    return integer_text(whole) + " s";
  }
  if (whole < static_cast<std::uint64_t>(kHour)) {
    return pair_text(whole / 60, "min", whole % 60, "s");
  }
  const auto minutes = static_cast<std::uint64_t>(std::round(seconds / kMinute));
  if (minutes < 24 * 60) {
    return pair_text(minutes / 60, "h", minutes % 60, "min");
  }
  const auto hours = static_cast<std::uint64_t>(std::round(seconds / kHour));
  return pair_text(hours / 24, "d", hours % 24, "h");
}

std::string rate_text(double per_second, Grouping grouping) {
  if (!std::isfinite(per_second) || per_second < 0) {
    return kUnknown;
  }
  const double shown = rounded(per_second, 3);
  if (shown < 1000) {
    return significant(shown, 3);
  }
  return shown < 1e15 ? grouped(fixed(shown, 0), grouping) : significant(shown, 3);
}

std::string loss_text(double loss) {
  if (!std::isfinite(loss)) {
    return "not finite";
  }
  const double size = std::abs(rounded(loss, 5));
  if (size == 0) {
    return "0";
  }
  if (size < 1e-3) {
    return significant(rounded(loss, 2), 2);
  }
  if (size < 1e-2) {
    return significant(rounded(loss, 3), 3);
  }
  if (size < 10) {
    return fixed(loss, 4);
  }
  return size < 1e5 ? significant(rounded(loss, 5), 5) : significant(rounded(loss, 3), 3);
}

std::string percent_text(double share, int decimals) {
  if (!std::isfinite(share)) {
    return kUnknown;
  }
  if (share == 0 || share == 1) {
    return share == 0 ? "0 %" : "100 %";
  }
  // Neither "0.0 %" nor "100.0 %" of something that is not quite so.
  const double step = std::pow(10.0, -decimals);
  double percent = share * 100;
  if (share > 0 && share < 1) {
    percent = std::fmin(std::fmax(percent, step), 100 - step);
  }
  return fixed(percent, decimals) + " %";
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) {
    return integer_text(bytes) + " B";
  }
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {  // 1023.95 is written "1024.0"
    value /= 1024;
    ++unit;
  }
  std::string text = fixed(value, 1);
  text += ' ';
  text += kUnits[unit];
  return text;
}

std::optional<double> eta_seconds(std::uint64_t done, std::uint64_t total, double elapsed_s) {
  if (done >= total) {
    return 0.0;
  }
  if (done == 0 || !std::isfinite(elapsed_s) || elapsed_s <= 0) {
    return std::nullopt;
  }
  return elapsed_s / static_cast<double>(done) * static_cast<double>(total - done);
}

}  // namespace lossline
