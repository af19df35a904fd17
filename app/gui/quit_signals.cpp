// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/quit_signals.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>

#include "app/console/exit_code.h"

namespace lossline {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// What a signal handler may touch.
std::array<int, 2> pipe_ends = {-1, -1};
std::atomic<bool> was_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  if (was_asked.exchange(true)) {
    ::_exit(kSignalBase + number);
  }
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(number);
  const ssize_t written = ::write(pipe_ends[1], &byte, 1);
  static_cast<void>(written);  // a pipe that was just made holds one byte
  errno = saved;
}

}  // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
  if (::pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return;  // out of file descriptors: a signal then ends the program, as it does by default
  }
  notifier_ = std::make_unique<QSocketNotifier>(pipe_ends[0], QSocketNotifier::Read);
  connect(notifier_.get(), &QSocketNotifier::activated, this, &QuitSignals::read_signal);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int number : kSignals) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) {  // started so that signals do not reach it (nohup, a shell's background job)
      ::sigaction(number, &action, nullptr);
    }
  }
}

QuitSignals::~QuitSignals() {
  if (!notifier_) {
    return;
  }
  for (const int number : kSignals) {
    struct sigaction now {};
    ::sigaction(number, nullptr, &now);
    if (now.sa_handler == on_signal) {
      std::signal(number, SIG_DFL);
    }
  }
  notifier_.reset();
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
  pipe_ends = {-1, -1};
}

void QuitSignals::read_signal() {
  unsigned char byte = 0;
  if (::read(pipe_ends[0], &byte, 1) == 1) {
    Q_EMIT asked_to_quit(byte);
  }
}

}  // namespace lossline
