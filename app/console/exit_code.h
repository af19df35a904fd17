// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/run_record.h"

namespace lossline {

// Exit codes of both programs: what scripts rely on.
inline constexpr int kDone = 0;
inline constexpr int kInternalError = 1;      ///< a bug in Lossline
inline constexpr int kWrongUsage = 2;         ///< every fault was listed, nothing was started; or there is no display
inline constexpr int kRunFailed = 3;          ///< failed or diverged, or a file could not be read or written
inline constexpr int kDeviceUnavailable = 4;  ///< the asked device can't be used
inline constexpr int kSignalBase = 128;       ///< + the signal that ended it: 130 for Ctrl+C

/// The exit code of an error that ended a program.
[[nodiscard]] int exit_code_of(ErrorCode code);

/// The exit code of a run; `signal` is what stopped it, if it was stopped.
[[nodiscard]] int exit_code_of(const RunRecord& record, int signal);

}  // namespace lossline
