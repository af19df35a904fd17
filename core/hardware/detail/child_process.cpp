// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/detail/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace lossline::detail {
namespace {

using Clock = std::chrono::steady_clock;

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left + 1, 0, 60000));
}

/// Waits until the other end of the channel is gone; false at the deadline.
bool wait_for_end(int channel, Clock::time_point deadline) {
  for (;;) {
    pollfd wanted{channel, 0, 0};  // POLLHUP is told unasked
    const int ready = ::poll(&wanted, 1, milliseconds_until(deadline));
    if (ready > 0) {
      return true;
    }
    if ((ready < 0 && errno != EINTR) || Clock::now() >= deadline) {
      return false;
    }
  }
}

/// Descriptors 0 to 2 are what the child's streams are put on: one of our own there would be overwritten.
int above_streams(int fd) {
  if (fd < 0 || fd > STDERR_FILENO) {
    return fd;
  }
  const int moved = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(fd);
  return moved;
}

int spawn(const std::string& program, int channel, pid_t& pid) {
  posix_spawn_file_actions_t streams;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&streams) != 0) {
    return ENOMEM;
  }
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&streams);
    return ENOMEM;
  }
  ::posix_spawn_file_actions_adddup2(&streams, channel, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&streams, channel, STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string name = program;
  std::array<char*, 2> words = {name.data(), nullptr};
  const int error = ::posix_spawn(&pid, program.c_str(), &streams, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&streams);
  return error;
}

std::optional<int> status_of(pid_t pid) {
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(pid, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == pid ? std::optional(status) : std::nullopt;
}

}  // namespace

ChildProcess::ChildProcess() : bell_(above_streams(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) {}

ChildProcess::~ChildProcess() {
  end();
  if (bell_ >= 0) {
    ::close(bell_);
  }
}

int ChildProcess::start(const std::filesystem::path& program) {
  heard_.clear();
  // A socket, not two pipes: writing to it when the other end is gone need not raise SIGPIPE.
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return errno;
  }
  channel_ = above_streams(ends[0]);
  const int theirs = above_streams(ends[1]);
  pid_t pid = -1;
  int error = EMFILE;
  if (channel_ >= 0 && theirs >= 0) {
    error = ::fcntl(channel_, F_SETFL, O_NONBLOCK) == 0 ? spawn(program.native(), theirs, pid) : errno;
  }
  if (theirs >= 0) {
    ::close(theirs);
  }
  pid_ = error == 0 ? pid : -1;
  if (error != 0) {
    end();
  }
  return error;
}

bool ChildProcess::tell(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  // A question is far shorter than a socket's buffer: it goes in one piece, or the other end is gone.
  return ::send(channel_, whole.data(), whole.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(whole.size());
}

bool ChildProcess::wait_until(Clock::time_point deadline) const {
  for (;;) {
    std::array<pollfd, 2> wanted = {pollfd{channel_, POLLIN, 0}, pollfd{bell_, POLLIN, 0}};
    const int ready = cancelled_ ? 0 : ::poll(wanted.data(), wanted.size(), milliseconds_until(deadline));
    if (cancelled_ || (ready < 0 && errno != EINTR)) {
      return false;
    }
    if (ready > 0) {
      return true;
    }
    if (Clock::now() >= deadline) {
      return false;
    }
  }
}

ChildProcess::Outcome ChildProcess::hear(const Limits& limits, std::string& answer) {
  const Clock::time_point last = Clock::now() + limits.whole;
  Clock::time_point deadline = std::min(last, Clock::now() + limits.silence);
  std::array<char, 16384> buffer{};
  for (;;) {
    heard_.erase(0, std::min(heard_.find_first_not_of('\n'), heard_.size()));  // signs of life
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      answer = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return end > limits.longest ? Outcome::TooLong : Outcome::Answered;
    }
    if (heard_.size() > limits.longest) {
      return Outcome::TooLong;
    }
    if (Clock::now() >= last || !wait_until(deadline)) {
      return cancelled_ ? Outcome::Cancelled : Clock::now() >= last ? Outcome::TooSlow : Outcome::Silent;
    }
    const ssize_t got = ::recv(channel_, buffer.data(), buffer.size(), 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      continue;
    }
    if (got <= 0) {
      return Outcome::Ended;
    }
    heard_.append(buffer.data(), static_cast<std::size_t>(got));
    deadline = std::min(last, Clock::now() + limits.silence);
  }
}

std::optional<int> ChildProcess::end() {
  std::optional<int> status;
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);  // its whole group: a library may have forked
    // Its end of the channel closes when it dies. One that waits inside the kernel for a broken device can't die yet,
    // and must not hold this program: a thread takes its status when the time has come.
    const std::chrono::milliseconds to_die(cancelled_ ? 50 : 500);
    if (wait_for_end(channel_, Clock::now() + to_die)) {
      status = status_of(pid_);
    } else if (::waitpid(pid_, nullptr, WNOHANG) == 0) {
      try {
        std::thread([pid = pid_] { static_cast<void>(status_of(pid)); }).detach();
      } catch (const std::system_error&) {  // no thread to be had: the zombie stays until this program ends
      }
    }
    pid_ = -1;
  }
  if (channel_ >= 0) {
    ::close(channel_);
    channel_ = -1;
  }
  return status;
}

void ChildProcess::cancel() {
  cancelled_ = true;
  const std::uint64_t once = 1;
  // Without a bell, or with one that can't ring, the wait ends at its limit.
  [[maybe_unused]] const ssize_t rung = ::write(bell_, &once, sizeof once);
}

}  // namespace lossline::detail
