// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QString>

#include "core/api/hardware_facts.h"

class QLabel;
class QWidget;

namespace lossline {

// Facts of a machine as the cards show them. Texts of devices and files are plain text, never markup.

[[nodiscard]] QString from_utf8(const std::string& text);
/// Empty where the fact is: FactRows shows a dash then.
[[nodiscard]] QString text_or_empty(const std::optional<std::string>& text);
[[nodiscard]] QString number_or_empty(const std::optional<int>& number);

/// The text with places inside its long words where a line may break: one word must not make a card wider.
[[nodiscard]] QString breakable(const QString& text);

/// A label that wraps and can be selected, also inside a long word.
[[nodiscard]] QLabel* wrapped_label(const QString& text, const char* role, QWidget* parent);

/// Who says so, for a tool tip: "Source: NVIDIA's driver, certain". Empty when nobody does.
[[nodiscard]] QString source_tip(const HardwareFacts& facts, const std::string& path);
/// The source alone: "NVIDIA's driver". Empty when nobody is known to say so.
[[nodiscard]] QString source_name(const HardwareFacts& facts, const std::string& path);

}  // namespace lossline
