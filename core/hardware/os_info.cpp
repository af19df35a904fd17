// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/os_info.h"

#include <cstddef>
#include <string_view>
#include <sys/utsname.h>

#include "core/hardware/clean_text.h"
#include "core/hardware/root_files.h"

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

namespace lossline {
namespace {

/// A value of os-release(5): bare, or in quotes with backslashes before what a shell would take.
std::string unquoted(std::string_view value) {
  value = trimmed(value);
  const char quote = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') ? value.front() : '\0';
  if (quote != '\0' && value.back() == quote) {
    value = value.substr(1, value.size() - 2);
  }
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && quote != '\'' && i + 1 < value.size()) {
      ++i;
    }
    out += value[i];
  }
  return clean_text(out);
}

std::string distribution(const RootFiles& files) {
  for (const std::string_view path : {"etc/os-release", "usr/lib/os-release"}) {
    const std::string all = files.text(path).value_or(std::string());
    std::string pretty, name;
    std::string_view rest = all;
    while (!rest.empty()) {
      const std::string_view line = trimmed(next_line(rest));
      if (starts_with(line, "PRETTY_NAME=")) {
        pretty = unquoted(line.substr(12));
      } else if (starts_with(line, "NAME=")) {
        name = unquoted(line.substr(5));
      }
    }
    if (!pretty.empty() || !name.empty()) {
      return pretty.empty() ? name : pretty;
    }
  }
  return {};
}

std::string composed(const std::string& distribution, std::string_view system, std::string_view release,
                     std::string_view machine) {
  std::string kernel = clean_text(system.empty() ? "Linux" : system);
  for (const std::string_view part : {release, machine}) {
    const std::string text = clean_text(part);
    if (!text.empty()) {
      kernel += " " + text;
    }
  }
  return distribution.empty() ? kernel : distribution + ", " + kernel;
}

}  // namespace

std::string os_name() {
  const std::string name = distribution(RootFiles("/"));
  utsname system{};
  if (::uname(&system) != 0) {
    return composed(name, {}, {}, {});
  }
  return composed(name, static_cast<const char*>(system.sysname), static_cast<const char*>(system.release),
                  static_cast<const char*>(system.machine));
}

std::string os_name(const std::filesystem::path& root) {
  const RootFiles files(root);
  const auto kernel = [&](std::string_view name) {
    return files.line("proc/sys/kernel/" + std::string(name)).value_or(std::string());
  };
  return composed(distribution(files), kernel("ostype"), kernel("osrelease"), kernel("arch"));
}

std::string libc_version() {
#if defined(__GLIBC__)
  return std::string("glibc ") + ::gnu_get_libc_version();
#else
  return "unknown C library";
#endif
}

}  // namespace lossline
