// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/hardware/names/detail/gpu_words.h"

namespace lossline::detail {

// resources/hardware/gpu_names.txt, which says how it is written. Read once, then only looked at: any thread.

/// Empty texts say nothing; "a|b" are possibilities.
struct GpuRule {
  std::string_view architecture, form_factor, generation;
};

enum class RuleGroup : char { NvidiaChips = 'n', AmdChips = 'a', IntelChips = 'i', IntelIds = 'd', Models = 'm' };

/// The rule with exactly this name, or null.
[[nodiscard]] const GpuRule* find_rule(RuleGroup group, std::string_view name);

/// The rule for `family`, a blank, and the number: "640m" before "64#m", "6##m", "###m", "640" …; or null. Behind the
/// number `more` may have to follow ("ti"): rules with it go before rules without.
[[nodiscard]] const GpuRule* find_model(std::string_view family, const Parts& number, std::string_view more = {});

/// Only the rules with the letter behind the digits; null when there is none.
[[nodiscard]] const GpuRule* find_model_with_letter(std::string_view family, const Parts& number,
                                                    std::string_view more = {});

/// The same for a rule whose name ends in a plain word, or in nothing when `word` is empty.
[[nodiscard]] const GpuRule* find_plain(std::string_view family, std::string_view word);

/// "gk110bgl" by the rule "gk1##", or null.
[[nodiscard]] const GpuRule* find_nvidia_chip(std::string_view word);

/// A chip of one to three words at `at`; `used` becomes how many. "navi23" is read as "navi 23".
[[nodiscard]] const GpuRule* find_named_chip(RuleGroup group, const GpuWords& words, std::size_t at, std::size_t& used);

}  // namespace lossline::detail
