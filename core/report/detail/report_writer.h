// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/report/atomic_file.h"
#include "core/report/run_report.h"

namespace lossline::detail {

/// report_text() in pieces of some 64 KiB, so that a million rows need no million-row text. `unknown_json` is
/// RunReport's. False once `write` was.
bool write_report_text(const RunRecord& record, std::string_view unknown_json, const WriteBytes& write);

}  // namespace lossline::detail
