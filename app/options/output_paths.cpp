// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/output_paths.h"

#include <system_error>

#include "core/report/atomic_file.h"

namespace lossline {

std::optional<std::filesystem::path> take_output_path(const Arguments& arguments, const std::string& name,
                                                      std::vector<Fault>& faults) {
  const std::string* text = arguments.find(name);
  if (text == nullptr) {
    return std::nullopt;
  }
  std::filesystem::path path(*text);
  if (auto reason = why_not_writable(path)) {
    faults.push_back({name, *std::move(reason)});
  }
  return path;
}

void check_two_files(const std::optional<std::filesystem::path>& first, const std::string& first_name,
                     const std::optional<std::filesystem::path>& second, const std::string& second_name,
                     std::vector<Fault>& faults) {
  if (!first || !second || first->empty() || second->empty()) {
    return;
  }
  std::error_code first_error, second_error;
  // Absolute first: of a name of which nothing exists yet, weakly_canonical() leaves what was typed.
  const auto place_of = [](const std::filesystem::path& path, std::error_code& error) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const auto a = place_of(*first, first_error);
  const auto b = place_of(*second, second_error);
  std::error_code ignored;
  const bool plain = !std::filesystem::exists(b, ignored) || std::filesystem::is_regular_file(b, ignored);
  if (!first_error && !second_error && a == b && plain) {
    faults.push_back({second_name, "is the same file as --" + first_name + "; give it another name"});
  }
}

namespace {

/// Why a folder holds no machine's facts, as the end of a sentence that begins with the option; empty when it does.
std::optional<std::string> why_no_root(const std::filesystem::path& root) {
  const std::string quoted = '"' + root.string() + '"';
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(root, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return "there is no folder " + quoted;
  }
  if (error) {
    return quoted + " can't be looked at: " + error.message();
  }
  if (!std::filesystem::is_directory(status)) {
    return "must be a folder, got " + quoted;
  }
  const std::filesystem::directory_iterator entries(root, error);
  if (error) {
    return "the folder " + quoted + " can't be read: " + error.message() + "; ask for access to it";
  }
  const auto holds = [&](const char* name) {  // a link is looked at as the recorded machine would, later
    const std::filesystem::file_status part = std::filesystem::symlink_status(root / name, error);
    return std::filesystem::is_directory(part) || std::filesystem::is_symlink(part);
  };
  if (!holds("proc") && !holds("sys")) {
    return "the folder " + quoted + " holds neither proc nor sys, so no machine was recorded there; give the folder " +
           "that holds them";
  }
  return std::nullopt;
}

}  // namespace

std::filesystem::path take_root(const Arguments& arguments, std::vector<Fault>& faults) {
  const std::string* text = arguments.find("root");
  if (text == nullptr) {
    return "/";
  }
  if (auto reason = why_no_root(*text)) {
    faults.push_back({"root", *std::move(reason)});
  }
  return *text;
}

}  // namespace lossline
