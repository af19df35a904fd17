// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/gpu_comparison.h"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "core/api/list_text.h"
#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/gpu_name.h"
#include "core/hardware/names/gpu_reference.h"

namespace lossline {
namespace {

constexpr const char* kUnknown = "–";

std::string text_of(const std::optional<std::string>& value) {
  return value ? clean_text(*value) : kUnknown;
}

std::string one_of(const std::optional<std::string>& value, const std::vector<std::string>& candidates) {
  if (value) {
    return *value;
  }
  return candidates.empty() ? kUnknown : "one of " + listed(candidates, " or ");
}

std::string tier_text(const GpuName& name) {
  if (!name.tier) {
    return kUnknown;
  }
  return *name.tier + (name.tier_class ? " (" + *name.tier_class + ")" : "");
}

/// "12", "1.5".
std::string plain(double value, int decimals) {
  const bool whole = value == static_cast<double>(static_cast<std::int64_t>(value));
  return whole ? integer_text(static_cast<std::int64_t>(value)) : fixed(value, decimals);
}

/// "10 or 12 GB" of what the references say, each figure once, the smallest first.
template <typename Figure>
std::string figures(const std::vector<GpuReference>& references, const Figure& figure, int decimals, const char* unit) {
  std::set<double> values;
  for (const GpuReference& reference : references) {
    if (const std::optional<double> value = figure(reference)) {
      values.insert(*value);
    }
  }
  std::vector<std::string> texts;
  for (const double value : values) {
    texts.push_back(plain(value, decimals));
  }
  return texts.empty() ? kUnknown : listed(texts, " or ") + unit;
}

std::string memory_text(const GpuName& name, const std::vector<GpuReference>& references) {
  if (name.vram_gb_in_name) {
    return plain(*name.vram_gb_in_name, 1) + " GB (in its name)";
  }
  for (const GpuReference& reference : references) {
    if (reference.memory_shared) {
      return "shared with the CPU";
    }
  }
  return figures(
      references, [](const GpuReference& r) { return r.memory_gb; }, 1, " GB");
}

std::string order_text(const GpuName& a, const GpuName& b, std::string_view first, std::string_view second) {
  const std::optional<int> order = compare_rank(a, b);
  if (!order) {
    return "Their names do not tell which of the two is faster: only names of one series and generation can be put in "
           "order.";
  }
  if (*order == 0) {
    return "By their names, the two stand equal.";
  }
  const std::string_view higher = *order > 0 ? first : second;
  return "By its name, " + clean_text(higher) + " stands higher in its generation.";
}

}  // namespace

GpuComparison compare_gpu_names(std::string_view first, std::string_view second) {
  const GpuName a = parse_gpu_name(first), b = parse_gpu_name(second);
  const std::vector<GpuReference> a_known = gpu_references(a), b_known = gpu_references(b);
  GpuComparison comparison;
  comparison.first_known = a.is_gpu.value_or(false);
  comparison.second_known = b.is_gpu.value_or(false);
  const auto add = [&](const char* what, std::string x, std::string y) {
    comparison.rows.push_back({what, std::move(x), std::move(y)});
  };
  const auto bandwidth = [](const GpuReference& r) { return r.memory_gb_s; };
  const auto flops = [](const GpuReference& r) { return r.fp32_tflops; };
  add("Maker", text_of(a.vendor), text_of(b.vendor));
  add("Generation", text_of(a.generation), text_of(b.generation));
  add("Architecture", one_of(a.architecture, a.architecture_candidates),
      one_of(b.architecture, b.architecture_candidates));
  add("Tier", tier_text(a), tier_text(b));
  add("Suffix", text_of(a.suffix), text_of(b.suffix));
  add("Form factor", one_of(a.form_factor, a.form_factor_candidates), one_of(b.form_factor, b.form_factor_candidates));
  add("VRAM", memory_text(a, a_known), memory_text(b, b_known));
  add("Bandwidth", figures(a_known, bandwidth, 0, " GB/s"), figures(b_known, bandwidth, 0, " GB/s"));
  add("Peak FP32", figures(a_known, flops, 1, " TFLOP/s"), figures(b_known, flops, 1, " TFLOP/s"));
  comparison.order = order_text(a, b, first, second);
  return comparison;
}

}  // namespace lossline
