// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/application.h"

#include <clocale>
#include <cstdlib>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "app/console/console.h"
#include "app/console/exit_code.h"

namespace lossline {
namespace {

constexpr const char* kWithoutDisplay = "use lossline-cli, which needs none, as in: lossline-cli train iris";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

struct QtMessage {
  QtMsgType type;
  QString text;
};

std::vector<QtMessage>& held_messages() {
  static std::vector<QtMessage> messages;
  return messages;
}

/// While the display is opened, Qt's own words are held back: when it fails they end in abort().
void hold_message(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text) {
  if (type != QtFatalMsg) {
    held_messages().push_back({type, text});
    return;
  }
  const char* display = std::getenv(is_set("DISPLAY") ? "DISPLAY" : "WAYLAND_DISPLAY");
  const std::string which = display == nullptr ? std::string("asked for") : "\"" + std::string(display) + "\"";
  say_error("the display " + which + " can't be opened; " + kWithoutDisplay);
  std::_Exit(kWrongUsage);
}

/// Makes QApplication's constructor run under hold_message().
char** quietly(char** argv) {
  qInstallMessageHandler(hold_message);
  return argv;
}

}  // namespace

std::optional<std::string> why_no_display() {
  if (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("QT_QPA_PLATFORM")) {
    return std::nullopt;
  }
  return std::string("there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); ") +
         kWithoutDisplay;
}

Application::Application(int& argc, char** argv) : QApplication(argc, quietly(argv)) {
  qInstallMessageHandler(nullptr);
  for (const QtMessage& message : std::exchange(held_messages(), {})) {
    qt_message_output(message.type, {}, message.text);
  }
  std::setlocale(LC_NUMERIC, "C");
  setApplicationName(QStringLiteral("Lossline"));
  setApplicationVersion(QStringLiteral(LOSSLINE_VERSION));
  setDesktopFileName(QStringLiteral("lossline"));
}

bool Application::notify(QObject* receiver, QEvent* event) {
  try {
    return QApplication::notify(receiver, event);
  } catch (const std::bad_alloc&) {
    say_error("there is not enough memory to go on; try a smaller network or record fewer epochs");
  } catch (const std::exception& error) {
    say_error(std::string("an internal error, a bug in Lossline: ") + error.what());
  }
  std::_Exit(kInternalError);  // no clean-up: what threw may be what would be cleaned up
}

}  // namespace lossline
