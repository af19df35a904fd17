// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/cpu_name.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

#include "core/api/list_text.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/cpu_generation.h"
#include "core/hardware/names/cpu_table.h"
#include "core/hardware/names/id_number.h"

namespace lossline {
namespace {

using Rows = std::vector<const CpuRow*>;

/// Rows by what they are looked up with, in the table's order.
struct Index {
  std::map<std::string, Rows> x86;  // "Intel/6"
  std::map<int, Rows> arm;          // by implementer
  std::map<std::string, Rows> other;
};

std::string family_key(std::string_view maker, int family) {
  return std::string(maker) + "/" + integer_text(std::int64_t{family});
}

const Index& index() {
  static const Index kIndex = [] {
    Index index;
    for (const CpuRow& row : cpu_table()) {
      for (const std::string& maker : row.makers) {
        index.x86[family_key(maker, row.family)].push_back(&row);
      }
      if (row.kind == "arm") {
        index.arm[row.family].push_back(&row);
      } else if (row.kind != "x86") {
        index.other[row.kind].push_back(&row);
      }
    }
    return index;
  }();
  return kIndex;
}

const Rows& other_rows(const std::string& kind) {
  static const Rows kNone;
  const auto found = index().other.find(kind);
  return found == index().other.end() ? kNone : found->second;
}

/// The rows that the numbers leave: one that wants a stepping fits where none is known.
Rows rows_of(const Rows& all, int model, const std::optional<int>& stepping) {
  Rows out;
  for (const CpuRow* row : all) {
    if (row->models.has(model) && (!stepping || row->steppings.empty() || row->steppings.has(*stepping))) {
      out.push_back(row);
    }
  }
  return out;
}

void add_cores(const CpuRow& row, std::vector<std::string>& cores) {
  for (const std::string& name : row.cores) {
    if (std::find(cores.begin(), cores.end(), name) == cores.end()) {
      cores.push_back(name);
    }
  }
}

void take_row(const CpuRow& row, bool guest, CpuName& out) {
  if (row.cores.size() > 1) {
    out.candidates = row.cores;
    return;
  }
  out.microarchitecture = row.cores.front();
  out.confidence = row.likely || guest ? "likely" : "certain";
  if (!row.codename.empty()) {
    out.codename = row.codename;
  }
  if (!out.marketing_generation && !row.generation.empty()) {
    out.marketing_generation = row.generation;
  }
}

/// The first row whose name fits decides, then the only cores left; else all that are left are candidates.
void decide(const Rows& rows, const std::vector<std::string>& name, bool guest, CpuName& out) {
  const auto named = std::find_if(rows.begin(), rows.end(), [&](const CpuRow* row) { return row->name.fits(name); });
  if (named != rows.end()) {
    take_row(**named, guest, out);
    return;
  }
  const CpuRow* first = nullptr;
  std::vector<std::string> cores;
  for (const CpuRow* row : rows) {
    if (row->name.empty()) {
      first = first == nullptr ? row : first;
      add_cores(*row, cores);
    }
  }
  if (cores.size() == 1) {
    take_row(*first, guest, out);
    return;
  }
  for (const CpuRow* row : rows) {
    add_cores(*row, cores);
  }
  out.candidates = cores;
}

/// The vendor id as Linux prints it, or the maker's name as this program and people write it.
std::string maker_of(const std::string& vendor) {
  CpuInfo info;
  info.vendor_id = vendor;
  const std::string maker = cpu_vendor(info).value_or(std::string());
  const std::string low = lower(maker);
  for (const char* known : {"Intel", "AMD", "Hygon", "Centaur", "Zhaoxin", "Transmeta", "Cyrix", "IBM"}) {
    if (low == lower(known)) {
      return known;
    }
  }
  return low == "via" ? "Centaur" : maker;
}

bool is_invented(const std::vector<std::string>& name) {
  const std::string kind = "invented";
  const Rows& rows = other_rows(kind);
  return std::any_of(rows.begin(), rows.end(), [&](const CpuRow* row) { return row->name.fits(name); });
}

std::string ids_of(const CpuKey& key) {
  std::string text;
  const auto add = [&text](const char* what, const std::string& value) {
    text += (text.empty() ? "" : ", ") + std::string(what) + " " + value;
  };
  if (key.implementer || key.part) {
    if (key.implementer) {
      add("implementer", hex_text(*key.implementer, 2, false));
    }
    if (key.part) {
      add("part", hex_text(*key.part, 3, false));
    }
    return text;
  }
  if (key.family) {
    add("family", integer_text(std::int64_t{*key.family}));
  }
  if (key.model) {
    add("model", hex_text(*key.model, 2, true));
  }
  return text;
}

/// Kernels that print names instead of ids: POWER, LoongArch, MIPS, RISC-V and s390.
void name_by_text(const CpuInfo& info, CpuName& out) {
  const std::vector<std::string> name = name_words(info.model_name);
  const std::vector<std::string> uarch = name_words(lower(info.uarch));
  const auto find = [&out](const std::string& kind, const auto& fits) {
    const Rows& rows = other_rows(kind);
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const CpuRow* row) { return fits(*row); });
    if (found != rows.end() && !out.microarchitecture) {
      take_row(**found, false, out);
    }
  };
  find("uarch", [&](const CpuRow& row) { return row.name.begins(uarch); });
  find("name", [&](const CpuRow& row) { return row.name.begins(name); });
  if (!info.mvendorid.empty()) {
    find("riscv", [&](const CpuRow& row) { return row.key == info.mvendorid + "/" + info.marchid; });
    if (out.ids.empty()) {
      out.ids = "mvendorid " + info.mvendorid + (info.marchid.empty() ? "" : ", marchid " + info.marchid);
    }
  }
  if (!info.machine.empty()) {
    find("machine", [&](const CpuRow& row) { return row.key == info.machine; });
    out.ids = "machine " + info.machine;
  }
  if (out.ids.empty() && !info.uarch.empty()) {
    out.ids = info.uarch;
  }
}

