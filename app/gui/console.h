// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/api/run_record.h"

namespace lossline {

/// Exit codes of the window, as scripts rely on them.
enum WindowExit : int {
  kWindowDone = 0,
  kWindowBug = 1,         ///< an internal error of Lossline
  kWindowUsage = 2,       ///< wrong usage, an invalid value, or no display
  kWindowRunFailed = 3,   ///< the run failed or diverged, or a file could not be read or written
  kWindowNoDevice = 4,    ///< the asked device can't be used
  kWindowSignalled = 128  ///< + the signal that ended it; 130 for a run that was stopped
};

/// Call first in main(): a standard stream that was closed would give its number to the next file, and talk would end
/// in a report. Also makes a reader of stderr that went away an error instead of a death.
void prepare_console();

/// One line "error: …" on stderr.
void tell_error(std::string_view sentence);
void write_stderr(std::string_view text);
/// False when it could not be written.
[[nodiscard]] bool write_stdout(std::string_view text);

[[nodiscard]] int exit_code_of(ErrorCode code);
[[nodiscard]] int exit_code_of(const RunRecord& record);

}  // namespace lossline
