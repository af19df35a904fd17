// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/names/detail/gpu_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace resources {
extern const std::string_view gpu_names_txt;
}  // namespace resources

namespace detail {
namespace {

/// Name to rule. Open addressing: names are short and asked for millions of times.
class RuleMap {
 public:
  RuleMap() {
    std::vector<Entry> all = read(resources::gpu_names_txt);
    std::size_t size = 64;
    while (size < all.size() * 3) {
      size *= 2;
    }
    ids_.resize(size);
    rules_.resize(size);
    for (const Entry& entry : all) {
      std::size_t at = entry.id & (size - 1);
      while (ids_[at] != 0 && ids_[at] != entry.id) {
        at = (at + 1) & (size - 1);
      }
      ids_[at] = entry.id;
      rules_[at] = entry.rule;
    }
  }

  [[nodiscard]] const GpuRule* find(std::uint64_t id) const {
    const std::size_t mask = ids_.size() - 1;
    for (std::size_t at = id & mask; ids_[at] != 0; at = (at + 1) & mask) {
      if (ids_[at] == id) {
        return &rules_[at];
      }
    }
    return nullptr;
  }

 private:
  struct Entry {
    std::uint64_t id = 0;
    GpuRule rule;
  };

  static std::string_view next_field(std::string_view& rest) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view field = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return field;
  }

  static char group_of(std::string_view heading) {
    constexpr std::pair<std::string_view, RuleGroup> kGroups[] = {{"[chips NVIDIA]", RuleGroup::NvidiaChips},
                                                                  {"[chips AMD]", RuleGroup::AmdChips},
                                                                  {"[chips Intel]", RuleGroup::IntelChips},
                                                                  {"[ids Intel]", RuleGroup::IntelIds}};
    for (const auto& [text, group] : kGroups) {
      if (heading == text) {
        return static_cast<char>(group);
      }
    }
    return static_cast<char>(RuleGroup::Models);
  }

  static std::vector<Entry> read(std::string_view rest) {
    std::vector<Entry> all;
    char group = 0;
    while (!rest.empty()) {
      std::string_view line = trimmed(next_line(rest));
      if (line.empty() || line.front() == '#') {
        continue;
      }
      if (line.front() == '[') {
        group = group_of(line);
        continue;
      }
      Entry entry;
      entry.id = word_id(next_field(line), word_id({&group, 1}));
      entry.rule.architecture = next_field(line);
      entry.rule.form_factor = next_field(line);
      entry.rule.generation = next_field(line);
      all.push_back(entry);
    }
    return all;
  }

  // Apart: most questions find nothing, and the ids alone lie in the nearest cache.
  std::vector<std::uint64_t> ids_;  // 0: empty
  std::vector<GpuRule> rules_;
};

const RuleMap& rules() {
  static const RuleMap map;
  return map;
}

std::uint64_t group_seed(RuleGroup group) {
  const char letter = static_cast<char>(group);
  return word_id({&letter, 1});
}

/// id of the digits with the last `wild` of them as "#".
std::uint64_t with_wild(std::string_view digits, std::size_t wild, std::uint64_t id) {
  id = word_id(digits.substr(0, digits.size() - wild), id);
  for (std::size_t i = 0; i < wild; ++i) {
    id = word_id("#", id);
  }
  return id;
}

const GpuRule* find_tailed(std::uint64_t head, std::string_view digits, std::string_view tail, std::string_view more) {
  constexpr std::size_t kMostDigits = 5;
  constexpr std::string_view kWild = "#####";
  if (digits.size() > kMostDigits) {
    return nullptr;
  }
  std::array<std::uint64_t, kMostDigits + 1> after{head};  // ids of the first 0, 1, 2 … digits
  for (std::size_t i = 0; i < digits.size(); ++i) {
    after[i + 1] = word_id(digits.substr(i, 1), after[i]);
  }
  for (std::size_t wild = 0; wild <= digits.size(); ++wild) {
    const std::uint64_t id = word_id(tail, word_id(kWild.substr(0, wild), after[digits.size() - wild]));
    if (!more.empty() && wild == 0) {
      if (const GpuRule* rule = rules().find(word_id(more, word_id(" ", id)))) {
        return rule;
      }
    }
    if (const GpuRule* rule = rules().find(id)) {
      return rule;
    }
  }
  return nullptr;
}

std::uint64_t model_head(std::string_view family, const Parts& number) {
  return word_id(number.letters, word_id(" ", word_id(family, group_seed(RuleGroup::Models))));
}

}  // namespace