/// Every kind of core the file shows. One that is unknown makes the whole unknown: half a hybrid is a wrong name.
CpuName name_arm(const CpuInfo& info) {
  CpuName out;
  std::vector<std::string> cores;
  bool all_known = true, likely = info.parts_hidden;
  for (const CpuPart& part : info.arm_parts) {
    CpuKey key;
    key.implementer = id_number(part.implementer);
    key.part = id_number(part.part);
    key.variant = part.variant;
    key.name = info.model_name;
    const CpuName one = name_cpu(key);
    likely = likely || one.confidence == "likely";
    if (one.microarchitecture) {
      if (std::find(cores.begin(), cores.end(), *one.microarchitecture) == cores.end()) {
        cores.push_back(*one.microarchitecture);
      }
      out.marketing_generation = out.marketing_generation ? out.marketing_generation : one.marketing_generation;
      out.ids = out.ids.empty() || !all_known ? out.ids : one.ids;
      continue;
    }
    if (all_known) {
      out.ids = one.ids;  // the first that is not known is the one to tell
    }
    all_known = false;
    out.candidates = info.arm_parts.size() == 1 ? one.candidates : std::vector<std::string>();
  }
  if (!all_known || cores.empty()) {
    out.marketing_generation.reset();
    return out;
  }
  std::string joined;
  for (const std::string& name : cores) {
    joined += (joined.empty() ? "" : " + ") + name;
  }
  out.microarchitecture = joined;
  out.confidence = likely ? "likely" : "certain";
  return out;
}

}  // namespace

CpuName name_cpu(const CpuKey& key) {
  CpuName out;
  out.ids = ids_of(key);
  const std::vector<std::string> name = name_words(key.name);
  if (key.implementer) {
    const auto rows = index().arm.find(*key.implementer);
    if (rows != index().arm.end() && key.part) {
      decide(rows_of(rows->second, *key.part, key.variant), name, key.guest, out);
    }
    return out;
  }
  if (is_invented(name)) {
    return out;
  }
  const std::string maker = maker_of(key.vendor);
  out.marketing_generation = generation_from_name(maker, name);
  out.generation_by_name = out.marketing_generation.has_value();
  if (key.family && key.model) {
    const auto rows = index().x86.find(family_key(maker, *key.family));
    if (rows != index().x86.end()) {
      decide(rows_of(rows->second, *key.model, key.stepping), name, key.guest, out);
    }
  }
  return out;
}

CpuName name_cpu(const CpuInfo& info) {
  if (!info.arm_parts.empty()) {
    return name_arm(info);
  }
  CpuKey key;
  key.vendor = info.vendor_id;
  key.family = id_number(info.family);
  key.model = id_number(info.model);
  key.stepping = id_number(info.stepping);
  key.implementer = id_number(info.implementer);
  key.name = info.model_name;
  key.guest = has_flag(info, "hypervisor");
  CpuName out = name_cpu(key);
  if (!key.implementer && !out.microarchitecture && out.candidates.empty()) {
    name_by_text(info, out);
  }
  return out;
}

std::string microarchitecture_text(const CpuName& name) {
  if (name.microarchitecture) {
    return *name.microarchitecture;
  }
  const std::string text = name.candidates.empty() ? "unknown" : "one of " + listed(name.candidates, " or ");
  return name.ids.empty() ? text : text + " (" + name.ids + ")";
}

void add_cpu_microarchitecture(const CpuInfo& info, HardwareFacts& facts) {
  const CpuName name = name_cpu(info);
  if (name.microarchitecture) {
    facts.cpu.microarchitecture = name.microarchitecture;
    facts.sources["cpu.microarchitecture"] = {"table", name.confidence};
  } else if (!name.ids.empty()) {
    facts.cpu.unknown_cores = microarchitecture_text(name);
  }
  if (name.marketing_generation) {
    facts.cpu.marketing_generation = name.marketing_generation;
    const bool guest = has_flag(info, "hypervisor");
    facts.sources["cpu.marketing_generation"] = {name.generation_by_name ? "name" : "table",
                                                 guest ? "likely" : "certain"};
  }
  facts.cpu.codename = name.codename;
}

std::optional<std::string> architecture_text(const CpuFacts& cpu) {
  std::optional<std::string> text = cpu.microarchitecture ? cpu.microarchitecture : cpu.unknown_cores;
  if (!cpu.marketing_generation && !cpu.codename) {
    return text;
  }
  std::string series = cpu.marketing_generation.value_or(std::string());
  if (cpu.codename) {
    series += series.empty() ? *cpu.codename : " (" + *cpu.codename + ")";
  }
  return text ? *text + " · " + series : series;
}

}  // namespace lossline
