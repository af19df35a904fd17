// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin that Qt loads into the real program by QT_QPA_GENERIC_PLUGINS: the program is driven from inside, as it is
// built, without a hook of its own.
#include <QGenericPlugin>
#include <QTimer>

#include "tests/gui/driver/scenarios.h"

namespace lossline::test {

class DriverPlugin : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "driver.json")

 public:
  QObject* create(const QString& /*key*/, const QString& /*specification*/) override {
    auto* driver = new QObject(this);
    // The program's own widgets do not exist yet: begin with its event loop.
    QTimer::singleShot(0, driver, [] {
      play(qEnvironmentVariable("LOSSLINE_TEST_SCENARIO"), qEnvironmentVariable("LOSSLINE_TEST_FOLDER"));
    });
    return driver;
  }
};

}  // namespace lossline::test

#include "driver_plugin.moc"
