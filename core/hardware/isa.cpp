// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/isa.h"

#include <cstddef>
#include <string_view>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

struct Level {
  std::string_view flag, name;
};
// Flags as Linux prints them: arch/x86/include/asm/cpufeatures.h for x86; Documentation/arch/arm64/elf_hwcaps.rst,
// arch/arm/kernel/setup.c and arch/loongarch/kernel/proc.c for the others. Two tables, because the same letters mean
// other things: "sme" is a matrix unit on ARM and encrypted memory on AMD.
constexpr Level kX86Levels[] = {
    {"sse4_2", "SSE4.2"},
    {"avx", "AVX"},
    {"avx2", "AVX2"},
    {"fma", "FMA"},
    {"avx_vnni", "AVX-VNNI"},
    {"avx512f", "AVX-512"},
    {"avx512_vnni", "AVX-512 VNNI"},
    {"avx512_bf16", "AVX-512 BF16"},
    {"amx_tile", "AMX"},
};
constexpr Level kOtherLevels[] = {
    {"neon", "NEON"}, {"asimd", "NEON"}, {"sve", "SVE"},   {"sve2", "SVE2"},
    {"sme", "SME"},   {"lsx", "LSX"},    {"lasx", "LASX"},
};

template <std::size_t N>
void add_levels(const Level (&table)[N], const CpuInfo& info, std::vector<std::string>& levels) {
  for (const Level& level : table) {
    const bool named = !levels.empty() && levels.back() == level.name;
    if (!named && has_flag(info, level.flag)) {
      levels.emplace_back(level.name);
    }
  }
}

/// The base of a RISC-V isa string lists its letters before the first underscore: "rv64imafdcv_zicbom".
bool has_riscv_vectors(std::string_view isa) {
  const std::string_view base = isa.substr(0, isa.find('_'));
  return starts_with(base, "rv") && base.find('v', 2) != std::string_view::npos;
}

}  // namespace

std::vector<std::string> isa_levels(const CpuInfo& info) {
  std::vector<std::string> levels;
  if (!info.vendor_id.empty()) {  // only x86 kernels print one
    add_levels(kX86Levels, info, levels);
  } else {
    add_levels(kOtherLevels, info, levels);
  }
  if (has_riscv_vectors(info.riscv_isa)) {
    levels.emplace_back("RVV");
  }
  if (contains(lower(info.model_name), "altivec supported")) {
    levels.emplace_back("AltiVec");
  }
  return levels;
}

void add_isa(const CpuInfo& info, HardwareFacts& facts) {
  facts.cpu.isa = isa_levels(info);
  if (!facts.cpu.isa.empty()) {
    facts.sources["cpu.isa"] = {"proc", "certain"};
  }
}

}  // namespace lossline
