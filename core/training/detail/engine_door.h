// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/result.h"

namespace lossline::detail {

// Where exceptions end. Everything LibTorch throws is turned into one sentence here.

/// Inside a catch block: what the exception in flight says, one line, without LibTorch's backtrace and source place.
[[nodiscard]] std::string current_exception_text();

/// Inside a catch block: true when memory ran out, on the host or on a device.
[[nodiscard]] bool current_exception_is_memory();

/// Inside a catch block: the exception in flight as an error. `training`: the first epoch had begun, so running out of
/// memory is the run's fault (Engine), not the device's (DeviceUnavailable).
[[nodiscard]] Error current_exception_error(bool training);

}  // namespace lossline::detail
