// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lossline {

// Figures for people, made without widgets. The decimal point is a dot in every locale; units follow a plain space.
// What scripts read (files, --json) uses core/api/number_text.h instead.

/// How digits are grouped in threes.
enum class Grouping {
  NarrowSpace,  ///< U+202F, narrow no-break space, in UTF-8: for the window
  Space,        ///< a plain space: for terminals, whose fonts may lack the narrow one
  None,
};

/// 20000 → "20 000".
[[nodiscard]] std::string count_text(std::uint64_t count, Grouping grouping = Grouping::NarrowSpace);

/// Two units at most: "390 µs", "35 ms", "0.5 s", "12 s", "1 min 04 s", "1 h 04 min", "2 d 03 h". Rounded to what is
/// shown, never "60 s". Negative, not finite or beyond 100 years: "–".
[[nodiscard]] std::string duration_text(double seconds);

/// Events per second with three significant digits, without a unit: "11 300", "24.6", "0.0532". Negative or not finite:
/// "–".
[[nodiscard]] std::string rate_text(double per_second, Grouping grouping = Grouping::NarrowSpace);

/// A loss: "1.0766", "0.0712", "23.457", "3.2e-07"; "not finite" for NaN and infinities.
[[nodiscard]] std::string loss_text(double loss);

/// A share from 0 to 1 as percent: 0.96667 → "96.7 %". "0 %" and "100 %" are said only of exactly 0 and 1: 0.99999 is
/// "99.9 %". Not finite: "–".
[[nodiscard]] std::string percent_text(double share, int decimals = 1);

/// Bytes in powers of 1024: "332 B", "1.5 KiB", "7.7 GiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// Seconds left at the average pace so far; empty while nothing is known (nothing done, or no time passed), 0 when
/// done.
[[nodiscard]] std::optional<double> eta_seconds(std::uint64_t done, std::uint64_t total, double elapsed_s);

}  // namespace lossline
