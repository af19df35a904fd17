// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/utc_text.h"

#include <cstddef>
#include <cstdint>
#include <ctime>

#include "core/api/number_text.h"

namespace lossline {
namespace {

std::string padded(std::int64_t value, std::size_t digits) {
  const std::string text = integer_text(value);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) {
  using std::chrono::milliseconds;
  const std::int64_t ms = std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
  const std::int64_t fraction = (ms % 1000 + 1000) % 1000;  // times before 1970 count down to it
  const auto seconds = static_cast<std::time_t>((ms - fraction) / 1000);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return padded(std::int64_t{parts.tm_year} + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-" +
         padded(parts.tm_mday, 2) + "T" + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2) + ":" +
         padded(parts.tm_sec, 2) + "." + padded(fraction, 3) + "Z";
}

}  // namespace lossline
