// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/gpu_name.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/hardware/clean_text.h"
#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline {
namespace {

using detail::GpuReading;
using detail::GpuWords;
using detail::word_id;

constexpr std::size_t kNone = GpuWords::kNone;

/// Who is named, by company and by product.
struct Makers {
  bool nvidia = false, amd = false, intel = false;                    ///< the company
  bool nvidia_brand = false, amd_brand = false, intel_brand = false;  ///< a product of its own
  bool other = false;                                                 ///< another company or product
  bool hint = false;  ///< a word that fits any GPU: "Graphics", "Device", "GPU"
  std::size_t company_at = kNone;
};

enum class Role { None, Nvidia, NvidiaBrand, NvidiaWord, Amd, AmdBrand, Intel, IntelBrand, Other, Hint };

struct RoleWord {
  std::uint64_t id;
  Role role;
};
constexpr RoleWord kRoleWords[] = {{word_id("nvidia"), Role::Nvidia},
                                   {word_id("nvk"), Role::Nvidia},
                                   {word_id("amd"), Role::Amd},
                                   {word_id("ati"), Role::Amd},
                                   {word_id("radv"), Role::Amd},
                                   {word_id("radeonsi"), Role::Amd},
                                   {word_id("intel"), Role::Intel},
                                   {word_id("geforce"), Role::NvidiaBrand},
                                   {word_id("geforce2"), Role::NvidiaBrand},
                                   {word_id("geforce3"), Role::NvidiaBrand},
                                   {word_id("geforce4"), Role::NvidiaBrand},
                                   {word_id("quadro"), Role::NvidiaBrand},
                                   {word_id("quadro2"), Role::NvidiaBrand},
                                   {word_id("quadro4"), Role::NvidiaBrand},
                                   {word_id("quadroplex"), Role::NvidiaBrand},
                                   {word_id("tesla"), Role::NvidiaBrand},
                                   {word_id("nvs"), Role::NvidiaBrand},
                                   {word_id("titan"), Role::NvidiaBrand},
                                   {word_id("jetson"), Role::NvidiaBrand},
                                   {word_id("tegra"), Role::NvidiaBrand},
                                   {word_id("nforce"), Role::NvidiaBrand},
                                   {word_id("riva"), Role::NvidiaBrand},
                                   {word_id("vanta"), Role::NvidiaBrand},
                                   {word_id("tnt2"), Role::NvidiaBrand},
                                   {word_id("cmp"), Role::NvidiaBrand},
                                   {word_id("dgx"), Role::NvidiaBrand},
                                   {word_id("hgx"), Role::NvidiaBrand},
                                   {word_id("orin"), Role::NvidiaBrand},
                                   {word_id("xavier"), Role::NvidiaBrand},
                                   {word_id("grid"), Role::NvidiaWord},
                                   {word_id("ion"), Role::NvidiaWord},
                                   {word_id("mig"), Role::NvidiaWord},
                                   {word_id("xgpu"), Role::NvidiaWord},
                                   {word_id("drive"), Role::NvidiaWord},
                                   {word_id("radeon"), Role::AmdBrand},
                                   {word_id("firepro"), Role::AmdBrand},
                                   {word_id("firegl"), Role::AmdBrand},
                                   {word_id("firemv"), Role::AmdBrand},
                                   {word_id("firestream"), Role::AmdBrand},
                                   {word_id("instinct"), Role::AmdBrand},
                                   {word_id("iris"), Role::IntelBrand},
                                   {word_id("uhd"), Role::IntelBrand},
                                   {word_id("arc"), Role::IntelBrand},
                                   {word_id("apple"), Role::Other},
                                   {word_id("mali"), Role::Other},
                                   {word_id("adreno"), Role::Other},
                                   {word_id("qualcomm"), Role::Other},
                                   {word_id("matrox"), Role::Other},
                                   {word_id("graphics"), Role::Hint},
                                   {word_id("device"), Role::Hint},
                                   {word_id("gpu"), Role::Hint}};

/// kRoleWords by id, with empty places between them: nearly every word is decided by the first look.
constexpr std::size_t kRoleSlots = 256;
constexpr std::size_t role_slot(std::uint64_t id) {
  return id >> 40U & (kRoleSlots - 1);
}
constexpr std::array<RoleWord, kRoleSlots> make_role_table() {
  std::array<RoleWord, kRoleSlots> table{};
  for (const RoleWord& word : kRoleWords) {
    std::size_t at = role_slot(word.id);
    while (table[at].id != 0) {
      at = (at + 1) & (kRoleSlots - 1);
    }
    table[at].id = word.id;
    table[at].role = word.role;
  }
  return table;
}
constexpr std::array<RoleWord, kRoleSlots> kRoleTable = make_role_table();

Role role_of(std::uint64_t word) {
  for (std::size_t at = role_slot(word); kRoleTable[at].id != 0; at = (at + 1) & (kRoleSlots - 1)) {
    if (kRoleTable[at].id == word) {
      return kRoleTable[at].role;
    }
  }
  return Role::None;
}

Makers find_makers(const GpuWords& words) {
  Makers makers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Role role = role_of(words[i].id);
    if (role == Role::None) {
      continue;
    }
    makers.nvidia = makers.nvidia || role == Role::Nvidia;
    // "GRID" and "ION" are words of other trades too.
    makers.nvidia_brand =
        makers.nvidia_brand || role == Role::NvidiaBrand || (role == Role::NvidiaWord && (i == 0 || makers.nvidia));
    makers.amd = makers.amd || role == Role::Amd;
    makers.amd_brand = makers.amd_brand || role == Role::AmdBrand;
    makers.intel = makers.intel || role == Role::Intel;
    makers.intel_brand = makers.intel_brand || role == Role::IntelBrand;
    makers.other = makers.other || role == Role::Other;
    makers.hint = makers.hint || role == Role::Hint;
    if (role != Role::Hint && makers.company_at == kNone) {
      makers.company_at = i;
    }
  }
  return makers;
}

