// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/api/train_config.h"

namespace lossline {

/// Call first in main(): a program started with a standard stream closed would otherwise get that number for its next
/// file, and write its talk into the report. Also makes a reader that went away, and a file at its size limit, an error
/// instead of a death.
void prepare_streams();

/// Writes a result on stdout. A reader that went away early (`| head`) is no error: the rest is simply not wanted. Any
/// other failure (a full disk, a stream that was closed before the start) is told on stderr; returns false then.
[[nodiscard]] bool print_result(std::string_view text);

/// Talk and progress on stderr. Failures are ignored: there is nobody left to tell.
void say(std::string_view text);

/// "error: …", a line on stderr.
void say_error(std::string_view sentence);

/// Tells every fault, one line each; kWrongUsage.
int refuse(const std::vector<Fault>& faults);

}  // namespace lossline
