// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cpu_name_json.h"

#include <cstdint>
#include <optional>

#include "core/api/number_text.h"
#include "core/hardware/names/id_number.h"
#include "core/report/detail/json_members.h"

namespace lossline {
namespace {

using detail::append_key;

/// Null where there is no text.
void append_text(std::string& out, const char* key, const std::string& text) {
  detail::append_text(out, key, text.empty() ? std::nullopt : std::optional(text));
}

void append_count(std::string& out, const char* key, const std::optional<int>& count) {
  append_key(out, key);
  out += count ? integer_text(std::int64_t{*count}) : "null";
}

/// "26" is the number 26; "Loongson-64bit" stays a text.
void append_id(std::string& out, const char* key, const std::string& id) {
  if (const std::optional<int> number = id_number(id)) {
    append_count(out, key, number);
  } else {
    append_text(out, key, id);
  }
}

}  // namespace

void append_cpu_name_json(std::string& out, const CpuAnswer& answer) {
  const CpuName& name = answer.name;
  out += '{';
  append_text(out, "model_name", answer.model_name);
  append_text(out, "vendor", answer.vendor);
  append_id(out, "family", answer.family);
  append_id(out, "model", answer.model);
  append_id(out, "stepping", answer.stepping);
  append_text(out, "implementer", answer.implementer);
  append_text(out, "part", answer.part);
  append_text(out, "microarchitecture", name.microarchitecture.value_or(std::string()));
  detail::append_list(out, "microarchitecture_candidates", name.candidates);
  append_text(out, "marketing_generation", name.marketing_generation.value_or(std::string()));
  append_count(out, "physical_cores", answer.physical_cores);
  append_count(out, "logical_threads", answer.logical_threads);
  append_key(out, "core_kinds");
  out += "null";  // a cpuinfo does not say which of its CPUs are the fast ones
  append_text(out, "hypervisor", answer.hypervisor.value_or(std::string()));
  append_text(out, "confidence", name.confidence);
  out += "}\n";
}

}  // namespace lossline
