// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace lossline {

/// Colours by what they are for. Text on a background keeps at least 4.5 : 1 (WCAG AA).
struct ColorTokens {
  QColor window;        ///< behind the cards
  QColor bar;           ///< menu and status bar
  QColor card;          ///< cards, dialogs
  QColor field;         ///< editors
  QColor border;        ///< hair lines round cards and editors
  QColor grid;          ///< lines in the chart, empty part of a meter
  QColor text;          ///< what is read
  QColor muted;         ///< labels, units, hints
  QColor disabled;      ///< what can't be used now
  QColor accent;        ///< the main action, the current curve
  QColor accent_hover;  ///< under the pointer
  QColor accent_text;   ///< on accent
  QColor badge;         ///< behind a badge
  QColor badge_text;    ///< on badge
  QColor danger;        ///< faults
  QColor danger_back;   ///< behind an error message
  QColor success;       ///< a finished run
  QColor notice_text;   ///< on notice_back
  QColor notice_back;   ///< behind an information
  QColor hover;         ///< menu entries and plain buttons under the pointer
  QColor second_curve;  ///< an opened report beside the run
  QColor third_curve;   ///< further ones
  QColor fourth_curve;
};

/// Lengths in device-independent pixels.
struct SpaceTokens {
  static constexpr int kGap = 10;          ///< between cards, and round them
  static constexpr int kCardPadding = 12;  ///< inside a card
  static constexpr int kRowGap = 5;        ///< between the rows of a card
  static constexpr int kLabelWidth = 92;   ///< of a form's labels
  static constexpr int kRadius = 8;        ///< of a card's corners
  static constexpr int kFieldRadius = 6;   ///< of an editor's or button's corners
  static constexpr int kFieldHeight = 26;
  static constexpr int kLeftColumn = 254;
  static constexpr int kRightColumn = 276;
};

/// Sizes of text as shares of the desktop's own.
struct TypeTokens {
  static constexpr double kSmall = 0.88;
  static constexpr double kTitle = 1.12;
  static constexpr double kFigure = 1.45;
};

[[nodiscard]] const ColorTokens& light_tokens();
[[nodiscard]] const ColorTokens& dark_tokens();

}  // namespace lossline
