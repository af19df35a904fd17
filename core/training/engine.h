// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/api/training_engine.h"

namespace lossline {

/// The LibTorch engine. Programs get it from the engine's library (see app/engine); linking this is for that library
/// and for tests.
[[nodiscard]] std::unique_ptr<TrainingEngine> make_engine();

}  // namespace lossline
