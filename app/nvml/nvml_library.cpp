// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nvml/nvml_library.h"

#include <cstring>
#include <dlfcn.h>
#include <string_view>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {

namespace {

// By this name alone: the one without a version belongs to the development files and is often missing.
constexpr const char* kLibrary = "libnvidia-ml.so.1";

/// Whether the loader's words are of a library that is nowhere. One that is there and lacks another it needs names
/// that.
bool says_it_is_missing(std::string_view words) {
  return contains(words, std::string(kLibrary) + ": ") && contains(words, "No such file or directory") &&
         !contains(words, "needed by");
}

}  // namespace

NvmlLibrary::NvmlLibrary(std::function<void()> before_call) : before_call_(std::move(before_call)) {
  before_call_();
  library_ = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) {
    const char* words = ::dlerror();
    const std::string said = clean_text(words == nullptr ? "no reason given" : words);
    trouble_ = says_it_is_missing(said) ? std::string() : std::string(kLibrary) + " can't be loaded: " + said;
  }
}

void* NvmlLibrary::find(const char* name) const {
  return library_ == nullptr ? nullptr : ::dlsym(library_, name);
}

std::string NvmlLibrary::words_for(int code) const {
  const auto function = reinterpret_cast<const char* (*)(int)>(find("nvmlErrorString"));
  const char* words = function == nullptr ? nullptr : function(code);
  constexpr std::size_t kMost = 256;
  const std::string said = words == nullptr ? "" : clean_text(std::string_view(words, ::strnlen(words, kMost)));
  return (said.empty() ? "NVML error" : said) + " (NVML " + integer_text(std::int64_t{code}) + ")";
}

}  // namespace lossline
