// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/errand.h"

#include <chrono>
#include <csignal>
#include <string>
#include <utility>

#include <QBuffer>
#include <QCoreApplication>
#include <QEvent>
#include <QPixmap>

#include "app/console/console.h"
#include "app/console/exit_code.h"
#include "core/report/atomic_file.h"
#include "ui/session/training_session.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/report_files.h"

namespace lossline {
namespace {

using namespace std::chrono_literals;

constexpr auto kRest = 300ms;

bool is_input(QEvent::Type type) {
  switch (type) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::Resize:
      return true;
    default:
      return false;
  }
}

std::size_t size_of(const QByteArray& bytes) {
  return static_cast<std::size_t>(bytes.size());
}

/// The window once its cards have their heights: a layout asks the one around it for room by an event, and so on up.
QPixmap settled_picture(QWidget& window) {
  constexpr int kDeepest = 16;  // layouts inside each other
  for (int i = 0; i < kDeepest; ++i) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  }
  return window.grab();
}

}  // namespace

Errand::Errand(WindowOptions options, MainWindow& window, TrainingSession& session, QObject* parent)
    : QObject(parent), options_(std::move(options)), window_(window), session_(session), rest_(this) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRest);
  connect(&rest_, &QTimer::timeout, &session_, &TrainingSession::open_engine);
  connect(&window_, &MainWindow::first_painted, this, &Errand::on_first_paint);
  connect(&window_, &MainWindow::report_opened, this, &Errand::on_report_opened);
  connect(&window_, &MainWindow::run_shown, this, &Errand::on_run_shown);
  connect(&window_, &MainWindow::report_exported, this, &Errand::on_exported);
  connect(&session_, &TrainingSession::engine_failed, this, &Errand::on_engine_failed);
  connect(&session_, &TrainingSession::hardware_read, this, &Errand::finish_if_nothing_runs);
  connect(&session_, &TrainingSession::engine_opened, this,
          [this] { QCoreApplication::instance()->removeEventFilter(this); });
}

Errand::~Errand() {
  // The timer the filter looks at goes first, with an event for every child on its way.
  QCoreApplication::instance()->removeEventFilter(this);
}

void Errand::on_first_paint() {
  painted_ = true;
  session_.read_hardware();
  reports_left_ = options_.files.size();
  for (const auto& file : options_.files) {
    window_.open_report(file);
  }
  if (options_.start) {
    window_.train(*options_.start);
    return;
  }
  if (!options_.quit_when_done) {
    QCoreApplication::instance()->installEventFilter(this);
    rest_.start();
  }
}

bool Errand::eventFilter(QObject* watched, QEvent* event) {
  if (rest_.isActive() && is_input(event->type())) {
    rest_.start();  // anew
  }
  return QObject::eventFilter(watched, event);
}

void Errand::on_report_opened(bool ok) {
  if (reports_left_ == 0) {
    return;  // opened by hand
  }
  --reports_left_;
  if (!ok && options_.quit_when_done) {
    const auto* bar = window_.findChild<MessageBar*>();
    fail(kWrongUsage, bar == nullptr ? QString() : bar->text());
  }
  finish_if_nothing_runs();
}

void Errand::finish_if_nothing_runs() {
  const bool all_shown = painted_ && reports_left_ == 0 && session_.hardware().has_value();
  if (!options_.start && all_shown && !session_.busy()) {
    finish();
  }
}

void Errand::on_run_shown() {
  const auto record = window_.record();
  if (record == nullptr) {
    return;
  }
  const bool first = !std::exchange(run_ended_, true);  // later runs are the user's own
  if (signal_ || (first && options_.quit_when_done)) {
    take_outcome(*record);
  }
  const bool began = session_.current() != nullptr;
  if (first && options_.export_file && began) {
    exporting_ = true;
    window_.export_report(*options_.export_file);
  } else if (first || signal_) {
    finish();
  }
}

void Errand::take_outcome(const RunRecord& record) {
  exit_code_ = exit_code_of(record, signal_.value_or(SIGINT));
  if (record.error) {
    const bool of_device =
        record.error->code == ErrorCode::DeviceUnavailable && record.config.device.kind == DeviceSpec::Kind::Cuda;
    say_error((of_device ? "--device: " : "") + record.error->message);
  }
}

void Errand::on_exported(const QString& sentence) {
  if (!std::exchange(exporting_, false)) {
    return;  // asked for by hand
  }
  if (!sentence.isEmpty()) {
    fail(kRunFailed, sentence);
  }
  finish();
}

void Errand::on_engine_failed(const QString& sentence) {
  if (options_.start && !run_ended_ && options_.quit_when_done) {
    fail(session_.engine_error() ? exit_code_of(session_.engine_error()->code) : kInternalError, sentence);
    finish();
  } else if (signal_) {
    exit_code_ = kSignalBase + *signal_;
    finish();
  }
}

void Errand::finish() {
  if (!std::exchange(finishing_, true)) {
    // Once the event that led here is done: the window shows everything by then.
    QMetaObject::invokeMethod(this, &Errand::finish_now, Qt::QueuedConnection);
  }
}

void Errand::finish_now() {
  finishing_ = false;
  if (options_.grab_file && !std::exchange(grabbed_, true)) {
    grab();
  }
  if (options_.quit_when_done || signal_) {
    close();
  }
}

void Errand::close() {
  window_.set_ask_before_close(false);
  window_.close();
  QCoreApplication::quit();
}

void Errand::grab() {
  QByteArray png;
  QBuffer buffer(&png);
  const bool made = buffer.open(QIODevice::WriteOnly) && settled_picture(window_).save(&buffer, "PNG");
  const Result<void> written = write_file_atomically(*options_.grab_file, [&](const WriteBytes& write) {
    return made && write({png.constData(), size_of(png)});
  });
  if (!written.ok()) {
    fail(kRunFailed, QStringLiteral("--grab: ") + QString::fromStdString(written.error().message));
  }
}

void Errand::quit_for_signal(int signal) {
  signal_ = signal;
  if (session_.busy()) {
    session_.stop();  // on_run_shown() follows
    return;
  }
  exit_code_ = kSignalBase + signal;
  close();
}

void Errand::fail(int code, const QString& sentence) {
  exit_code_ = code;
  say_error(sentence.toStdString());
}

}  // namespace lossline
