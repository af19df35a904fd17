// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/application_style.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QFontDatabase>
#include <QHash>
#include <QLabel>
#include <QPalette>
#include <QProxyStyle>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleFactory>
#include <QVariant>

#include "core/api/number_text.h"

namespace lossline {
namespace {

/// Fusion without underlined letters in the menus; Alt and the letter work all the same.
class QuietStyle : public QProxyStyle {
 public:
  QuietStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    return hint == SH_UnderlineShortcut ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
  }
};

QPalette palette_of(const ColorTokens& t) {
  QPalette palette;
  palette.setColor(QPalette::Window, t.window);
  palette.setColor(QPalette::WindowText, t.text);
  palette.setColor(QPalette::Base, t.field);
  palette.setColor(QPalette::AlternateBase, t.card);
  palette.setColor(QPalette::Text, t.text);
  palette.setColor(QPalette::PlaceholderText, t.muted);
  palette.setColor(QPalette::Button, t.card);
  palette.setColor(QPalette::ButtonText, t.text);
  palette.setColor(QPalette::BrightText, t.danger);
  palette.setColor(QPalette::Highlight, t.accent);
  palette.setColor(QPalette::HighlightedText, t.accent_text);
  palette.setColor(QPalette::Link, t.accent);
  palette.setColor(QPalette::LinkVisited, t.accent);
  palette.setColor(QPalette::ToolTipBase, t.card);
  palette.setColor(QPalette::ToolTipText, t.text);
  palette.setColor(QPalette::Mid, t.border);
  palette.setColor(QPalette::Light, t.card);
  palette.setColor(QPalette::Dark, t.border);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, t.disabled);
  }
  return palette;
}

QString px(double points) {
  return QString::fromStdString(fixed(points, 2)) + QStringLiteral("pt");
}
QString px(int pixels) {
  return QString::number(pixels) + QStringLiteral("px");
}

QHash<QString, QString> values_of(const ColorTokens& t, bool dark, double base_points) {
  return {{QStringLiteral("window"), t.window.name()},
          {QStringLiteral("bar"), t.bar.name()},
          {QStringLiteral("card"), t.card.name()},
          {QStringLiteral("field"), t.field.name()},
          {QStringLiteral("border"), t.border.name()},
          {QStringLiteral("grid"), t.grid.name()},
          {QStringLiteral("text"), t.text.name()},
          {QStringLiteral("muted"), t.muted.name()},
          {QStringLiteral("disabled"), t.disabled.name()},
          {QStringLiteral("accent"), t.accent.name()},
          {QStringLiteral("accent_hover"), t.accent_hover.name()},
          {QStringLiteral("accent_text"), t.accent_text.name()},
          {QStringLiteral("badge"), t.badge.name()},
          {QStringLiteral("badge_text"), t.badge_text.name()},
          {QStringLiteral("danger"), t.danger.name()},
          {QStringLiteral("danger_back"), t.danger_back.name()},
          {QStringLiteral("success"), t.success.name()},
          {QStringLiteral("notice_text"), t.notice_text.name()},
          {QStringLiteral("notice_back"), t.notice_back.name()},
          {QStringLiteral("hover"), t.hover.name()},
          {QStringLiteral("mode"), dark ? QStringLiteral("dark") : QStringLiteral("light")},
          {QStringLiteral("small_text"), px(base_points * TypeTokens::kSmall)},
          {QStringLiteral("title_text"), px(base_points * TypeTokens::kTitle)},
          {QStringLiteral("figure_text"), px(base_points * TypeTokens::kFigure)},
          {QStringLiteral("radius"), px(SpaceTokens::kRadius)},
          {QStringLiteral("field_radius"), px(SpaceTokens::kFieldRadius)},
          {QStringLiteral("field_height"), px(SpaceTokens::kFieldHeight - 2)}};
}

QString style_sheet(const QHash<QString, QString>& values) {
  QFile file(QStringLiteral(":/style/lossline.qss"));
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  const QString source = QString::fromUtf8(file.readAll());
  static const QRegularExpression name(QStringLiteral("@([a-z_]+)"));
  QString sheet;
  qsizetype done = 0;
  for (auto it = name.globalMatch(source); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    sheet += source.mid(done, match.capturedStart() - done);
    const QString value = values.value(match.captured(1));
    Q_ASSERT_X(!value.isEmpty(), "style_sheet", qPrintable(match.captured(1)));
    sheet += value;
    done = match.capturedEnd();
  }
  return sheet + source.mid(done);
}

}  // namespace

ApplicationStyle::ApplicationStyle(QApplication& application, Theme theme, QObject* parent)
    : QObject(parent), application_(application), theme_(theme) {
  application_.setStyle(new QuietStyle);  // owned by the application
  QFont font = application_.font();
  if (font.pointSizeF() > 0) {
    base_points_ = font.pointSizeF();
  }
  // Inter has figures that are easy to tell apart; where it is missing the desktop's own font serves.
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), font.family()});
  application_.setFont(font);
  connect(&desktop_, &ColorScheme::changed, this, [this] {
    if (theme_ == Theme::Auto && desktop_.dark() != dark_) {
      apply();
    }
  });
  apply();
}

void ApplicationStyle::set_theme(Theme theme) {
  theme_ = theme;
  apply();
}

void ApplicationStyle::apply() {
  dark_ = theme_ == Theme::Dark || (theme_ == Theme::Auto && desktop_.dark());
  application_.setPalette(palette_of(colors()));
  application_.setStyleSheet(style_sheet(values_of(colors(), dark_, base_points_)));
  Q_EMIT changed();
}

void set_role(QWidget* widget, const char* role) {
  set_mark(widget, "role", QString::fromLatin1(role));
}

QLabel* make_label(const QString& text, const char* role, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", QString::fromLatin1(role));
  return label;
}

void set_mark(QWidget* widget, const char* property, const QVariant& value) {
  if (widget->property(property) == value) {
    return;
  }
  widget->setProperty(property, value);
  if (widget->isVisible()) {  // before that it is polished when first shown
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
  }
}

}  // namespace lossline