const GpuRule* find_rule(RuleGroup group, std::string_view name) {
  return rules().find(word_id(name, group_seed(group)));
}

const GpuRule* find_plain(std::string_view family, std::string_view word) {
  const std::uint64_t head = word_id(family, group_seed(RuleGroup::Models));
  return rules().find(word.empty() ? head : word_id(word, word_id(" ", head)));
}

const GpuRule* find_model_with_letter(std::string_view family, const Parts& number, std::string_view more) {
  if (number.tail.empty()) {
    return nullptr;
  }
  const std::uint64_t head = model_head(family, number);
  if (const GpuRule* rule = find_tailed(head, number.digits, number.tail, more)) {
    return rule;
  }
  // "680mx" is a laptop part of its series as "680m" is.
  const bool mx = number.tail.size() == 2 && number.tail.front() == 'm';
  return mx ? find_tailed(head, number.digits, "m", more) : nullptr;
}

const GpuRule* find_model(std::string_view family, const Parts& number, std::string_view more) {
  if (const GpuRule* rule = find_model_with_letter(family, number, more)) {
    return rule;
  }
  return find_tailed(model_head(family, number), number.digits, {}, more);
}

const GpuRule* find_nvidia_chip(std::string_view word) {
  constexpr std::size_t kLongest = 6;
  const std::uint64_t head = group_seed(RuleGroup::NvidiaChips);
  for (std::size_t size = std::min(word.size(), kLongest); size >= 3; --size) {
    const std::string_view rest = word.substr(size);
    if (rest.size() > 4 || !std::all_of(rest.begin(), rest.end(), is_letter)) {
      return nullptr;  // shorter beginnings leave even more behind
    }
    const std::string_view start = word.substr(0, size);
    std::size_t digits = 0;
    while (digits < 2 && digits < size && is_digit(start[size - 1 - digits])) {
      ++digits;
    }
    for (std::size_t wild = 0; wild <= digits; ++wild) {
      if (const GpuRule* rule = rules().find(with_wild(start, wild, head))) {
        return rule;
      }
    }
  }
  return nullptr;
}

const GpuRule* find_named_chip(RuleGroup group, const GpuWords& words, std::size_t at, std::size_t& used) {
  std::array<std::uint64_t, 3> ids{};
  std::uint64_t id = group_seed(group);
  std::size_t most = 0;
  for (; most < ids.size() && at + most < words.size(); ++most) {
    id = word_id(words[at + most].text, most == 0 ? id : word_id(" ", id));
    ids[most] = id;
  }
  for (used = most; used > 0; --used) {
    if (const GpuRule* rule = rules().find(ids[used - 1])) {
      return rule;
    }
  }
  // "navi 2#", "navi23", "gfx103#".
  Parts number = words[at].parts();
  used = 1;
  std::uint64_t head = group_seed(group);
  if (number.digits.empty() && at + 1 < words.size() && all_digits(words[at + 1].text)) {
    head = word_id(" ", word_id(words[at].text, head));
    number.digits = words[at + 1].text;
    used = 2;
  } else if (!number.digits.empty() && !number.letters.empty()) {
    if (const GpuRule* rule = find_tailed(word_id(number.letters, head), number.digits, {}, {})) {
      return rule;
    }
    head = word_id(" ", word_id(number.letters, head));
  } else {
    return nullptr;
  }
  return find_tailed(head, number.digits, {}, {});
}

}  // namespace detail
}  // namespace lossline
