// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace lossline {

/// Whether stderr is a terminal that can redraw a line.
[[nodiscard]] bool stderr_redraws();

/// Columns of the terminal behind stderr; 80 when it does not tell.
[[nodiscard]] std::size_t stderr_columns();

}  // namespace lossline
