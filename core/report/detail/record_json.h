// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/api/hardware_facts.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"

namespace lossline::detail {

inline constexpr std::string_view kReportSchema = "lossline.run_report";

// A record as schema 1 has it, keys in its order.

[[nodiscard]] nlohmann::ordered_json config_to_json(const TrainConfig& config);
[[nodiscard]] nlohmann::ordered_json hardware_to_json(const HardwareFacts& hardware, bool with_cuda);

/// The whole report but for the history, which is an empty object: its rows are never held as JSON.
[[nodiscard]] nlohmann::ordered_json record_to_json(const RunRecord& record);

}  // namespace lossline::detail
