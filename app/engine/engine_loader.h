// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/api/result.h"
#include "core/api/training_engine.h"

namespace lossline {

/// Opens the engine's library, and with it LibTorch, which takes a third of a second and more on a cold disk: call from
/// a worker. Looks in `folder` when one is given; else beside the program, then in ../lib/lossline from there. The
/// library stays open until the process ends. On a LibTorch that calls the system's libblas.so.3 the OpenMP build of
/// OpenBLAS is opened first, where it is installed, so that those calls go to it whatever the system prefers.
/// No signal's handling is changed by it.
/// Errors name the library and say what to do: it is missing, something it needs is, or it is of another version; or
/// (DeviceUnavailable) this process may not map as much memory as the libraries need.
[[nodiscard]] Result<std::shared_ptr<TrainingEngine>> load_engine(const std::filesystem::path& folder = {});

}  // namespace lossline
