// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lossline::test {

/// Plays a scenario by name, in the running program, to its end; files are made in `folder`. What does not hold ends
/// the process with exit code 99.
void play(const QString& scenario, const QString& folder);

}  // namespace lossline::test
