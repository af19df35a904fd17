// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/api/result.h"
#include "core/api/train_config.h"

namespace lossline {

// Exit codes: what scripts rely on.
inline constexpr int kDone = 0;
inline constexpr int kInternalError = 1;      ///< a bug in Lossline
inline constexpr int kWrongUsage = 2;         ///< every fault was listed, nothing was started
inline constexpr int kRunFailed = 3;          ///< failed or diverged, or the result could not be written
inline constexpr int kDeviceUnavailable = 4;  ///< the asked device can't be used
inline constexpr int kSignalBase = 128;       ///< + the signal that stopped the run: 130 for Ctrl+C

/// A command reads the arguments after its name, does its work and returns the exit code.
int run_train(const std::vector<std::string>& args);
int run_hardware(const std::vector<std::string>& args);
int run_gpu_name(const std::vector<std::string>& args);
int run_datasets(const std::vector<std::string>& args);

/// Tells every fault, one line each; kWrongUsage.
int refuse(const std::vector<Fault>& faults);

/// "error: …" on stderr.
void say_error(const std::string& message);

/// The exit code of an error that ended a command.
[[nodiscard]] int exit_code_of(ErrorCode code);

}  // namespace lossline
