// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pci_product.h"

#include <algorithm>
#include <cstddef>

#include "core/hardware/clean_text.h"
#include "core/hardware/names/detail/gpu_rules.h"
#include "core/hardware/names/detail/gpu_words.h"

namespace lossline {
namespace {

/// Chips of Tegra and its kin, which have no memory of their own.
bool is_board_chip(std::string_view chip) {
  constexpr std::string_view kChips[] = {"gk20a", "gm20b", "gp10b", "gv11b", "ga10b", "gb10b", "gb20b"};
  return std::find(std::begin(kChips), std::end(kChips), chip) != std::end(kChips);
}

const detail::GpuRule* chip_rule(std::string_view maker, const detail::GpuWords& words) {
  if (words.size() == 0) {
    return nullptr;
  }
  std::size_t used = 0;
  if (maker == "NVIDIA") {
    return detail::find_nvidia_chip(words[0].text);
  }
  if (maker == "AMD") {
    return detail::find_named_chip(detail::RuleGroup::AmdChips, words, 0, used);
  }
  return maker == "Intel" ? detail::find_named_chip(detail::RuleGroup::IntelChips, words, 0, used) : nullptr;
}

void add_architecture(std::string_view choice, PciProduct& out) {
  if (choice.find('|') == std::string_view::npos) {
    out.architecture = choice.empty() ? std::nullopt : std::optional<std::string>(choice);
    return;
  }
  while (!choice.empty()) {
    const std::size_t end = std::min(choice.find('|'), choice.size());
    out.architecture_candidates.emplace_back(choice.substr(0, end));
    choice.remove_prefix(std::min(end + 1, choice.size()));
  }
}

/// Without the marks of laptops that are written with a slash.
std::string without_marks(std::string_view name) {
  std::string out(name);
  for (const std::string_view mark : {"Mobile / Max-Q", "Max-Q / Mobile"}) {
    if (const std::size_t at = out.find(mark); at != std::string::npos) {
      out.replace(at, mark.size(), "Mobile");
    }
  }
  return out;
}

/// "AMD Radeon RX " of "AMD Radeon RX 470": what the names behind a slash leave out.
std::string before_number(const std::string& name) {
  std::string out;
  for (const std::string_view word : words(name)) {
    if (std::any_of(word.begin(), word.end(), detail::is_digit)) {
      break;
    }
    out.append(word).append(" ");
  }
  return out;
}

}  // namespace

PciProduct read_pci_product(std::string_view maker, std::string_view entry) {
  PciProduct out;
  std::string_view chip = trimmed(entry);
  const std::size_t open = chip.find('[');
  const std::size_t close = chip.rfind(']');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    const std::string_view inside = trimmed(chip.substr(open + 1, close - open - 1));
    if (!inside.empty()) {
      out.product = std::string(inside);
    }
    chip = trimmed(chip.substr(0, open));
  }
  const detail::GpuWords words(chip);
  if (const detail::GpuRule* rule = chip_rule(maker, words)) {
    out.chip = std::string(maker == "NVIDIA" ? chip.substr(words[0].begin, words[0].end - words[0].begin) : chip);
    add_architecture(rule->architecture, out);
    out.integrated = rule->form_factor == "integrated" || (maker == "NVIDIA" && is_board_chip(words[0].text));
  } else if (!out.product && !chip.empty()) {
    out.product = std::string(chip);
  }
  return out;
}

bool lists_products(std::string_view name) {
  return without_marks(name).find('/') != std::string::npos;
}

std::vector<std::string> listed_products(std::string_view name) {
  const std::string all = without_marks(name);
  std::vector<std::string> out;
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (part.empty()) {
      continue;
    }
    if (out.empty()) {
      out.emplace_back(part);
      continue;
    }
    // "Pro 5500M" behind "Radeon RX 5500" leaves out less than "5500M" does.
    const std::string start = before_number(out.front());
    const std::vector<std::string_view> starts = words(start);
    const bool full = !starts.empty() && contains(part, starts[std::min<std::size_t>(1, starts.size() - 1)]);
    const bool number = detail::is_digit(part.front()) || starts.size() <= 2;
    std::string head = full ? std::string() : start;
    if (!full && !number) {  // the maker and the family only
      head = std::string(starts[0]) + " " + std::string(starts[1]) + " ";
    }
    out.push_back(head + std::string(part));
  }
  return out;
}

std::string with_maker(std::string_view maker, std::string_view product) {
  const std::string start = lower(maker) + " ";
  return starts_with(lower(product), start) || maker.empty() ? std::string(product)
                                                             : std::string(maker) + " " + std::string(product);
}

}  // namespace lossline
