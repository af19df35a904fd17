// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

/// What a fuzz target holds to be true of every input; a crash where it is not.
inline void demand(bool good) {
  if (!good) {
    std::abort();
  }
}
