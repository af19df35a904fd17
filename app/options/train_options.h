// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/options/arguments.h"
#include "core/api/dataset.h"
#include "core/api/train_config.h"

namespace CLI {  // NOLINT(readability-identifier-naming): its own name
class App;
}

namespace lossline {

/// What `lossline-cli train` was asked. Nothing may be started unless `faults` is empty.
struct ParsedTrain {
  TrainConfig config;
  std::optional<Dataset> dataset;  ///< loaded; there when no fault concerns it
  std::optional<std::filesystem::path> report, curve;
  std::string name, note;
  bool quiet = false;
  bool json = false;
  bool help = false;  ///< --help was among the arguments; the rest does not matter then
  std::vector<Fault> faults;
};

/// Reads the arguments after "train". Every fault of the line at once: unknown, repeated and empty options, malformed
/// and impossible values, an unknown dataset, a loss that does not fit it, files that can't be written. Looks at the
/// file system, changes nothing there.
[[nodiscard]] ParsedTrain parse_train(const std::vector<std::string>& args);

/// Fits 80×24.
[[nodiscard]] std::string train_help();

/// Declares one option a field of TrainConfig, with default, in the order of config_fields().
/// `group` is CLI11's; "" keeps them out of the help.
void add_config_options(CLI::App& app, const std::string& group);

/// The dataset of that text, null when there was none; an unknown or missing one is a fault.
[[nodiscard]] std::optional<Dataset> take_dataset(const std::string* given, std::vector<Fault>& faults);

/// The config these arguments ask for, checked with its dataset; faults are added to `faults`. `given` is the text of
/// the dataset, null when there was none.
[[nodiscard]] TrainConfig take_config(const Arguments& arguments, const std::string* given,
                                      std::optional<Dataset>& dataset, std::vector<Fault>& faults);

}  // namespace lossline
