// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "app/engine/engine_loader.h"
#include "app/gui/application.h"
#include "app/gui/errand.h"
#include "app/gui/meter_source.h"
#include "app/gui/quit_signals.h"
#include "app/gui/timings.h"
#include "app/options/arguments.h"
#include "app/options/help_text.h"
#include "app/options/window_options.h"
#include "core/hardware/hardware_probe.h"
#include "core/hardware/nvml/nvml_helper.h"
#include "ui/session/meter_feed.h"
#include "ui/session/training_session.h"
#include "ui/style/application_style.h"
#include "ui/widgets/loss_chart.h"
#include "ui/window/main_window.h"

namespace lossline {
namespace {

Theme theme_of(const std::string& text) {
  if (text == "light") {
    return Theme::Light;
  }
  return text == "dark" ? Theme::Dark : Theme::Auto;
}

int open_window(const WindowOptions& options, char* program) {
  int argc = 1;  // our own command line is read; Qt gets none of it
  char* argv[] = {program, nullptr};
  // Made in this order and gone in the other: the engine's libraries outlive all who use them, and Qt outlives the
  // window.
  Application application(argc, argv);
  ApplicationStyle style(application, theme_of(options.theme));
  NvmlHelper nvml(nvml_helper_program());
  TrainingSession session([] { return load_engine(); },
                          [root = options.root] { return make_hardware_probe(root)->read(); },
                          [&nvml](HardwareFacts& facts) { nvml.add_to(facts); });
  MeterSource source(options.root, nvml);
  QObject::connect(&session, &TrainingSession::hardware_read, [&] { source.set_facts(*session.hardware()); });
  MeterFeed meters([&source] { return source.read(); });
  MainWindow window(session, style);
  window.use_meters(meters);
  Timings timings;
  if (options.timings) {  // before the errand's: what it begins after the first paint counts
    QObject::connect(&window, &MainWindow::first_painted, &timings, &Timings::first_painted);
    QObject::connect(&window, &MainWindow::run_shown, &timings, &Timings::run_ended);
    QObject::connect(&window.chart(), &LossChart::drawn, &timings, &Timings::chart_drawn);
  }
  Errand errand(options, window, session);
  QuitSignals signals;
  QObject::connect(&signals, &QuitSignals::asked_to_quit, &errand, &Errand::quit_for_signal);
  // A driver that hangs is waited for in the workers, and these are waited for at the end.
  QObject::connect(&window, &MainWindow::closing, [&nvml] { nvml.cancel(); });
  window.show();
  QApplication::exec();
  nvml.cancel();
  if (options.timings) {
    say(timings.text());
  }
  return errand.exit_code();
}

int run(const std::vector<std::string>& args, char* program) {
  const WindowOptions options = parse_window(args);
  if (options.help || options.version) {
    const bool told = print_result(options.help ? window_help() : version_line("lossline") + "\n");
    return told ? kDone : kRunFailed;
  }
  if (!options.faults.empty()) {
    return refuse(options.faults);
  }
  if (const auto reason = why_no_display()) {
    say_error(*reason);
    return kWrongUsage;
  }
  return open_window(options, program);
}

}  // namespace
}  // namespace lossline

int main(int argc, char** argv) {
  lossline::prepare_streams();
  try {
    return lossline::run({argv + std::min(argc, 1), argv + argc}, argv[0]);
  } catch (const std::exception& error) {
    lossline::say_error(std::string("an internal error, a bug in Lossline: ") + error.what());
    return lossline::kInternalError;
  }
}
