// SPDX-License-Identifier: GPL-3.0-or-later
#include <exception>

#include "core/training/engine.h"

// The one symbol of the library; see core/api/training_engine.h.
extern "C" __attribute__((visibility("default"))) lossline::TrainingEngine* lossline_create_engine(int abi_version) {
  if (abi_version != lossline::kEngineAbiVersion) {
    return nullptr;
  }
  try {
    return lossline::make_engine().release();
  } catch (const std::exception&) {
    return nullptr;
  }
}
