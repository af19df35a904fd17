// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_answer.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/id_number.h"

namespace lossline {
namespace {

void add_once(std::string& joined, const std::string& part) {
  const std::string sought = " + " + part + " + ";
  if (!part.empty() && !contains(" + " + joined + " + ", sought)) {
    joined += (joined.empty() ? "" : " + ") + part;
  }
}

constexpr std::size_t kFields = 6;
constexpr std::array<const char*, kFields> kFieldNames = {"vendor",   "family",      "model",
                                                          "stepping", "implementer", "part"};

}  // namespace

bool CpuAnswer::empty() const {
  return model_name.empty() && vendor.empty() && family.empty() && implementer.empty() && part.empty() &&
         !name.microarchitecture && !logical_threads;
}

CpuAnswer answer_of_cpuinfo(std::string_view text) {
  const CpuInfo info = parse_cpuinfo(text);
  CpuAnswer answer;
  answer.model_name = info.model_name;
  answer.vendor = cpu_vendor(info).value_or(std::string());
  answer.family = info.family;
  answer.model = info.model;
  answer.stepping = info.stepping;
  for (const CpuPart& part : info.arm_parts) {
    add_once(answer.implementer, part.implementer);
    add_once(answer.part, part.part);
  }
  if (info.arm_parts.empty()) {
    answer.implementer = info.implementer;
  }
  answer.name = name_cpu(info);
  const CpuCounts counts = count_cpus(info);
  answer.physical_cores = counts.physical_cores;
  answer.logical_threads = counts.logical_threads;
  if (has_flag(info, "hypervisor")) {
    answer.hypervisor = "unknown hypervisor";
  }
  return answer;
}

Result<CpuAnswer> answer_of_ids(std::string_view line) {
  std::array<std::string_view, kFields> fields;
  std::string_view rest = line;
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    if (count == kFields) {
      return Error{ErrorCode::InvalidConfig,
                   "more than six fields; vendor,family,model,stepping,implementer,part wanted"};
    }
    const std::size_t comma = rest.find(',');
    fields[count] = trimmed(rest.substr(0, comma));
    more = comma != std::string_view::npos;
    rest.remove_prefix(more ? comma + 1 : rest.size());
  }
  std::array<std::optional<int>, kFields> numbers;
  for (std::size_t i = 1; i < kFields; ++i) {
    numbers[i] = id_number(fields[i]);
    if (!fields[i].empty() && !numbers[i]) {
      constexpr std::size_t kMostShown = 40;
      return Error{ErrorCode::InvalidConfig, std::string(kFieldNames[i]) +
                                                 " must be a number such as 26 or 0x1a, got \"" +
                                                 clean_text(fields[i].substr(0, kMostShown)) + "\""};
    }
  }
  CpuKey key;
  key.vendor = clean_text(fields[0]);
  key.family = numbers[1];
  key.model = numbers[2];
  key.stepping = numbers[3];
  key.implementer = numbers[4];
  key.part = numbers[5];
  CpuAnswer answer;
  CpuInfo info;
  info.vendor_id = key.vendor;
  info.implementer = key.implementer ? hex_text(*key.implementer, 2, false) : std::string();
  answer.implementer = info.implementer;
  answer.part = key.part ? hex_text(*key.part, 3, false) : std::string();
  answer.vendor = cpu_vendor(info).value_or(std::string());
  const auto decimal = [](const std::optional<int>& number) {
    return number ? integer_text(std::int64_t{*number}) : std::string();
  };
  answer.family = decimal(key.family);
  answer.model = decimal(key.model);
  answer.stepping = decimal(key.stepping);
  answer.name = name_cpu(key);
  return answer;
}

}  // namespace lossline
