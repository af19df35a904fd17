// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lossline {

/// The BLAS that LibTorch's products really go to in this process, found by where sgemm_ is bound: "OpenBLAS 0.3.21
/// (openmp)", "Intel MKL", "reference BLAS (slow: install libopenblas0-openmp)" … `torch_has_mkl`: LibTorch was built
/// with MKL inside. Call after LibTorch was loaded.
[[nodiscard]] std::string bound_blas(bool torch_has_mkl);

/// The part of it that can be told from the library's path and OpenBLAS's own words: `config` is what
/// openblas_get_config() returned ("" when there is no such function), `parallel` what openblas_get_parallel() did
/// (0 one thread, 1 pthreads, 2 OpenMP).
[[nodiscard]] std::string blas_name(const std::string& library_path, const std::string& config, int parallel);

}  // namespace lossline
