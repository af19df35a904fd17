// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/driver/scenarios.h"

#include <csignal>
#include <iostream>
#include <map>
#include <stdexcept>
#include <sys/resource.h>

#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>

#include "tests/gui/driver/hands.h"

namespace lossline::test {
namespace {

void wait_idle() {
  wait_until([] { return !is_enabled("stopButton") && is_enabled("trainCpuButton"); }, QStringLiteral("the run's end"));
}

void wait_file(const QString& file) {
  wait_until([&file] { return QFile::exists(file); }, file + QStringLiteral(" is there"));
}

void wait_message(const QString& part_of_it) {
  wait_until([&] { return is_visible("messageBar") && texts_in("messageBar").contains(part_of_it); },
             QStringLiteral("a message with \"") + part_of_it + QLatin1Char('"'));
}

void close_window() {
  window()->close();
}

/// Trains the preset and exports it.
void train_and_export(const QString& folder) {
  ChartWatch chart;
  press("trainCpuButton");
  wait_until([&chart] { return chart.growths() >= 3; }, QStringLiteral("the curve grows over three redraws"));
  wait_idle();
  wait_until([&chart] { return chart.now().last_epoch == 20000; }, QStringLiteral("the curve reaches the last epoch"));
  check(chart.now().points <= chart.most_points(), QStringLiteral("more than two points a pixel are drawn"));
  const QString file = folder + QStringLiteral("/report.json");
  save_report_as(file);
  wait_file(file);
  close_window();
}

/// A run too long to wait for.
void begin_long_run() {
  type_into("field_epochs", QStringLiteral("50000000"));
  press("trainCpuButton");
  wait_until([] { return is_enabled("stopButton"); }, QStringLiteral("the run goes on"));
}

void close_in_mid_run(const QString&) {
  ChartWatch chart;
  begin_long_run();
  wait_until([&chart] { return chart.now().points > 0; }, QStringLiteral("a curve"));
  int asked = 0;
  in_next_dialog([&asked](QWidget* dialog) {
    check(dialog->objectName() == QLatin1String("closeWhileTrainingDialog"), QStringLiteral("another dialog"));
    ++asked;
    press_in(dialog, "keepTrainingButton");
  });
  close_window();
  check(asked == 1, QStringLiteral("closing in mid-run did not ask"));
  check(window()->isVisible() && is_enabled("stopButton"), QStringLiteral("\"Keep training\" did not keep it"));
  const double before = chart.now().last_epoch;
  wait_until([&] { return chart.now().last_epoch > before; }, QStringLiteral("the kept run goes on"));

  in_next_dialog([&asked](QWidget* dialog) {
    ++asked;
    press_in(dialog, "stopAndCloseButton");
  });
  QElapsedTimer clock;
  clock.start();
  close_window();
  check(asked == 2, QStringLiteral("the second closing did not ask"));
  constexpr qint64 kSoonMs = 5000;
  check(clock.elapsed() < kSoonMs, QStringLiteral("stopping took too long"));
}

void close_and_export(const QString& folder) {
  ChartWatch chart;
  begin_long_run();
  wait_until([&chart] { return chart.now().points > 0; }, QStringLiteral("a curve"));
  in_next_dialog([folder](QWidget* dialog) {
    in_next_dialog([folder](QWidget* next) {
      if (next->objectName() != QLatin1String("closeWhileTrainingDialog")) {
        answer_file_dialog(next, folder + QStringLiteral("/stopped.json"));
      }
    });
    press_in(dialog, "stopAndExportButton");
  });
  close_window();
}

/// Reports that can't be read are told, and cost nothing that is there.
void open_bad_reports(const QString& folder) {
  type_into("field_epochs", QStringLiteral("50"));
  press("trainCpuButton");
  wait_idle();
  save_report_as(folder + QStringLiteral("/before.json"));
  wait_file(folder + QStringLiteral("/before.json"));
  ChartWatch chart;
  const auto curve = chart.now();
  const QStringList names = {QStringLiteral("damaged.json"), QStringLiteral("newer.json"),
                             QStringLiteral("other.json")};
  for (const QString& name : names) {
    open_report(folder + QLatin1Char('/') + name);
    wait_message(name);
    std::cerr << texts_in("messageBar").toStdString();
    check(chart.now().points == curve.points, QStringLiteral("the run's curve is gone after ") + name);
  }
  save_report_as(folder + QStringLiteral("/after.json"));
  wait_file(folder + QStringLiteral("/after.json"));
  open_report(folder + QStringLiteral("/before.json"));
  wait_message(QStringLiteral("before.json"));
  close_window();
}

void set_file_size_limit(rlim_t bytes) {
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  check(::setrlimit(RLIMIT_FSIZE, &limit) == 0, QStringLiteral("the file size can't be limited"));
}

/// A report that does not fit is told, the old file stays, the run is kept and can be written elsewhere.
void full_disk(const QString& folder) {
  press("trainCpuButton");
  wait_idle();
  constexpr rlim_t kFull = 65536;
  set_file_size_limit(kFull);
  save_report_as(folder + QStringLiteral("/old.json"));
  wait_message(QStringLiteral("old.json"));
  std::cerr << texts_in("messageBar").toStdString();
  save_report_as(QStringLiteral("/dev/full"));
  wait_message(QStringLiteral("/dev/full"));
  std::cerr << texts_in("messageBar").toStdString();
  set_file_size_limit(RLIM_INFINITY);
  save_report_as(folder + QStringLiteral("/second-try.json"));
  wait_file(folder + QStringLiteral("/second-try.json"));
  close_window();
}

/// The epoch a held run stands at: nothing moved for several redraws.
double where_it_stands(const ChartWatch& chart) {
  constexpr qint64 kSeveralRedrawsMs = 200;
  QElapsedTimer unmoved;
  double epoch = -1;
  wait_until(
      [&] {
        if (chart.now().last_epoch != epoch) {
          epoch = chart.now().last_epoch;
          unmoved.start();
        }
        return unmoved.elapsed() > kSeveralRedrawsMs;
      },
      QStringLiteral("the run is held"));
  return epoch;
}

/// Step, pause, resume and stop by their buttons.
void transport(const QString& folder) {
  ChartWatch chart;
  type_into("field_epochs", QStringLiteral("50000000"));
  press("stepButton");
  wait_until([&chart] { return chart.now().last_epoch == 1; }, QStringLiteral("one step, one epoch"));
  press("stepButton");
  wait_until([&chart] { return chart.now().last_epoch == 2; }, QStringLiteral("two steps, two epochs"));
  check(chart.now().points == 2, QStringLiteral("two epochs are two points"));
  press("pauseButton");  // which says Resume
  wait_until([&chart] { return chart.now().last_epoch > 100; }, QStringLiteral("the run goes on"));
  press("pauseButton");
  const double held_at = where_it_stands(chart);
  press("stepButton");
  wait_until([&] { return chart.now().last_epoch == held_at + 1; }, QStringLiteral("one more epoch while held"));
  press("stopButton");
  wait_idle();
  save_report_as(folder + QStringLiteral("/stopped.json"));
  wait_file(folder + QStringLiteral("/stopped.json"));
  std::cerr << "held at " << static_cast<qint64>(held_at + 1) << "\n";
  close_window();
}

/// Each bad value is told beside its field, and nothing can be started with it.
void form_faults(const QString&) {
  const std::vector<std::pair<const char*, const char*>> bad = {
      {"epochs", "0"}, {"epochs", "1.5"}, {"lr", "nan"}, {"lr", "0,01"}, {"hidden", "10,,5"},
      {"hidden", "0"}, {"threads", "0"},  {"lr", "-1"},  {"seed", "x"},  {"test-size", "1"},
  };
  if (!is_visible("field_threads")) {
    press("moreSettingsButton");
  }
  for (const auto& [name, text] : bad) {
    const QByteArray field = QByteArray("field_") + name;
    const QByteArray fault = QByteArray("fault_") + name;
    const QString before = part<QLineEdit>(field.constData())->text();
    type_into(field.constData(), QString::fromLatin1(text));
    const QString what = QString::fromLatin1(name) + QLatin1Char(' ') + QString::fromLatin1(text);
    wait_until([&] { return is_visible(fault.constData()); }, QStringLiteral("a fault beside ") + what);
    check(!part<QLabel>(fault.constData())->text().isEmpty(), QStringLiteral("an empty fault beside ") + what);
    check(!is_enabled("trainCpuButton"), QStringLiteral("can be started with ") + what);
    check(!is_enabled("stepButton"), QStringLiteral("can be stepped with ") + what);
    type_into(field.constData(), before);
    wait_until([&] { return !is_visible(fault.constData()); }, what + QStringLiteral(" is put right"));
    check(is_enabled("trainCpuButton"), QStringLiteral("can't be started after ") + what);
  }
  close_window();
}

/// The machine is described, and a GPU button that can't be used says why, before and after LibTorch was asked.
void machine(const QString&) {
  wait_until([] { return texts_in("hardwarePanel").contains(QLatin1String("Test Processor 9000")); },
             QStringLiteral("the processor of --root"));
  wait_until([] { return texts_in("hardwarePanel").contains(QLatin1String("LibTorch")); },
             QStringLiteral("LibTorch is named, once the window has rested"));
  wait_until([] { return !texts_in("engineCard").contains(QChar(0x2026)); }, QStringLiteral("LibTorch has answered"));
  std::cerr << texts_in("hardwarePanel").toStdString();
  const bool usable = is_enabled("trainGpuButton");
  const QString reason = part<QLabel>("gpuReason")->text();
  check(usable != is_visible("gpuReason"), QStringLiteral("a button that is greyed needs a reason, another none"));
  check(usable || !reason.isEmpty(), QStringLiteral("no reason"));
  std::cerr << "gpu: " << (usable ? "usable" : reason.toStdString()) << "\n";
  close_window();
}

/// What no slot may do.
void throw_from_slot(const QString&) {
  throw std::runtime_error("thrown by a test");
}

}  // namespace

void play(const QString& scenario, const QString& folder) {
  const std::map<QString, void (*)(const QString&)> scenarios = {
      {QStringLiteral("train_and_export"), train_and_export},
      {QStringLiteral("close_in_mid_run"), close_in_mid_run},
      {QStringLiteral("close_and_export"), close_and_export},
      {QStringLiteral("open_bad_reports"), open_bad_reports},
      {QStringLiteral("full_disk"), full_disk},
      {QStringLiteral("transport"), transport},
      {QStringLiteral("form_faults"), form_faults},
      {QStringLiteral("machine"), machine},
      {QStringLiteral("throw_from_slot"), throw_from_slot},
  };
  const auto found = scenarios.find(scenario);
  check(found != scenarios.end(), QStringLiteral("no scenario ") + scenario);
  window();
  found->second(folder);
  std::cerr << "driver: played " << scenario.toStdString() << std::endl;
}

}  // namespace lossline::test
