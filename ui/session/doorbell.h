// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

class QSocketNotifier;

namespace lossline {

/// Calls a thread's event loop from another thread, carrying nothing: any number of calls before the loop turns are
/// one. By a descriptor of the kernel, not by an event of Qt: nothing made on one thread is then freed on the other,
/// and ThreadSanitizer sees that what the caller did comes before what the called one does.
class Doorbell : public QObject {
  Q_OBJECT

 public:
  /// Made and gone on the thread that is called.
  explicit Doorbell(QObject* parent = nullptr);
  ~Doorbell() override;

  /// Any thread.
  void ring() noexcept;

 Q_SIGNALS:
  /// On the owner's thread.
  void rung();

 private:
  void answer();

  int descriptor_;
  std::unique_ptr<QSocketNotifier> notifier_;
};

}  // namespace lossline
