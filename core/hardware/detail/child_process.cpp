// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/detail/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace lossline::detail {
namespace {

using Clock = std::chrono::steady_clock;

/// Waits until the channel can be read or its other end is gone; false at the deadline.
bool wait_for(int channel, short events, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wanted{channel, events, 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(std::clamp<long long>(left + 1, 0, 60000)));
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

void reap(pid_t pid) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

bool ChildProcess::start(const std::filesystem::path& program) {
  // A socket, not two pipes: writing to it when the other end is gone need not raise SIGPIPE.
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return false;
  }
  channel_ = above_streams(ends[0]);
  const int theirs = above_streams(ends[1]);
  pid_t pid = -1;
  const bool started = channel_ >= 0 && theirs >= 0 && ::fcntl(channel_, F_SETFL, O_NONBLOCK) == 0 &&
                       spawn(program.native(), theirs, pid) == 0;
  if (theirs >= 0) {
    ::close(theirs);
  }
  pid_ = started ? pid : -1;
  if (!started) {
    end();
  }
  return started;
}

ChildProcess::Outcome ChildProcess::ask(std::string_view question, std::chrono::milliseconds limit, std::size_t longest,
                                        std::string& answer) {
  const Clock::time_point deadline = Clock::now() + limit;
  std::string line = std::string(question) + "\n";
  // A question is far shorter than a socket's buffer: it goes in one piece, or the other end is gone.
  if (::send(channel_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) {
    return Outcome::Ended;
  }
  answer.clear();
  std::array<char, 16384> buffer{};
  while (wait_for(channel_, POLLIN, deadline)) {
    const ssize_t got = ::recv(channel_, buffer.data(), buffer.size(), 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      continue;
    }
    if (got <= 0) {
      return Outcome::Ended;
    }
    answer.append(buffer.data(), static_cast<std::size_t>(got));
    if (const std::size_t end = answer.find('\n'); end != std::string::npos) {
      answer.resize(end);
      return end > longest ? Outcome::TooLong : Outcome::Answered;
    }
    if (answer.size() > longest) {
      return Outcome::TooLong;
    }
    if (Clock::now() >= deadline) {
      break;  // a stream without a line's end is no answer either
    }
  }
  return Outcome::Silent;
}

void ChildProcess::end() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);  // its whole group: a library may have forked
    // Its end of the channel closes when it dies. One that waits inside the kernel for a broken device can't die yet,
    // and must not hold this program: a thread takes its status when the time has come.
    constexpr std::chrono::milliseconds kToDie(500);
    const bool gone = wait_for(channel_, 0, Clock::now() + kToDie);
    if (gone) {
      reap(pid_);
    } else if (::waitpid(pid_, nullptr, WNOHANG) == 0) {
      try {
        std::thread(reap, pid_).detach();
      } catch (const std::system_error&) {  // no thread to be had: the zombie stays until this program ends
      }
    }
    pid_ = -1;
  }
  if (channel_ >= 0) {
    ::close(channel_);
    channel_ = -1;
  }
}

}  // namespace lossline::detail
