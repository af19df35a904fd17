// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nvml/nvml_library.h"

#include <cstring>
#include <dlfcn.h>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"

namespace lossline {

// By this name alone: the one without a version belongs to the development files and is often missing.
NvmlLibrary::NvmlLibrary() : library_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {}

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
