// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/job_thread.h"

#include <exception>
#include <utility>

namespace lossline {
namespace {

// Nothing a job does may end the program: what it could not do itself it says through its rescue.
void run_guarded(const std::function<void()>& run, const JobThread::Rescue& rescue) noexcept {
  std::string what = "unknown exception";
  try {
    run();
    return;
  } catch (const std::exception& e) {
    what = e.what();
  } catch (...) {  // its kind is not known; `what` says so
  }
  rescue(what);
}

}  // namespace

JobThread::JobThread(Task wake) : wake_(std::move(wake)) {}

JobThread::~JobThread() {
  finish({});
}

void JobThread::post(Task job, Rescue rescue) {
  {
    const std::lock_guard lock(mutex_);
    if (finishing_) {
      return;
    }
    jobs_.push_back({std::move(job), std::move(rescue)});
  }
  posted_.notify_one();
  if (!thread_.joinable()) {
    thread_ = std::thread([this] { body(); });
  }
}

void JobThread::finish(Task last) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.clear();
    if (last && thread_.joinable() && !finishing_) {
      jobs_.push_back({std::move(last), [](const std::string&) {}});
    }
    finishing_ = true;
  }
  posted_.notify_one();
  if (thread_.joinable()) {
    thread_.join();
  }
  const std::lock_guard lock(mutex_);
  answers_.clear();
}

void JobThread::answer(Task task) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = answers_.empty();
    answers_.push_back(std::move(task));
  }
  answered_.notify_all();
  if (first) {
    wake_();
  }
}

bool JobThread::finishing() const {
  const std::lock_guard lock(mutex_);
  return finishing_;
}

std::optional<JobThread::Task> JobThread::take_locked() {
  if (answers_.empty()) {
    return std::nullopt;
  }
  Task oldest = std::move(answers_.front());
  answers_.pop_front();
  return oldest;
}

std::optional<JobThread::Task> JobThread::take() {
  const std::lock_guard lock(mutex_);
  return take_locked();
}

std::optional<JobThread::Task> JobThread::wait() {
  std::unique_lock lock(mutex_);
  answered_.wait(lock, [this] { return !answers_.empty() || (jobs_.empty() && !working_); });
  return take_locked();
}

void JobThread::body() {
  std::unique_lock lock(mutex_);
  for (;;) {
    posted_.wait(lock, [this] { return finishing_ || !jobs_.empty(); });
    if (jobs_.empty()) {
      return;
    }
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    working_ = true;
    lock.unlock();
    run_guarded(job.run, job.rescue);
    job = {};  // what the job holds dies here, on the worker
    lock.lock();
    working_ = false;
    answered_.notify_all();
  }
}

}  // namespace lossline
