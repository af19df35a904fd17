// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/atomic_file.h"
#include "core/report/run_report.h"

namespace lossline::detail {

/// report_text() in pieces of some 64 KiB, so that a million rows need no million-row text. False once `write` was.
bool write_report_text(const RunReport& report, const WriteBytes& write);

}  // namespace lossline::detail
