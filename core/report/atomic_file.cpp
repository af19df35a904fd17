// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <fcntl.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "core/report/detail/file_target.h"

namespace lossline {
namespace {

namespace fs = std::filesystem;
using detail::errno_words;
using detail::FileTarget;
using detail::folder_of;
using detail::quoted;

/// An open file that is closed whatever happens; remembers the first fault.
class OutputFile {
 public:
  explicit OutputFile(int descriptor) : descriptor_(descriptor), error_(descriptor < 0 ? errno : 0) {}
  ~OutputFile() { close(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool write(std::string_view bytes) {
    while (error_ == 0 && !bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    return error_ == 0;
  }
  void check(int result) {
    if (error_ == 0 && result != 0) {
      error_ = errno;
    }
  }
  void close() {
    if (descriptor_ >= 0) {
      check(::close(std::exchange(descriptor_, -1)));  // a network disk may tell only here that it is full
    }
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] int error() const { return error_; }

 private:
  int descriptor_;
  int error_;
};

/// Gathers small pieces: one system call for each would cost more than the content.
class Buffered {
 public:
  explicit Buffered(OutputFile& file) : file_(file) { buffer_.reserve(kBuffer); }
  bool write(std::string_view bytes) {
    while (file_.error() == 0 && !bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), kBuffer - buffer_.size());
      buffer_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      if (buffer_.size() == kBuffer) {
        flush();
      }
    }
    return file_.error() == 0;
  }
  bool flush() {
    const bool done = file_.write(buffer_);
    buffer_.clear();
    return done;
  }

 private:
  static constexpr std::size_t kBuffer = std::size_t{256} * 1024;
  OutputFile& file_;
  std::string buffer_;
};

Error cannot_write(const fs::path& path, const std::string& why) {
  return Error{ErrorCode::Io, quoted(path) + " could not be written: " + why + "."};
}

// Empty when all of it was taken.
std::optional<std::string> fill(OutputFile& file, const FileContent& content) {
  bool made = false;
  if (file.error() == 0) {
    Buffered buffered(file);
    made = content([&](std::string_view bytes) { return buffered.write(bytes); });
    buffered.flush();
  }
  if (file.error() != 0) {
    return errno_words(file.error());
  }
  return made ? std::nullopt : std::optional<std::string>("its content could not be made; try again");
}

/// Opens a stream to write. A named pipe without a reader would hold the program for ever; it is given some time, since
/// who starts both ends may start this one first.
int open_stream(const fs::path& path) {
  constexpr auto kPatience = std::chrono::seconds(5);
  constexpr auto kBetween = std::chrono::milliseconds(20);
  const auto begin = std::chrono::steady_clock::now();
  int descriptor = -1;
  while ((descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK)) < 0 && errno == ENXIO &&
         std::chrono::steady_clock::now() - begin < kPatience) {
    std::this_thread::sleep_for(kBetween);
  }
  if (descriptor >= 0) {  // writing waits for the reader again
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  }
  return descriptor;
}

Result<void> write_straight(const fs::path& path, const FileTarget& target, const FileContent& content) {
  OutputFile file(target.kind == FileTarget::Kind::Descriptor ? ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
                                                              : open_stream(target.path));
  auto why = fill(file, content);
  file.close();
  if (!why && file.error() != 0) {
    why = errno_words(file.error());
  }
  if (why) {
    return cannot_write(path, *why);
  }
  return {};
}

/// A new file of its own name in the folder, removed again unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& folder) : file_(create(folder, path_)) {}
  ~TemporaryFile() {
    if (!path_.empty()) {
      ::unlink(path_.c_str());
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] OutputFile& file() { return file_; }
  bool rename_to(const fs::path& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) {
      return false;
    }
    path_.clear();
    return true;
  }

 private:
  // Not mkstemp: it makes the file private, and the umask that would undo it can't be read without changing it.
  static int create(const fs::path& folder, fs::path& path) {
    constexpr int kTries = 100;
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    static thread_local std::minstd_rand random{std::random_device{}()};  // names only have to differ
    int descriptor = -1;
    for (int i = 0; i < kTries; ++i) {
      std::string name = ".lossline-";
      for (int letter = 0; letter < 12; ++letter) {
        name += kLetters[random() % kLetters.size()];
      }
      const fs::path candidate = folder / name;
      descriptor = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor >= 0) {
        path = candidate;
        break;
      }
      if (errno != EEXIST) {
        break;
      }
    }
    return descriptor;
  }