/// Words without a company that only one company prints.
bool read_unsigned(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (detail::is_nvidia_word(words, i)) {
      read_nvidia(reading);
      return true;
    }
    std::size_t used = 0;
    const bool amd = find_named_chip(detail::RuleGroup::AmdChips, words, i, used) != nullptr ||
                     (words[i].parts().letters == "mi" && find_model("instinct", words[i].parts()) != nullptr);
    // Some chips have the names of everyday words: they count only where they stand alone.
    if (amd && (words[i].text.substr(0, 3) == "gfx" || used == words.size() || words[i].parts().letters == "mi")) {
      read_amd(reading);
      return true;
    }
    const bool intel = find_named_chip(detail::RuleGroup::IntelChips, words, i, used) != nullptr;
    if (intel && (used == words.size() || words.has(word_id("graphics")))) {
      read_intel(reading);
      return true;
    }
  }
  return false;
}

/// "7900 XTX": a number that only Radeons have with that ending.
bool read_bare_radeon(GpuReading& reading) {
  const GpuWords& words = reading.words;
  if (words.size() < 2 || words.size() > 4) {
    return false;
  }
  if (words.id(0) == word_id("vega") && words.size() == 2) {
    const detail::GpuRule* vega = find_model("radeon vega", words[1].parts());
    reading.name.vendor = vega != nullptr ? std::optional<std::string>("AMD") : std::nullopt;
    reading.apply(vega, true);
    reading.decide(0);
    reading.decide(1);
    return vega != nullptr;
  }
  const bool rx = words.id(0) == word_id("rx");
  const std::size_t at = rx ? 1 : 0;
  const std::uint64_t ending = words.id(at + 1);
  const bool ends = ending == word_id("xt") || ending == word_id("xtx") || ending == word_id("gre");
  const detail::GpuRule* rule =
      rx || (ends && words[at].parts().digits.size() == 4) ? find_model("radeon rx", words[at].parts()) : nullptr;
  if (rule == nullptr || !words[at].parts().letters.empty()) {
    return false;
  }
  reading.name.vendor = "AMD";
  reading.name.brand = "Radeon RX";
  reading.apply(rule, true);
  for (std::size_t i = 0; i < words.size(); ++i) {
    reading.decide(i);
  }
  return true;
}

void read_matrox(GpuReading& reading) {
  const GpuWords& words = reading.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const detail::GpuRule* rule = find_model("matrox", words[i].parts())) {
      reading.name.vendor = "NVIDIA";  // the maker of the chip; Matrox makes the card
      reading.name.brand = "Matrox D-Series";
      reading.decide(i);
      reading.apply(rule);
    }
  }
}

/// "Skinny Joe": a sample's name in place of a product's.
bool is_sample(const GpuWords& words) {
  return words.size() >= 2 && detail::find_plain("code " + std::string(words[0].text), words[1].text) != nullptr;
}

void read_maker(GpuReading& reading) {
  const Makers makers = find_makers(reading.words);
  const int brands = (makers.nvidia_brand ? 1 : 0) + (makers.amd_brand ? 1 : 0) +
                     (makers.intel_brand && !makers.nvidia_brand && !makers.amd_brand ? 1 : 0);
  GpuName& name = reading.name;
  if (brands > 1) {
    return;  // two makers' products in one name: nothing in it can be relied on
  }
  // A product's maker goes before companies, which may only have wrapped it: "ANGLE (Apple, … AMD Radeon Pro 5500M)".
  if (makers.nvidia_brand) {
    read_nvidia(reading);
  } else if (makers.amd_brand) {
    read_amd(reading);
  } else if (makers.other) {
    detail::read_other_maker(reading);
    read_matrox(reading);
  } else if (makers.nvidia && !makers.amd && !makers.intel) {
    read_nvidia(reading);
  } else if (makers.amd && !makers.nvidia && !makers.intel) {
    read_amd(reading);
  } else if (makers.intel || makers.intel_brand) {
    if (!makers.nvidia && !makers.amd) {
      read_intel(reading);
    }
  } else if (!detail::read_other_maker(reading) && !read_bare_geforce(reading) && !read_bare_radeon(reading) &&
             !read_unsigned(reading)) {
    // What NVIDIA's driver prints for a board it has no name for.
    const bool nameless = reading.words.id(0) == word_id("graphics") && reading.words.id(1) == word_id("device");
    if (nameless || is_sample(reading.words)) {
      name.vendor = "NVIDIA";
      reading.decide(0);
      reading.decide(1);
    }
  }
  if (name.vendor) {
    if (name.brand || name.architecture || !name.architecture_candidates.empty() || makers.hint) {
      name.is_gpu = true;
    }
    if (name.matched.empty()) {
      reading.decide(makers.company_at);
    }
  }
}

}  // namespace

GpuName parse_gpu_name(std::string_view text) {
  GpuName name;
  name.name = clean_text(text);
  const GpuWords words(name.name);
  GpuReading reading(words, name);
  if (!detail::read_no_gpu(reading)) {
    read_maker(reading);
  }
  reading.finish();
  return name;
}

std::optional<int> compare_rank(const GpuName& a, const GpuName& b) {
  if (!a.rank || !b.rank || a.vendor != b.vendor || !a.generation || a.generation != b.generation) {
    return std::nullopt;
  }
  return *a.rank < *b.rank ? -1 : *a.rank > *b.rank ? 1 : 0;
}

}  // namespace lossline
