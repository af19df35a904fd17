// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/sha256.h"

#include <algorithm>
#include <cstring>

namespace lossline {
namespace {

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t rotate(std::uint32_t x, unsigned n) {
  return (x >> n) | (x << (32U - n));
}

template <typename T>
void update_words(Sha256& hash, const T* values, std::size_t count) {
  static_assert(sizeof(T) == 4);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, values + i, 4);
    const std::array<std::uint8_t, 4> bytes = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8U),
                                               static_cast<std::uint8_t>(word >> 16U),
                                               static_cast<std::uint8_t>(word >> 24U)};
    hash.update(bytes.data(), bytes.size());
  }
}

}  // namespace

Sha256::Sha256()
    : state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19} {}

void Sha256::block(const std::uint8_t* chunk) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = static_cast<std::uint32_t>(chunk[4 * i]) << 24U | static_cast<std::uint32_t>(chunk[4 * i + 1]) << 16U |
           static_cast<std::uint32_t>(chunk[4 * i + 2]) << 8U | static_cast<std::uint32_t>(chunk[4 * i + 3]);
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3U);
    const std::uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10U);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t t1 =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const std::uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> sum = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) {
    state_[i] += sum[i];
  }
}

void Sha256::update(const void* data, std::size_t bytes) {
  const auto* next = static_cast<const std::uint8_t*>(data);
  total_ += bytes;
  while (bytes > 0) {
    const std::size_t take = std::min(bytes, buffer_.size() - used_);
    std::memcpy(buffer_.data() + used_, next, take);
    used_ += take;
    next += take;
    bytes -= take;
    if (used_ == buffer_.size()) {
      block(buffer_.data());
      used_ = 0;
    }
  }
}

std::string Sha256::hex() {
  const std::uint64_t bits = total_ * 8;
  const std::uint8_t one = 0x80;
  const std::uint8_t zero = 0;
  update(&one, 1);
  while (used_ != 56) {
    update(&zero, 1);
  }
  std::array<std::uint8_t, 8> length{};
  for (std::size_t i = 0; i < 8; ++i) {
    length[i] = static_cast<std::uint8_t>(bits >> (56U - 8U * i));
  }
  update(length.data(), length.size());
  std::string text;
  for (const std::uint32_t word : state_) {
    for (unsigned shift = 32; shift > 0; shift -= 4) {
      text += "0123456789abcdef"[(word >> (shift - 4U)) & 15U];
    }
  }
  return text;
}

void update_le(Sha256& hash, const float* values, std::size_t count) {
  update_words(hash, values, count);
}
void update_le(Sha256& hash, const std::int32_t* values, std::size_t count) {
  update_words(hash, values, count);
}

}  // namespace lossline
