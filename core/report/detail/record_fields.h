// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/run_record.h"
#include "core/report/detail/fields.h"

namespace lossline::detail {

// The way back from record_json.h. Faults are the Fields' own.

[[nodiscard]] TrainConfig config_from(Fields config, std::vector<std::string>& warnings);
[[nodiscard]] HardwareFacts hardware_from(Fields hardware);

/// All but the history.
[[nodiscard]] RunRecord record_from(Fields root, std::vector<std::string>& warnings);

}  // namespace lossline::detail
