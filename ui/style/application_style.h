// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/style/color_scheme.h"
#include "ui/style/tokens.h"

class QApplication;
class QLabel;
class QWidget;

namespace lossline {

enum class Theme { Auto, Light, Dark };

/// The look of the whole program: one style sheet and one palette, both made from the tokens. Widgets say what they are
/// (set_role), never how they look.
class ApplicationStyle : public QObject {
  Q_OBJECT

 public:
  /// Applies the theme at once. With Theme::Auto it follows the desktop, also when that changes later.
  ApplicationStyle(QApplication& application, Theme theme, QObject* parent = nullptr);

  void set_theme(Theme theme);
  [[nodiscard]] Theme theme() const { return theme_; }
  [[nodiscard]] bool dark() const { return dark_; }
  [[nodiscard]] const ColorTokens& colors() const { return dark_ ? dark_tokens() : light_tokens(); }

 Q_SIGNALS:
  /// What paints by itself (the chart) takes its colours anew.
  void changed();

 private:
  void apply();

  QApplication& application_;
  ColorScheme desktop_;
  Theme theme_;
  bool dark_ = false;
  double base_points_ = 10;
};

/// Names what a widget is, for the style sheet: "card", "heading", "label", "value", "figure", "hint", "fault", "name",
/// "badge", "primary" … Works before and after the widget is shown.
void set_role(QWidget* widget, const char* role);
/// A label of that role; the caller's layout owns it.
[[nodiscard]] QLabel* make_label(const QString& text, const char* role, QWidget* parent = nullptr);
/// Sets a property that the style sheet tests ("fault", "state") and shows its effect.
void set_mark(QWidget* widget, const char* property, const QVariant& value);

}  // namespace lossline
