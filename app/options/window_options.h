// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/api/train_config.h"

namespace lossline {

/// What `lossline` was asked: the window's command line. With faults nothing may be opened (exit 2).
struct WindowOptions {
  std::vector<std::filesystem::path> files;          ///< reports to open; not looked at yet
  std::filesystem::path root = "/";                  ///< where the machine's facts come from
  std::string theme = "auto";                        ///< "light", "dark" or "auto"
  std::optional<TrainConfig> start;                  ///< train this at once, as if the button were pressed
  std::optional<std::filesystem::path> export_file;  ///< the run's report goes there when it ended
  std::optional<std::filesystem::path> grab_file;    ///< a picture of the window goes there
  bool timings = false;
  bool quit_when_done = false;
  bool help = false;          ///< print window_help() and end with 0
  bool version = false;       ///< print version_line("lossline") and end with 0
  std::vector<Fault> faults;  ///< print each by fault_line() (app/options/arguments.h)
};

/// Reads the arguments after the program's name. Needs no display and no QApplication.
[[nodiscard]] WindowOptions parse_window(const std::vector<std::string>& args);

/// Fits 80×24.
[[nodiscard]] std::string window_help();

}  // namespace lossline
