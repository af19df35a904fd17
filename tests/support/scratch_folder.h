// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <system_error>

namespace lossline::test {

/// An empty folder of a test's own, gone with it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string form = (std::filesystem::temp_directory_path() / "lossline-test-XXXXXX").string();
    if (::mkdtemp(form.data()) == nullptr) {
      throw std::runtime_error("no folder can be made in " + std::filesystem::temp_directory_path().string());
    }
    path_ = std::filesystem::canonical(form);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path place = path_ / file;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace lossline::test