  fs::path path_;  // before file_: create() sets it
  OutputFile file_;
};

// The rename itself must survive a power cut. The file is whole either way, so a disk that can't do it is no failure.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

void keep_owner_and_mode(OutputFile& file, const FileTarget& old) {
  struct stat own = {};
  if (::fstat(file.descriptor(), &own) == 0 && (own.st_uid != old.owner || own.st_gid != old.group)) {
    // Only root may give files away; for all others the new file is simply theirs.
    [[maybe_unused]] const int given = ::fchown(file.descriptor(), old.owner, old.group);
  }
  file.check(::fchmod(file.descriptor(), old.mode));
}

Result<void> replace(const fs::path& path, const FileTarget& target, const FileContent& content) {
  const fs::path folder = folder_of(target.path);
  TemporaryFile temporary(folder);
  OutputFile& file = temporary.file();
  if (auto why = fill(file, content)) {
    return cannot_write(path, *why);
  }
  if (target.kind == FileTarget::Kind::File) {
    keep_owner_and_mode(file, target);
  }
  file.check(::fsync(file.descriptor()));
  file.close();
  if (file.error() != 0) {
    return cannot_write(path, errno_words(file.error()));
  }
  if (!temporary.rename_to(target.path)) {
    return cannot_write(path, errno_words(errno));
  }
  flush_folder(folder);
  return {};
}

std::optional<std::string> why_not_folder(const fs::path& folder) {
  struct stat found = {};
  if (::stat(folder.c_str(), &found) != 0) {
    return errno == ENOENT ? "the folder " + quoted(folder) + " does not exist; create it first"
                           : quoted(folder) + " can't be used: " + errno_words(errno);
  }
  if (!S_ISDIR(found.st_mode)) {
    return quoted(folder) + " is not a folder; correct the path";
  }
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return "the folder " + quoted(folder) + " can't be written to: " + errno_words(errno);
  }
  return std::nullopt;
}

std::optional<std::string> why_not_name(const FileTarget& target) {
  struct stat found = {};
  if (::lstat(target.path.c_str(), &found) != 0 && errno != ENOENT) {
    return quoted(target.path) + " can't be used: " + errno_words(errno);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> why_not_writable(const fs::path& path) {
  if (path.empty() || path.native().find('\0') != std::string::npos) {
    return "a file name is missing; give one";
  }
  const FileTarget target = detail::find_target(path);
  switch (target.kind) {
    case FileTarget::Kind::Folder:
      return quoted(path) + " is a folder; give a file name in it";
    case FileTarget::Kind::Descriptor: {
      const int flags = ::fcntl(target.descriptor, F_GETFL);
      const bool writable = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
      return writable ? std::nullopt : std::optional(quoted(path) + " can't be written: " + errno_words(EBADF));
    }
    case FileTarget::Kind::Missing:
    case FileTarget::Kind::Unreachable:
      if (auto why = why_not_folder(folder_of(target.path))) {
        return why;
      }
      return target.why == 0 ? why_not_name(target) : quoted(path) + " can't be used: " + errno_words(target.why);
    case FileTarget::Kind::File:
      // The rename would not ask, but a file its owner made read-only is meant to stay.
      if (::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) {
        return quoted(path) + " is write-protected; choose another name or change its permissions";
      }
      return why_not_folder(folder_of(target.path));
    case FileTarget::Kind::Stream:
      break;
  }
  if (::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) {
    return quoted(path) + " can't be written: " + errno_words(errno);
  }
  return std::nullopt;
}

Result<void> write_file_atomically(const fs::path& path, const FileContent& content) {
  if (auto why = why_not_writable(path)) {
    return cannot_write(path, *why);
  }
  const FileTarget target = detail::find_target(path);
  switch (target.kind) {
    case FileTarget::Kind::Stream:
    case FileTarget::Kind::Descriptor:
      return write_straight(path, target, content);
    default:
      return replace(path, target, content);
  }
}

Result<void> write_file_atomically(const fs::path& path, std::string_view content) {
  return write_file_atomically(path, [&](const WriteBytes& write) { return write(content); });
}

}  // namespace lossline
