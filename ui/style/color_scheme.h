// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>

namespace lossline {

/// Whether the desktop is set to dark. Qt 6.4 does not say, so the desktop's settings portal is asked on the session
/// bus; until it answers, and where there is none, the palette the desktop gave us is judged. Never blocks.
class ColorScheme : public QObject {
  Q_OBJECT

 public:
  explicit ColorScheme(QObject* parent = nullptr);
  [[nodiscard]] bool dark() const { return dark_; }

 Q_SIGNALS:
  void changed();

 private Q_SLOTS:
  void on_setting(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void ask();
  void take(const QVariant& value);

  bool dark_ = false;
};

}  // namespace lossline
