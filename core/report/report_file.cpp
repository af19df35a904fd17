// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_file.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <fcntl.h>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "core/api/number_text.h"
#include "core/report/atomic_file.h"
#include "core/report/detail/file_target.h"
#include "core/report/detail/report_reader.h"
#include "core/report/detail/report_writer.h"

namespace lossline {
namespace {

namespace fs = std::filesystem;

Error cannot_read(const fs::path& path, const std::string& why) {
  return Error{ErrorCode::Io, detail::quoted(path) + " could not be read: " + why + "."};
}

std::string read_words(int error) {
  switch (error) {
    case ENOENT:
      return "there is no such file; check the name";
    case EACCES:
    case EPERM:
      return "permission was denied; change its permissions or choose another file";
    case EISDIR:
      return "it is a folder; choose a file in it";
    default:
      return detail::errno_words(error);
  }
}

/// Closes what open() gave. Opening does not wait: a named pipe without a writer reads as an empty file.
class InputFile {
 public:
  explicit InputFile(const fs::path& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ >= 0) {  // reading waits for the writer, where there is one
      ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
    }
  }
  ~InputFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// All of a file, or as much as shows that it is none of ours.
Result<std::string> read_text(const fs::path& path) {
  constexpr std::size_t kPiece = std::size_t{64} * 1024;
  constexpr std::size_t kTelling = 4096;
  constexpr std::size_t kMost = std::size_t{4} * 1024 * 1024 * 1024;  // some 130 million epochs
  const InputFile file(path);
  struct stat found = {};
  if (file.descriptor() < 0 || ::fstat(file.descriptor(), &found) != 0) {
    return cannot_read(path, read_words(errno));
  }
  std::string text;
  if (S_ISREG(found.st_mode) && found.st_size > 0) {
    text.reserve(std::min(static_cast<std::size_t>(found.st_size), kMost));
  }
  std::string piece(kPiece, '\0');
  for (bool judged = false;;) {
    const ssize_t got = ::read(file.descriptor(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return cannot_read(path, read_words(errno));
    }
    text.append(piece, 0, static_cast<std::size_t>(got));
    if (got == 0) {
      return text;
    }
    if (text.size() > kMost) {
      return cannot_read(path, "it is larger than any run report; choose another file");
    }
    if (!judged && text.size() >= kTelling) {
      judged = true;
      if (!detail::why_no_report(text).empty()) {
        return text;
      }
    }
  }
}

/// Seconds since 1970-01-01 of "2026-01-01T00:00:00.000Z"; empty for anything else.
std::optional<double> unix_seconds(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  if (text.size() < kForm.size() + 1 || text.back() != 'Z') {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kForm[i] == '0' ? !digit : text[i] != kForm[i]) {
      return std::nullopt;
    }
  }
  const auto part = [&](std::size_t from, std::size_t length) {
    return parse_int64(text.substr(from, length)).value_or(0);
  };
  const auto seconds = parse_double(text.substr(17, text.size() - 18));
  // Howard Hinnant's days_from_civil: the year begins in March, so that the leap day is its last.
  const std::int64_t month = part(5, 2);
  const std::int64_t year = part(0, 4) - (month <= 2 ? 1 : 0);
  const std::int64_t era = year / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + part(8, 2) - 1;
  const std::int64_t days =
      era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
  return static_cast<double>(days * 86400 + part(11, 2) * 3600 + part(14, 2) * 60) + seconds.value_or(0);
}

std::string scalar_text(double value) {
  if (std::isfinite(value)) {
    return shortest(value);
  }
  return std::isnan(value) ? "NaN" : (value > 0 ? "Infinity" : "-Infinity");
}

/// Wall time of each point of a record.
class WallTime {
 public:
  explicit WallTime(const RunRecord& record) {
    start_ = unix_seconds(record.started_at).value_or(0) + record.timing.warmup_s + record.timing.search_s;
    const LossHistory& history = *record.history;
    const bool timed = !history.empty() && history.back().elapsed_s > 0;
    const std::uint64_t epochs = record.summary.epochs_done;
    if (!timed && epochs > 0 && std::isfinite(record.summary.train_seconds)) {
      each_epoch_ = record.summary.train_seconds / static_cast<double>(epochs);
    }
  }
  [[nodiscard]] double of(const LossPoint& point) const {
    return start_ + static_cast<double>(point.elapsed_s) + each_epoch_ * point.epoch;
  }

 private:
  double start_ = 0;
  double each_epoch_ = 0;
};

bool write_curve(const RunRecord& record, const WriteBytes& write) {
  constexpr int kDecimals = 6;  // a double of this size holds no more
  bool good = write("Wall time,Step,Value\n");
  if (!record.history) {
    return good;
  }
  const WallTime wall(record);
  std::string line;
  record.history->for_each_span(0, record.history->size(), [&](const LossPoint* points, std::size_t count) {
    for (std::size_t i = 0; good && i < count; ++i) {
      line = fixed(wall.of(points[i]), kDecimals);
      line += ',';
      line += integer_text(std::uint64_t{points[i].epoch});
      line += ',';
      line += scalar_text(points[i].loss);
      line += '\n';
      good = write(line);
    }
  });
  return good;
}

Result<void> write_text(const fs::path& path, const FileContent& content) {
  try {
    return write_file_atomically(path, content);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::Io, detail::quoted(path) + " could not be written: " + detail::errno_words(ENOMEM) + "."};
  }
}

}  // namespace

Result<RunReport> read_report(const fs::path& path) {
  try {
    const Result<std::string> text = read_text(path);
    if (!text.ok()) {
      return text.error();
    }
    return detail::parse_report_of(detail::quoted(path), text.value());
  } catch (const std::bad_alloc&) {
    return cannot_read(path, "it does not fit into memory; close some programs and try again");
  }
}

Result<void> write_report(const fs::path& path, const RunReport& report) {
  return write_text(path, [&](const WriteBytes& write) {
    return detail::write_report_text(report.record, report.unknown_json, write);
  });
}

Result<void> write_report(const fs::path& path, const RunRecord& record) {
  return write_text(path, [&](const WriteBytes& write) { return detail::write_report_text(record, {}, write); });
}

Result<void> write_curve_csv(const fs::path& path, const RunRecord& record) {
  return write_text(path, [&](const WriteBytes& write) { return write_curve(record, write); });
}

}  // namespace lossline
