// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/file_target.h"

#include <cerrno>
#include <cstdint>
#include <sys/stat.h>
#include <system_error>

#include "core/api/number_text.h"

namespace lossline::detail {
namespace {

namespace fs = std::filesystem;

// The kernel gives up at 40 as well.
constexpr int kMaxLinks = 40;

// The number N of /proc/self/fd/N, however it is spelled (/dev/fd/N). Such an entry looks like a link to a path, but
// opening that path is not the same as writing to the open file: a pipe has none, and a plain file has a position.
std::optional<int> descriptor_of(const fs::path& path) {
  const auto number = parse_uint64(path.filename().native());
  if (!number || *number > static_cast<std::uint64_t>(INT16_MAX)) {
    return std::nullopt;
  }
  std::error_code ignored;
  const fs::path own = fs::canonical("/proc/self/fd", ignored);
  if (own.empty() || fs::canonical(folder_of(path), ignored) != own) {
    return std::nullopt;
  }
  return static_cast<int>(*number);
}

FileTarget unreachable(FileTarget target, int error) {
  target.kind = FileTarget::Kind::Unreachable;
  target.why = error;
  return target;
}

}  // namespace

FileTarget find_target(const fs::path& path) {
  FileTarget target;
  target.path = path;
  struct stat found = {};
  for (int links = 0;; ++links) {
    if (target.path.filename().empty()) {  // "results/"
      target.kind = FileTarget::Kind::Folder;
      return target;
    }
    if (const auto descriptor = descriptor_of(target.path)) {
      target.kind = FileTarget::Kind::Descriptor;
      target.descriptor = *descriptor;
      return target;
    }
    if (::lstat(target.path.c_str(), &found) != 0) {
      return errno == ENOENT ? target : unreachable(target, errno);
    }
    if (!S_ISLNK(found.st_mode)) {
      break;
    }
    std::error_code error;
    const fs::path next = fs::read_symlink(target.path, error);
    if (error || links == kMaxLinks) {
      return unreachable(target, error ? error.value() : ELOOP);
    }
    target.path = next.is_absolute() ? next : target.path.parent_path() / next;
  }
  if (S_ISDIR(found.st_mode)) {
    target.kind = FileTarget::Kind::Folder;
  } else if (S_ISREG(found.st_mode)) {
    target.kind = FileTarget::Kind::File;
    target.mode = found.st_mode & 0777;
    target.owner = found.st_uid;
    target.group = found.st_gid;
  } else {
    target.kind = FileTarget::Kind::Stream;
  }
  return target;
}

fs::path folder_of(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

std::string errno_words(int error) {
  switch (error) {
    case ENOSPC:
      return "the disk is full; free some space or choose another place";
    case EDQUOT:
      return "your disk quota is used up; free some space or choose another place";
    case EFBIG:
      return "the file would be larger than is allowed here; choose another place";
    case EACCES:
    case EPERM:
      return "permission was denied; choose another place or change its permissions";
    case EROFS:
      return "the disk is read-only; choose another place";
    case ENOENT:
      return "the folder does not exist; create it first";
    case ENOTDIR:
      return "a part of the path is not a folder; correct the path";
    case EISDIR:
      return "it is a folder; give a file name in it";
    case ENAMETOOLONG:
      return "the name is too long; choose a shorter one";
    case ELOOP:
      return "its symbolic links lead in a circle; correct the path";
    case EINVAL:
      return "the name is not allowed here; choose another one";
    case EMFILE:
    case ENFILE:
      return "too many files are open; close some programs and try again";
    case ENOMEM:
      return "memory is short; close some programs and try again";
    case EPIPE:
      return "the program that was to receive it has ended";
    case EBADF:
      return "it is not open for writing; choose another place";
    case EIO:
      return "the disk reported an error; choose another place and check the disk";
    case ENXIO:
    case ENODEV:
      return "nothing there takes data; choose another place";
    case EBUSY:
    case ETXTBSY:
      return "it is in use; choose another name";
    case ESTALE:
    case ETIMEDOUT:
    case EHOSTDOWN:
      return "the network disk does not answer; try again or choose another place";
    default:
      return "the system reported error " + integer_text(static_cast<std::int64_t>(error)) + "; choose another place";
  }
}

std::string quoted(const fs::path& path) {
  return '"' + path.string() + '"';
}

}  // namespace lossline::detail
