// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lossline {

/// How many threads can run at once for this process: what the affinity mask leaves of the machine, at least 1.
[[nodiscard]] int usable_threads();

}  // namespace lossline
