// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/sweep_grid.h"

#include <algorithm>
#include <set>

#include "core/api/number_text.h"
#include "core/data/check_run.h"

namespace lossline {
namespace {

const std::string kSeedsMust = "whole numbers such as 7, 1,5,9 or 0..99";

std::string too_many_text() {
  return "gives more than " + integer_text(kMostSweepRuns) + " runs; take fewer values, or several sweeps";
}

std::optional<std::string> add_seed_piece(std::string_view piece, std::vector<std::uint64_t>& seeds) {
  constexpr std::string_view kDots = "..";
  const auto dots = piece.find(kDots);
  const auto first = parse_uint64(piece.substr(0, dots));
  const auto last = dots == std::string_view::npos ? first : parse_uint64(piece.substr(dots + kDots.size()));
  if (!first || !last) {
    return "must be " + kSeedsMust;
  }
  if (*last < *first) {
    return "must go from the smaller seed to the larger one";
  }
  if (*last - *first >= kMostSweepRuns - seeds.size()) {
    return too_many_text();
  }
  for (std::uint64_t more = 0; more <= *last - *first; ++more) {
    seeds.push_back(*first + more);
  }
  return std::nullopt;
}

/// Config fields in the order of a grid: the seed last.
std::vector<std::string> field_order() {
  std::vector<std::string> names;
  for (const ConfigField& field : config_fields()) {
    if (field.name != kSeedField) {
      names.emplace_back(field.name);
    }
  }
  names.emplace_back(kSeedField);
  return names;
}

std::string option_of(const std::string& field) {
  return std::string(field == kSeedField ? kSeedsOption : std::string_view(field));
}

void add_once(std::vector<Fault>& faults, Fault fault) {
  if (std::find(faults.begin(), faults.end(), fault) == faults.end()) {
    faults.push_back(std::move(fault));
  }
}

/// A value as it will run.
std::string settled_text(const TrainConfig& config, const std::string& field) {
  // Threads are not searched for in every run of a thousand.
  return field == "threads" && !config.threads ? "1" : field_text(config, field);
}

std::vector<std::string> seed_texts(const std::vector<std::string>& words, std::vector<Fault>& faults) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& word : words) {
    if (auto must = add_seeds(word, seeds)) {
      faults.push_back({std::string(kSeedsOption), *must + ", got \"" + word + "\""});
    }
  }
  std::vector<std::string> texts;
  texts.reserve(seeds.size());
  for (const std::uint64_t seed : seeds) {
    texts.push_back(integer_text(seed));
  }
  return texts;
}

std::vector<std::string> value_texts(const std::string& field, const std::vector<std::string>& words,
                                     std::vector<Fault>& faults) {
  if (field == kSeedField) {
    return seed_texts(words, faults);
  }
  std::vector<std::string> texts;
  for (const std::string& word : words) {
    TrainConfig config;
    if (auto fault = set_field(config, field, word)) {
      add_once(faults, *std::move(fault));
    } else {
      texts.push_back(settled_text(config, field));
    }
  }
  return texts;
}

/// Without what was given twice, which is a fault: the same run would have two rows.
void drop_repeated(const std::string& field, std::vector<std::string>& texts, std::vector<Fault>& faults) {
  std::set<std::string> seen;
  std::vector<std::string> kept;
  for (std::string& text : texts) {
    if (seen.insert(text).second) {
      kept.push_back(std::move(text));
    } else {
      add_once(faults, {option_of(field), "has \"" + text + "\" twice; leave one out"});
    }
  }
  texts = std::move(kept);
}

}  // namespace

std::optional<std::string> add_seeds(std::string_view word, std::vector<std::uint64_t>& seeds) {
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    if (auto must = add_seed_piece(word.substr(begin, end - begin), seeds)) {
      return must;
    }
    begin = end + 1;
  }
  return std::nullopt;
}

TrainConfig SweepGrid::config(std::uint64_t index) const {
  TrainConfig config = base_;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    // The texts were read before: there is no fault to tell.
    static_cast<void>(set_field(config, axis->name, axis->values[index % axis->values.size()]));
    index /= axis->values.size();
  }
  return config;
}

/// Builds a grid; the only one that may write to it.
struct SweepGridMaker {
  SweepGrid grid;
  std::vector<Fault>& faults;

  void begin(const std::string& dataset) {
    grid.base_.dataset = dataset;
    grid.base_.threads = 1;
  }

  void add(const std::string& field, const std::vector<std::string>& words) {
    std::vector<std::string> texts = value_texts(field, words, faults);
    drop_repeated(field, texts, faults);
    if (texts.empty()) {
      return;
    }
    static_cast<void>(set_field(grid.base_, field, texts.front()));
    if (texts.size() == 1) {
      return;
    }
    if (texts.size() > kMostSweepRuns / grid.size_) {
      add_once(faults, {option_of(field), too_many_text()});
      return;
    }
    grid.size_ *= texts.size();
    grid.axes_.push_back({field, std::move(texts)});
  }

  void check(const Dataset* table, int machine_threads) {
    const bool seeds_swept = !grid.axes_.empty() && grid.axes_.back().name == kSeedField;
    const std::uint64_t step = seeds_swept ? grid.axes_.back().values.size() : 1;  // any seed is as good as another
    std::vector<Fault> found;
    for (std::uint64_t index = 0; index < grid.size_; index += step) {
      for (Fault& fault : faults_of(grid.config(index), table, machine_threads)) {
        add_once(found, std::move(fault));
      }
    }
    faults.insert(faults.end(), found.begin(), found.end());
  }
};

SweepGrid make_sweep_grid(const std::string& dataset, const SweepLists& lists, const Dataset* table,
                          int machine_threads, std::vector<Fault>& faults) {
  SweepGridMaker maker{{}, faults};
  maker.begin(dataset);
  for (const std::string& field : field_order()) {
    const auto words = lists.find(option_of(field));
    if (words != lists.end()) {
      maker.add(field, words->second);
    }
  }
  maker.check(table, machine_threads);
  return std::move(maker.grid);
}

}  // namespace lossline
