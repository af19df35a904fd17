// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvidia_driver.h"

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

bool is_version(std::string_view word) {
  const bool only_numbers = word.find_first_not_of("0123456789.") == std::string_view::npos;
  return only_numbers && word.size() <= 20 && contains(word, ".") && word.front() != '.' && word.back() != '.' &&
         !contains(word, "..");
}

}  // namespace

std::optional<std::string> nvidia_version_in(std::string_view text) {
  std::string_view first = text.empty() ? text : next_line(text);  // the next line names the compiler's version
  for (const std::string_view word : words(first)) {
    if (is_version(word)) {
      return std::string(word);
    }
  }
  return std::nullopt;
}

void add_nvidia_driver(const RootFiles& files, HardwareFacts& facts) {
  const std::string said = files.text("proc/driver/nvidia/version").value_or(std::string());
  facts.nvidia_driver_version = nvidia_version_in(said);
  if (facts.nvidia_driver_version) {
    facts.sources["nvidia_driver_version"] = {"proc", "certain"};
    return;
  }
  facts.nvidia_driver_version = nvidia_version_in(files.line("sys/module/nvidia/version").value_or(std::string()));
  if (facts.nvidia_driver_version) {
    facts.sources["nvidia_driver_version"] = {"sysfs", "certain"};
  }
}

}  // namespace lossline
