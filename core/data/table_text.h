// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/result.h"

namespace lossline {

/// Fills features, target, rows, x and labels of `dataset` from the text of a built-in table: a header line, then one
/// row a line, numbers with a dot, a class name of dataset.classes in the last column, no quotes, no blanks around
/// commas. Strict on purpose: such a table is part of the program, so any deviation is an Internal error that names its
/// line. dataset.classes must be set. Nothing else of `dataset` changes, and nothing at all when an error is returned.
Result<void> parse_class_table(std::string_view text, Dataset& dataset);

}  // namespace lossline
