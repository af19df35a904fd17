// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/color_scheme.h"

#include <QColor>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>
#include <QTimer>

namespace lossline {
namespace {

const QString& group_name() {
  static const QString name = QStringLiteral("org.freedesktop.appearance");
  return name;
}
const QString& key_name() {
  static const QString name = QStringLiteral("color-scheme");
  return name;
}
const QString& service_name() {
  static const QString name = QStringLiteral("org.freedesktop.portal.Desktop");
  return name;
}
const QString& path_name() {
  static const QString name = QStringLiteral("/org/freedesktop/portal/desktop");
  return name;
}
const QString& interface_name() {
  static const QString name = QStringLiteral("org.freedesktop.portal.Settings");
  return name;
}

}  // namespace

ColorScheme::ColorScheme(QObject* parent) : QObject(parent) {
  const QPalette palette = QGuiApplication::palette();
  dark_ = palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
  // Connecting to the bus takes milliseconds that the first paint should not wait for.
  QTimer::singleShot(0, this, &ColorScheme::ask);
}

void ColorScheme::ask() {
  // Without the variable Qt would try to start a bus, which takes long and gains nothing.
  if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
    return;
  }
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) {
    return;
  }
  bus.connect(service_name(), path_name(), interface_name(), QStringLiteral("SettingChanged"), this,
              SLOT(on_setting(QString, QString, QDBusVariant)));
  QDBusMessage question =
      QDBusMessage::createMethodCall(service_name(), path_name(), interface_name(), QStringLiteral("Read"));
  question << group_name() << key_name();
  auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
    const QDBusPendingReply<QDBusVariant> reply = *watcher;
    if (reply.isValid()) {
      take(reply.value().variant());
    }
    watcher->deleteLater();
  });
}

void ColorScheme::on_setting(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == group_name() && key == key_name()) {
    take(value.variant());
  }
}

void ColorScheme::take(const QVariant& value) {
  // Some portals wrap the answer once more.
  const QVariant inner = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
  constexpr uint kPreferDark = 1;
  const bool dark = inner.toUInt() == kPreferDark;
  if (dark != dark_) {
    dark_ = dark;
    Q_EMIT changed();
  }
}

}  // namespace lossline
