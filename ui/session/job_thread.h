// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace lossline {

/// One thread that does one job after another, and a box its answers lie in until the owner takes them. Made, used and
/// destroyed by one owner thread, but for answer() and finishing(), which are the jobs' own. Knows nothing of Qt: the
/// only thing it calls is `wake`, on the worker, whenever an answer was put into an empty box.
class JobThread {
 public:
  using Task = std::function<void()>;
  using Rescue = std::function<void(const std::string& what)>;

  explicit JobThread(Task wake);
  /// finish({}) where that was not done.
  ~JobThread();
  JobThread(const JobThread&) = delete;
  JobThread& operator=(const JobThread&) = delete;

  /// Queues a job; the first one starts the thread. `rescue` is called in its stead when it throws, with what the
  /// exception says. Nothing happens after finish().
  void post(Task job, Rescue rescue);
  /// Drops the jobs not yet begun, waits for the one under way, runs `last` on the thread (if it was ever started), and
  /// joins. Answers not taken are dropped.
  void finish(Task last);

  /// Jobs only: puts an answer into the box.
  void answer(Task task);
  /// Jobs only: whether finish() was called, so that a long job may be left out.
  [[nodiscard]] bool finishing() const;

  /// Owner: the oldest answer; empty when there is none.
  [[nodiscard]] std::optional<Task> take();
  /// Owner: the same, but waits for one while any job is queued or under way.
  [[nodiscard]] std::optional<Task> wait();

 private:
  struct Job {
    Task run;
    Rescue rescue;
  };
  void body();
  [[nodiscard]] std::optional<Task> take_locked();

  Task wake_;
  mutable std::mutex mutex_;
  std::condition_variable posted_;    // a job is there, or the end is
  std::condition_variable answered_;  // an answer is there, or no job is left
  std::deque<Job> jobs_;              // guarded by mutex_, as all below but thread_
  std::deque<Task> answers_;
  bool working_ = false;
  bool finishing_ = false;
  std::thread thread_;
};

}  // namespace lossline
