// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/doorbell.h"

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>

#include <QSocketNotifier>

namespace lossline {

Doorbell::Doorbell(QObject* parent) : QObject(parent), descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ < 0) {
    throw std::runtime_error("too many files are open to start; close some programs and try again");
  }
  notifier_ = std::make_unique<QSocketNotifier>(descriptor_, QSocketNotifier::Read);
  connect(notifier_.get(), &QSocketNotifier::activated, this, &Doorbell::answer);
}

Doorbell::~Doorbell() {
  notifier_.reset();
  ::close(descriptor_);
}

void Doorbell::ring() noexcept {
  const std::uint64_t one = 1;
  while (::write(descriptor_, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void Doorbell::answer() {
  std::uint64_t count = 0;
  if (::read(descriptor_, &count, sizeof count) == static_cast<ssize_t>(sizeof count)) {
    Q_EMIT rung();
  }
}

}  // namespace lossline
