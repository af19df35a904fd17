// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// A name as firmware, drivers and tables give it, made fit to show: valid UTF-8 on one line. Invalid bytes become
/// U+FFFD, control and direction-changing characters go, runs of blanks become one, and at most 256 characters stay.
[[nodiscard]] std::string clean_text(std::string_view raw);

/// A text with paths and words of others in it, fit for one line of a terminal: what clean_text() takes out or replaces
/// is a question mark here, and nothing is cut or folded.
[[nodiscard]] std::string terminal_text(std::string_view raw);

/// Without blanks, tabs, line ends and NULs at either end.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// ASCII letters in lower case; all other bytes as they are.
[[nodiscard]] std::string lower(std::string_view text);

/// Pieces between blanks, empty ones left out. The views point into `text`.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);

/// Takes the first line off `rest`, without its end. Only while `rest` is not empty.
[[nodiscard]] std::string_view next_line(std::string_view& rest);

[[nodiscard]] bool starts_with(std::string_view text, std::string_view prefix);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);

}  // namespace lossline
