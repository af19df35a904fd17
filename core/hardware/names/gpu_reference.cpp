// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/gpu_reference.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/names/detail/gpu_words.h"

namespace lossline {
namespace resources {
extern const std::string_view gpu_reference_txt;
}  // namespace resources

namespace {

struct Row {
  GpuReference reference;
  GpuName name;
  std::vector<std::string> model;
};

std::string_view next_field(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view field = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return field;
}

/// "80gb", "80g": a size, which is compared as a figure. The size of GH200's CPU memory is one of these too.
bool is_size(const detail::Parts& parts) {
  return parts.letters.empty() && !parts.digits.empty() && (parts.tail == "gb" || parts.tail == "g");
}

bool is_noise(std::string_view word) {
  constexpr std::string_view kNoise[] = {"nvidia", "amd",     "ati",    "intel",    "apple", "corporation", "advanced",
                                         "micro",  "devices", "inc",    "graphics", "gpu",   "series",      "tm",
                                         "r",      "laptop",  "mobile", "notebook", "rev",   "gb",          "tesla"};
  return std::find(std::begin(kNoise), std::end(kNoise), word) != std::end(kNoise);
}

/// The words that make the model, in order: without the maker, sizes and marks of the form. Of a name as lspci prints
/// it only the words in brackets: the chip before them is no part of the product's name.
std::vector<std::string> model_words(std::string_view text) {
  const detail::GpuWords words(text);
  bool brackets = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    brackets = brackets || (words[i].bracketed && words[i].text != "amd" && words[i].text != "ati");
  }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const detail::Word& word = words[i];
    const bool size =
        is_size(word.parts()) || (detail::all_digits(word.text) && i + 1 < words.size() && words[i + 1].text == "gb");
    if (!is_noise(word.text) && !size && (!brackets || word.bracketed)) {
      out.emplace_back(word.text);
    }
  }
  return out;
}

std::vector<Row> read_rows(std::string_view rest) {
  std::vector<Row> rows;
  while (!rest.empty()) {
    std::string_view line = trimmed(next_line(rest));
    if (line.empty() || line.front() == '#') {
      continue;
    }
    Row row;
    row.reference.name = std::string(next_field(line));
    const std::string_view memory = next_field(line);
    row.reference.memory_shared = memory == "shared";
    row.reference.memory_gb = parse_double(memory);
    row.reference.memory_gb_s = parse_double(next_field(line));
    row.reference.fp32_tflops = parse_double(next_field(line));
    row.reference.clock_mhz = parse_double(next_field(line));
    if (const std::string_view note = next_field(line); !note.empty()) {
      row.reference.flops_note = std::string(note);
    }
    row.name = parse_gpu_name(row.reference.name);
    row.model = model_words(row.reference.name);
    rows.push_back(std::move(row));
  }
  return rows;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = read_rows(resources::gpu_reference_txt);
  return all;
}

bool is_laptop(const GpuName& name) {
  return name.form_factor == "laptop";
}

/// GeForce names are compared by what was read of them, so that "3070ti" and "GeForce RTX 3070 Ti" are one.
bool is_geforce(const GpuName& name) {
  return name.rank.has_value() && name.brand && name.generation && name.tier;
}

bool same_model(const Row& row, const GpuName& name, const std::vector<std::string>& model) {
  if (row.name.vendor != name.vendor || is_laptop(row.name) != is_laptop(name)) {
    return false;
  }
  // What is virtual or of another form has a part of the card, or another card.
  if (row.name.form_factor && name.form_factor && row.name.form_factor != name.form_factor) {
    return false;
  }
  if (is_geforce(row.name) != is_geforce(name)) {
    return false;
  }
  if (is_geforce(name)) {
    return row.name.generation == name.generation && row.name.tier == name.tier && row.name.suffix == name.suffix &&
           row.name.architecture == name.architecture;
  }
  return row.model == model;
}

}  // namespace

std::vector<GpuReference> gpu_references(const GpuName& name) {
  std::vector<GpuReference> found;
  if (!name.vendor || name.is_gpu == false) {
    return found;
  }
  const std::vector<std::string> model = model_words(name.name);
  for (const Row& row : rows()) {
    const std::optional<double>& asked = name.vram_gb_in_name;
    const std::optional<double>& has = row.reference.memory_gb;
    const bool fits = !asked || (has && std::abs(*asked - *has) < 0.01);
    if (fits && same_model(row, name, model)) {
      found.push_back(row.reference);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const GpuReference& a, const GpuReference& b) {
    return a.memory_gb.value_or(0) < b.memory_gb.value_or(0);
  });
  return found;
}

std::string gpu_reference_remark() {
  return "A name is not a measurement: these are known figures of cards with this name, good to about 5 %. Memory and "
         "bandwidth are by data sheet; TFLOP/s were computed from the clock that one such card's driver told "
         "(FluidX3D's table of GPUs).";
}

}  // namespace lossline
