// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/train_config.h"

namespace lossline {

/// The most runs one sweep may have.
inline constexpr std::uint64_t kMostSweepRuns = 1'000'000;

/// The field whose values are the seeds: its option takes ranges and commas, and is named in the plural.
inline constexpr std::string_view kSeedField = "seed", kSeedsOption = "seeds";

/// The seeds of one word: "7", "1,5,9", "0..99" (both ends are in it), "0..9,20". Appended to `seeds`, of which there
/// are at most kMostSweepRuns in the end. What must be there instead, when it is none of these.
[[nodiscard]] std::optional<std::string> add_seeds(std::string_view word, std::vector<std::uint64_t>& seeds);

/// Every combination of lists of settings, numbered from 0. The order is that of config_fields() with the seed moved to
/// the end; the last one varies fastest. Combinations are made when asked for, not kept. A plain value.
class SweepGrid {
 public:
  /// A setting with more than one value.
  struct Axis {
    std::string name;                 ///< ConfigField::name
    std::vector<std::string> values;  ///< texts as field_text() gives them
  };

  /// One run of the defaults.
  SweepGrid() = default;

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Only below size().
  [[nodiscard]] TrainConfig config(std::uint64_t index) const;
  /// In the order of the numbering, slowest first.
  [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

 private:
  friend struct SweepGridMaker;  // in the .cpp

  TrainConfig base_;
  std::vector<Axis> axes_;
  std::uint64_t size_ = 1;
};

/// What a grid is made of: the words given for each option, by ConfigField::name, but kSeedsOption for the seed.
using SweepLists = std::map<std::string, std::vector<std::string>>;

/// The grid of `lists` for `dataset`, with a thread a run where none is asked for: cores are for many runs at once.
/// Faults, each told once: a word that is no value of its setting, a value given twice, more than kMostSweepRuns runs,
/// and whatever keeps any combination from being run (faults_of()). `table` is the dataset's, null when it is not
/// known. With faults the grid is not to be run. Any thread.
[[nodiscard]] SweepGrid make_sweep_grid(const std::string& dataset, const SweepLists& lists, const Dataset* table,
                                        int machine_threads, std::vector<Fault>& faults);

}  // namespace lossline
