// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/root_files.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr int kMostLinks = 40;             // as the kernel's own limit
constexpr std::size_t kMostNames = 65536;  // more entries than any folder of facts has

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Parts of a path, last first, ready to be taken from the back.
std::vector<std::string> parts_reversed(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") {
      parts.emplace_back(part);
    }
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::string joined(const std::string& root, const std::vector<std::string>& parts) {
  std::string out = root;
  for (const std::string& part : parts) {
    out += '/';
    out += part;
  }
  return out.empty() ? "/" : out;
}

}  // namespace

RootFiles::RootFiles(const std::filesystem::path& root) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(root, error);
  there_ = !error && std::filesystem::is_directory(real, error);
  live_ = there_ && real == "/";
  root_ = live_ ? std::string() : real.string();
}

std::optional<std::string> RootFiles::place(std::string_view path, bool follow_last) const {
  if (!there_ || path.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  std::vector<std::string> todo = parts_reversed(path);
  std::vector<std::string> done;
  if (live_) {
    std::reverse(todo.begin(), todo.end());
    return joined(root_, todo);
  }
  int links = 0;
  while (!todo.empty()) {
    std::string part = std::move(todo.back());
    todo.pop_back();
    if (part == "..") {
      if (!done.empty()) {
        done.pop_back();
      }
      continue;
    }
    done.push_back(std::move(part));
    if (todo.empty() && !follow_last) {
      break;
    }
    std::error_code error;
    const std::filesystem::path target = std::filesystem::read_symlink(joined(root_, done), error);
    if (error) {
      continue;  // not a link, or not there: opening it will tell
    }
    if (++links > kMostLinks) {
      return std::nullopt;
    }
    if (target.is_absolute()) {
      done.clear();
    } else {
      done.pop_back();
    }
    std::vector<std::string> more = parts_reversed(target.native());
    todo.insert(todo.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return joined(root_, done);
}

std::optional<std::string> RootFiles::text(std::string_view path, std::size_t limit) const {
  const std::optional<std::string> real = place(path, true);
  if (!real) {
    return std::nullopt;
  }
  // Without O_NONBLOCK a named pipe at that path would hold the whole program.
  const Descriptor file(::open(real->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  // Sizes of /proc and /sys files are made up, so the file is read until it ends.
  std::string out;
  std::size_t used = 0;
  while (used < limit) {
    out.resize(std::min(limit, std::max<std::size_t>(4096, used * 2)));
    const ssize_t got = ::read(file.get(), out.data() + used, out.size() - used);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return std::nullopt;
    }
    if (got == 0) {
      break;
    }
    used += static_cast<std::size_t>(got);
  }
  out.resize(used);
  return out;
}

std::optional<std::string> RootFiles::line(std::string_view path) const {
  const std::optional<std::string> all = text(path, 4096);
  if (!all) {
    return std::nullopt;
  }
  std::string_view rest = *all;
  const std::string_view first = rest.empty() ? rest : trimmed(next_line(rest));
  return first.empty() ? std::nullopt : std::optional<std::string>(first);
}

std::optional<std::string> RootFiles::trouble(std::string_view path) const {
  const auto words = [](int error) { return std::generic_category().message(error); };
  const std::optional<std::string> real = place(path, true);
  if (!there_) {
    return std::nullopt;
  }
  if (!real) {
    return words(ELOOP);
  }
  const Descriptor file(::open(real->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) {
    const int error = errno;
    return error == ENOENT || error == ENOTDIR ? std::nullopt : std::optional(words(error));
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    return words(errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return std::string("it is no plain file");
  }
  char byte = 0;
  return ::read(file.get(), &byte, 1) < 0 ? std::optional(words(errno)) : std::nullopt;
}

std::optional<std::string> RootFiles::folder_trouble(std::string_view folder) const {
  const std::optional<std::string> real = place(folder, true);
  if (!real) {
    return std::generic_category().message(there_ ? ELOOP : ENOENT);
  }
  std::error_code error;
  const std::filesystem::directory_iterator entries(*real, error);
  return error ? std::optional(error.message()) : std::nullopt;
}

std::vector<std::string> RootFiles::names(std::string_view folder) const {
  std::vector<std::string> out;
  const std::optional<std::string> real = place(folder, true);
  if (!real) {
    return out;
  }
  std::error_code error;
  std::filesystem::directory_iterator entry(*real, error);
  while (!error && entry != std::filesystem::directory_iterator() && out.size() < kMostNames) {
    out.push_back(entry->path().filename().string());
    entry.increment(error);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<std::string> RootFiles::link_name(std::string_view path) const {
  const std::optional<std::string> real = place(path, false);
  if (!real) {
    return std::nullopt;
  }
  std::error_code error;
  std::string name = clean_text(std::filesystem::read_symlink(*real, error).filename().native());
  if (error || name.empty()) {
    return std::nullopt;
  }
  return name;
}

}  // namespace lossline
