// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): its own name
class App;
}

namespace lossline {

/// The widest line of a help text.
inline constexpr std::size_t kHelpColumns = 80;

/// Makes app.help() compact enough for a screen of 80×24: the app's description as it stands (its usage line first),
/// then one line an option, or two options a line where two neighbours are short. Positionals, which the usage line
/// tells, and options of the group "" are left out.
void use_compact_help(CLI::App& app);

/// "lossline-cli 0.1.0"
[[nodiscard]] std::string version_line(std::string_view program);

}  // namespace lossline
