// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/api/train_config.h"

namespace CLI {  // NOLINT(readability-identifier-naming): its own name
class App;
}

namespace lossline {

/// One argument list, read. Texts as they were typed; every fault of the line, not just the first.
struct Arguments {
  std::map<std::string, std::string> values;              ///< options with a value, by long name without dashes
  std::map<std::string, std::vector<std::string>> lists;  ///< options with several values, likewise
  std::set<std::string> flags;                            ///< options without one
  std::vector<std::string> positionals;
  std::vector<Fault> faults;

  [[nodiscard]] bool has(const std::string& flag) const { return flags.count(flag) != 0; }
  /// The option's text, or null when it was not given.
  [[nodiscard]] const std::string* find(const std::string& name) const;
};

/// Reads `args` (without the program's and command's name) against the options `app` declares. CLI11's own parser ends
/// at the first fault, takes "-inf" for a cluster of short options and drops empty values; this one
///  - takes "--name value", "--name=value" and "-h"; a value may be empty or begin with one dash, but the word after an
///    option is no value when it begins with two;
///  - gives an option that takes several values every word up to the next option, or the one after "=";
///  - takes everything after "--" as positional;
///  - knows no abbreviations and names the option that was probably meant.
/// Faults are named by long option name, by the positional's name in capitals, or, when unknown, as typed.
[[nodiscard]] Arguments read_arguments(const CLI::App& app, const std::vector<std::string>& args);

/// The line a fault is told in: "error: --lr: must be …", "error: DATASET: …".
[[nodiscard]] std::string fault_line(const Fault& fault);

}  // namespace lossline
