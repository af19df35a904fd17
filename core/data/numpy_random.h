// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace lossline {

/// The part of numpy.random.RandomState that a data split needs, draw for draw: RandomState(seed) for an integer seed,
/// and permutation(n). NumPy has frozen this stream (NEP 19), so a split made here is the one every Python script
/// makes. The generator is MT19937 with the reference initialisation (init_genrand), which is what std::mt19937 is by
/// the standard; the standard's own shuffle and distributions differ between libraries, so those are written out here.
class NumpyRandomState {
 public:
  explicit NumpyRandomState(std::uint32_t seed) : engine_(seed) {}

  /// The next 32 random bits; NumPy's randint(0, 2**32, dtype=uint32).
  [[nodiscard]] std::uint32_t next_u32() { return static_cast<std::uint32_t>(engine_()); }

  /// Uniform in 0 … max, both included: NumPy's random_interval (mask, draw again when above).
  /// Draws nothing when max is 0.
  [[nodiscard]] std::uint64_t interval(std::uint64_t max);

  /// The numbers 0 … n−1 in random order; NumPy's permutation(n).
  [[nodiscard]] std::vector<std::size_t> permutation(std::size_t n);

 private:
  std::mt19937 engine_;
};

}  // namespace lossline
