// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace lossline::detail {

/// What a report holds beyond what this version understands, so that saving it again loses nothing. As text
/// (RunReport::unknown_json): one line of JSON {"keys": …, "columns": […]}, then, where there are extra history
/// columns, one line for each row with its extra values, commas between.
struct UnknownHead {
  /// Column names beyond epoch and train_loss.
  std::vector<std::string> columns;
  /// Lines of extra values; a view into the text parsed.
  std::string_view rows;
};

/// The text for: `file`, the document read; `known`, the same written from what was understood of it. Empty when there
/// is nothing beyond.
[[nodiscard]] std::string unknown_text(const nlohmann::ordered_json& file, const nlohmann::ordered_json& known,
                                       const std::vector<std::string>& columns, const std::string& rows);

/// Puts back into `known` what `text` keeps. A text that is none of ours changes nothing.
UnknownHead restore_unknown(nlohmann::ordered_json& known, std::string_view text);

}  // namespace lossline::detail
