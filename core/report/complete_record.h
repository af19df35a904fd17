// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/api/hardware_facts.h"
#include "core/api/run_record.h"
#include "core/api/train_config.h"

namespace lossline {

/// What the running program knows of itself.
struct ProgramFacts {
  std::optional<std::string> qt_version;  ///< of the library that is loaded; empty without a window
};

/// Fills what the engine leaves open: run_id (a random UUID, unless there is one), config_hash, the environment other
/// than torch_version and blas, and the hardware, of which record.hardware.cuda stays the engine's. Any thread.
void complete_record(RunRecord& record, const HardwareFacts& hardware, const ProgramFacts& program);

/// What this program is made of and runs on, as far as it knows by itself: all but LibTorch's part and the driver.
[[nodiscard]] Environment program_environment(const ProgramFacts& program);

/// The report's `config` in one line without blanks, keys in the order of schema 1: what config_hash is taken of.
[[nodiscard]] std::string config_json(const TrainConfig& config);

/// SHA-256 of config_json(), 64 lower-case hexadecimal digits.
[[nodiscard]] std::string config_hash(const TrainConfig& config);

}  // namespace lossline
