// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/result.h"
#include "core/sweep/sweep_grid.h"
#include "core/sweep/sweep_resume.h"
#include "core/sweep/sweep_row.h"

namespace lossline {

/// The file that a sweep's rows go to, held by this process alone while the object lives. One thread at a time.
class SweepFile {
 public:
  /// Opens the file or makes it, reads the rows it has, cuts a torn last line off, and writes the header where there is
  /// none. Errors: Io when it can't be opened, read or written, is no plain file, or another process holds it; Format
  /// when it is none of this sweep, and is then left as it was.
  [[nodiscard]] static Result<std::unique_ptr<SweepFile>> open(const std::filesystem::path& path, SweepFormat format,
                                                               const SweepGrid& grid);
  ~SweepFile();
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;

  /// Where the sweep stood when the file was opened.
  [[nodiscard]] const SweepResume& found() const { return found_; }

  /// Adds one whole line, in one piece: a process that is killed leaves at most this line torn. When it could not be
  /// written whole (Io), none of it stays.
  [[nodiscard]] Result<void> append(std::string_view line);

 private:
  SweepFile(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
  [[nodiscard]] Result<std::string> read_all() const;
  [[nodiscard]] Error broken(const char* what, int number) const;

  std::filesystem::path path_;
  int file_;
  std::size_t size_ = 0;  // of what is whole
  SweepResume found_;
};

}  // namespace lossline
