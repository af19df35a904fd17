// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/api/run_record.h"

namespace lossline {

/// Quantile q (0 … 1) of an ascending, non-empty sample: linear between the two nearest ranks, as numpy.percentile's
/// default (method 7 of Hyndman and Fan, The American Statistician 50, 1996).
[[nodiscard]] double quantile_of_sorted(const std::vector<double>& ascending, double q);

/// Median and quartiles. Values that are not finite are left out, and n counts the ones that are left; all zero when
/// none.
[[nodiscard]] Spread spread_of(std::vector<double> sample);

}  // namespace lossline
