// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lossline {

/// SHA-256 (FIPS 180-4), fed in pieces.
class Sha256 {
 public:
  Sha256();
  void update(const void* data, std::size_t bytes);
  /// Once, at the end: 64 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex();

 private:
  void block(const std::uint8_t* chunk);

  std::array<std::uint32_t, 8> state_;
  std::array<std::uint8_t, 64> buffer_{};
  std::size_t used_ = 0;
  std::uint64_t total_ = 0;
};

/// Of numbers in little-endian order, whatever the machine's.
void update_le(Sha256& hash, const float* values, std::size_t count);
void update_le(Sha256& hash, const std::int32_t* values, std::size_t count);

}  // namespace lossline
