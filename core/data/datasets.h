// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/api/dataset.h"
#include "core/api/result.h"

namespace lossline {

/// Names of the built-in datasets, in the order they are offered.
[[nodiscard]] std::vector<std::string> dataset_names();

/// A built-in dataset by its name ("iris"). The data is part of the program: no file is read. Any thread.
/// An unknown name is an InvalidConfig error that names the nearest one and lists what there is.
[[nodiscard]] Result<Dataset> load_dataset(std::string_view name);

}  // namespace lossline
