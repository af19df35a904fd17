// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// Files of one machine, below its root folder. Paths are given as on that machine ("proc/cpuinfo", a leading slash is
/// welcome). With a root other than "/" links are followed as that machine would: an absolute one starts at the root
/// again and ".." stops there, so nothing outside is ever read. Missing, unreadable or not a plain file: empty answers.
class RootFiles {
 public:
  explicit RootFiles(const std::filesystem::path& root);

  /// True when the root is "/": this very machine.
  [[nodiscard]] bool live() const { return live_; }

  /// The file's bytes, cut at `limit`.
  [[nodiscard]] std::optional<std::string> text(std::string_view path, std::size_t limit = kUsualLimit) const;
  /// The first line without blanks around it; empty also when there is nothing in it.
  [[nodiscard]] std::optional<std::string> line(std::string_view path) const;
  /// Why there is no text(): "Permission denied"; empty where there is no such file, and where it can be read.
  [[nodiscard]] std::optional<std::string> trouble(std::string_view path) const;
  /// Why names() of this folder would be none: "No such file or directory"; empty where they can be read.
  [[nodiscard]] std::optional<std::string> folder_trouble(std::string_view folder) const;
  /// Names in a folder, sorted.
  [[nodiscard]] std::vector<std::string> names(std::string_view folder) const;
  /// Last part of what a link points to: "nvidia" for …/driver → ../../bus/pci/drivers/nvidia.
  [[nodiscard]] std::optional<std::string> link_name(std::string_view path) const;

  static constexpr std::size_t kUsualLimit = std::size_t{64} * 1024;

 private:
  /// Where the path really is; empty when a link leads nowhere sensible.
  [[nodiscard]] std::optional<std::string> place(std::string_view path, bool follow_last) const;

  std::string root_;  // without a slash at its end; empty for "/"
  bool live_ = false;
  bool there_ = false;
};

}  // namespace lossline
