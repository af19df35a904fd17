// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a /proc/cpuinfo and as a line of ids: no crash, counts that make sense, texts fit to show.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/hardware/clean_text.h"
#include "core/hardware/names/cpu_answer.h"
#include "core/report/cpu_name_json.h"
#include "tests/fuzz/demand.h"

namespace {

void check(const lossline::CpuAnswer& answer) {
  demand(lossline::clean_text(answer.model_name) == answer.model_name);
  demand(answer.name.microarchitecture.has_value() == (answer.name.confidence != "unknown"));
  demand(!answer.name.microarchitecture || answer.name.candidates.empty());
  demand(!answer.physical_cores || *answer.physical_cores >= 1);
  demand(!answer.logical_threads || !answer.physical_cores || *answer.physical_cores <= *answer.logical_threads);
  std::string json;
  lossline::append_cpu_name_json(json, answer);
  for (const char c : std::string_view(json).substr(0, json.size() - 1)) {
    demand(static_cast<unsigned char>(c) >= 0x20);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(size == 0 ? "" : reinterpret_cast<const char*>(data), size);
  check(lossline::answer_of_cpuinfo(text));
  const lossline::Result<lossline::CpuAnswer> line = lossline::answer_of_ids(text.substr(0, text.find('\n')));
  if (line.ok()) {
    check(line.value());
  }
  return 0;
}
