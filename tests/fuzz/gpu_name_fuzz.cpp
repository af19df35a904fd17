// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a GPU's name: no crash, an answer that does not contradict itself, a text fit to show.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/hardware/clean_text.h"
#include "core/hardware/names/gpu_name.h"
#include "core/report/gpu_name_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const lossline::GpuName name = lossline::parse_gpu_name(text);
  const bool said = name.confidence != "unknown";
  const bool candidates = name.architecture_candidates.empty() || name.architecture_candidates.size() > 1;
  if (said != name.architecture.has_value() || !candidates ||
      (name.architecture && !name.architecture_candidates.empty()) ||
      (name.form_factor && !name.form_factor_candidates.empty()) || name.name.size() > 1024) {
    std::abort();
  }
  std::string json;
  lossline::append_gpu_name_json(json, name);
  for (const char c : json) {
    if (static_cast<unsigned char>(c) < 0x20) {
      std::abort();
    }
  }
  return 0;
}
