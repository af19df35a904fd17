// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/blas_name.h"

#include <dlfcn.h>
#include <filesystem>
#include <system_error>

namespace lossline {
namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

template <typename F>
F function_at(const char* symbol) {
  return reinterpret_cast<F>(dlsym(RTLD_DEFAULT, symbol));  // POSIX: a symbol's address may be used as a function's
}

}  // namespace

std::string blas_name(const std::string& library_path, const std::string& config, int parallel) {
  if (!config.empty()) {  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH USE_OPENMP …"
    const std::size_t space = config.find(' ');
    const std::string version =
        space == std::string::npos ? "" : config.substr(space, config.find(' ', space + 1) - space);
    const char* kind = parallel == 2 ? " (openmp)" : parallel == 1 ? " (pthread)" : " (serial)";
    return "OpenBLAS" + version + kind;
  }
  if (contains(library_path, "openblas")) {
    return "OpenBLAS";
  }
  if (contains(library_path, "mkl")) {
    return "Intel MKL";
  }
  if (contains(library_path, "blis")) {
    return "BLIS";
  }
  if (contains(library_path, "atlas")) {
    return "ATLAS";
  }
  if (contains(library_path, "libblas")) {
    return "reference BLAS (slow: install libopenblas0-openmp)";
  }
  return "unknown";
}

std::string bound_blas(bool torch_has_mkl) {
  if (torch_has_mkl) {
    return "Intel MKL";
  }
  // RTLD_DEFAULT from here searches the same libraries, in the same order, as LibTorch's own references.
  void* const product = dlsym(RTLD_DEFAULT, "sgemm_");
  Dl_info info{};
  if (product == nullptr || dladdr(product, &info) == 0 || info.dli_fname == nullptr) {
    return "inside LibTorch";
  }
  std::error_code ignored;
  std::string path = std::filesystem::canonical(info.dli_fname, ignored).string();
  if (ignored) {
    path = info.dli_fname;
  }
  if (contains(path, "libtorch")) {
    return "inside LibTorch";
  }
  std::string config;
  int parallel = 0;
  if (contains(path, "openblas")) {
    if (const auto get_config = function_at<char* (*)()>("openblas_get_config")) {
      config = get_config();
    }
    if (const auto get_parallel = function_at<int (*)()>("openblas_get_parallel")) {
      parallel = get_parallel();
    }
  }
  return blas_name(path, config, parallel);
}

}  // namespace lossline
