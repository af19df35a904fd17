// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lossline {

/// While it lives, this thread takes floats below 1.2e-38 for zero. Many processors need a hundred times as long for an
/// operation with one, and a gradient that fades out produces little else.
class FlushDenormals {
 public:
  FlushDenormals() : before_(read()) { write(before_ | kFlush); }
  ~FlushDenormals() { write(before_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr std::uint64_t kFlush = 0x8040;  // results to zero, and operands taken as zero
  static std::uint64_t read() { return __builtin_ia32_stmxcsr(); }
  static void write(std::uint64_t value) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
  static constexpr std::uint64_t kFlush = std::uint64_t{1} << 24U;
  static std::uint64_t read() {
    std::uint64_t value = 0;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void write(std::uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
  static constexpr std::uint64_t kFlush = 0;
  static std::uint64_t read() { return 0; }
  static void write(std::uint64_t) {}
#endif
  std::uint64_t before_;
};

}  // namespace lossline
