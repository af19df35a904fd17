// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_rules.h"
#include "core/hardware/names/detail/gpu_words.h"
#include "core/hardware/names/gpu_name.h"

namespace lossline::detail {

/// One name being read: its words, what was found so far, and the words that told it.
class GpuReading {
 public:
  GpuReading(const GpuWords& all, GpuName& result) : words(all), name(result) {}

  const GpuWords& words;
  GpuName& name;

  /// Word `i` decided something.
  void decide(std::size_t i) {
    if (i < words.size() && count_ < decided_.size()) {
      decided_[count_++] = i;
    }
  }
  /// "Turing" sets the architecture; "Fermi|Kepler" the candidates. Empty changes nothing; later calls replace.
  void set_architecture(std::string_view choice, bool likely = false);
  void set_form(std::string_view choice);
  /// As the rule says; null changes nothing.
  void apply(const GpuRule* rule, bool likely = false);
  /// Fills `matched`.
  void finish();

 private:
  std::array<std::size_t, 8> decided_{};
  std::size_t count_ = 0;
};

// Each reads a name known to be of its maker and fills brand, generation, architecture and so on.
void read_nvidia(GpuReading& reading);
void read_amd(GpuReading& reading);
void read_intel(GpuReading& reading);
/// Apple, ARM, Qualcomm and the rest; false when the name is of none.
bool read_other_maker(GpuReading& reading);
/// Software renderers, displays without a GPU, and CPUs: is_gpu false, vendor where known. False when it is none.
bool read_no_gpu(GpuReading& reading);

/// Parts of read_nvidia().
/// GeForce names from "GeForce" (or the line "RTX", "GTX" …) at `at` on. False when no model follows.
bool read_geforce(GpuReading& reading, std::size_t at);
/// A number alone, "4070 Ti": GeForce, likely. False for any other.
bool read_bare_geforce(GpuReading& reading);
/// "MIG 1g.10gb" and vGPU profiles ("A40-48Q"): virtual, with the memory of the slice. True when it was one.
bool read_slice(GpuReading& reading);
/// Data centre, mining, embedded and workstation names. False when none was found.
bool read_nvidia_professional(GpuReading& reading);
/// Whether a word alone is a product only NVIDIA makes: "H100", "RTX", "GTX1080", "TU102", "PG506".
[[nodiscard]] bool is_nvidia_word(const GpuWords& words, std::size_t i);

/// "24GB", "80G", "3 GB": the memory printed in the name, when it is one figure and the GPU's own.
void read_memory(GpuReading& reading);

}  // namespace lossline::detail
