// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lossline {
namespace {

std::string reason(int number) {
  return number == ENOSPC ? "the disk is full" : std::generic_category().message(number);
}

std::string quoted(const std::filesystem::path& path) {
  return "\"" + path.string() + "\"";
}

/// 0, or the number of the error.
int write_once(int file, std::string_view text) {
  ssize_t written = 0;
  do {
    written = ::write(file, text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written < 0) {
    return errno;
  }
  // A plain file takes less than it is given only where there is no room for the rest.
  return static_cast<std::size_t>(written) == text.size() ? 0 : ENOSPC;
}

}  // namespace

Error SweepFile::broken(const char* what, int number) const {
  return {ErrorCode::Io, quoted(path_) + " can't be " + what + ": " + reason(number)};
}

Result<std::unique_ptr<SweepFile>> SweepFile::open(const std::filesystem::path& path, SweepFormat format,
                                                   const SweepGrid& grid) {
  constexpr mode_t kReadableByAll = 0666;  // what the umask leaves of it
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, kReadableByAll);
  std::unique_ptr<SweepFile> file(new SweepFile(path, descriptor));
  if (descriptor < 0) {
    return file->broken("opened", errno);
  }
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return Error{ErrorCode::Io, quoted(path) + " is no plain file: rows could not be found there again"};
  }
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK
               ? Error{ErrorCode::Io, quoted(path) +
                                          " is being written by another sweep; wait for it, or give --out "
                                          "another name"}
               : file->broken("locked", errno);
  }
  const Result<std::string> text = file->read_all();
  if (!text.ok()) {
    return text.error();
  }
  Result<SweepResume> found = resume_sweep(text.value(), format, grid);
  if (!found.ok()) {
    return Error{found.error().code, quoted(path) + " " + found.error().message};
  }
  file->found_ = std::move(found).value();
  file->size_ = file->found_.whole_bytes;
  if (file->found_.torn && ::ftruncate(descriptor, static_cast<off_t>(file->size_)) != 0) {
    return file->broken("mended", errno);
  }
  if (file->found_.needs_header) {
    if (const Result<void> written = file->append(sweep_header(format)); !written.ok()) {
      return written.error();
    }
  }
  return file;
}

SweepFile::~SweepFile() {
  if (file_ >= 0) {
    ::close(file_);  // and with it the lock
  }
}

Result<std::string> SweepFile::read_all() const {
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t got = ::read(file_, piece.data(), piece.size());
    if (got == 0) {
      return text;
    }
    if (got > 0) {
      text.append(piece.data(), static_cast<std::size_t>(got));
    } else if (errno != EINTR) {
      return broken("read", errno);
    }
  }
}

Result<void> SweepFile::append(std::string_view line) {
  if (const int error = write_once(file_, line); error != 0) {
    // Should even this fail, the next start finds the torn line and cuts it off.
    static_cast<void>(::ftruncate(file_, static_cast<off_t>(size_)) == 0);
    return broken("written", error);
  }
  size_ += line.size();
  return {};
}

}  // namespace lossline
