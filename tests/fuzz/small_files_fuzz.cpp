// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the small texts below /proc and /sys: no crash, and what is made of them is what it says it is.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/hardware/clean_text.h"
#include "core/hardware/cpu_set.h"
#include "core/hardware/names/id_number.h"
#include "core/hardware/nvidia_driver.h"
#include "core/hardware/pci_ids.h"
#include "tests/fuzz/demand.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lossline;
  const std::string_view text(size == 0 ? "" : reinterpret_cast<const char*>(data), size);
  const std::string clean = clean_text(text);
  demand(clean_text(clean) == clean);
  if (const auto set = parse_cpu_list(text)) {
    demand(std::adjacent_find(set->begin(), set->end(), std::greater_equal<>()) == set->end());
    demand(set->empty() || (set->front() >= 0 && set->back() < 65536));
  }
  if (const auto number = id_number(text)) {
    demand(*number >= 0 && *number < 1 << 24);
    demand(id_number(hex_text(*number, 2, false)) == number);
  }
  if (const auto number = parse_hex(text); number && *number <= 0xFFFF) {
    demand(parse_hex("0x" + hex4(static_cast<std::uint16_t>(*number))) == number);
  }
  if (const auto version = nvidia_version_in(text)) {
    demand(!version->empty() && contains(text, *version));
  }
  return 0;
}
