// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without contraction of a·b + c: a fused multiply-add rounds once where scikit-learn rounds twice.
#include "core/data/scaler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lossline {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct ColumnFit {
  double offset = 0, factor = 1;
};

template <typename F>
void for_each_number(const std::vector<double>& x, std::size_t columns, std::size_t column,
                     const std::vector<std::size_t>& rows, F&& f) {
  for (const std::size_t row : rows) {
    const double value = x[row * columns + column];
    if (!std::isnan(value)) {
      f(value);
    }
  }
}

ColumnFit fit_min_max(const std::vector<double>& x, std::size_t columns, std::size_t column,
                      const std::vector<std::size_t>& rows) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  double low = kNaN;
  double high = kNaN;
  for_each_number(x, columns, column, rows, [&](double value) {
    low = value >= low ? low : value;  // the first value replaces NaN
    high = value <= high ? high : value;
  });
  double range = high - low;
  if (range < 10 * kEpsilon) {
    range = 1;
  }
  const double factor = 1.0 / range;
  const double shift = low * factor;
  return {0.0 - shift, factor};
}

ColumnFit fit_standard(const std::vector<double>& x, std::size_t columns, std::size_t column,
                       const std::vector<std::size_t>& rows) {
  double sum = 0;
  double count = 0;
  for_each_number(x, columns, column, rows, [&](double value) {
    sum += value;
    ++count;
  });
  const double mean = sum / count;
  // Two passes, with the first-order rounding of the mean taken out: Chan, Golub and LeVeque 1983, as scikit-learn.
  double correction = 0;
  double squares = 0;
  for_each_number(x, columns, column, rows, [&](double value) {
    const double away = value - mean;
    correction += away;
    squares += away * away;
  });
  const double variance = (squares - correction * correction / count) / count;
  const double mean_noise = count * mean * kEpsilon;
  const bool constant = variance <= count * kEpsilon * variance + mean_noise * mean_noise;
  return {mean, constant ? 1.0 : std::sqrt(variance)};
}

}  // namespace

Scaler Scaler::fit(Scaling kind, const std::vector<double>& x, std::size_t columns,
                   const std::vector<std::size_t>& rows) {
  Scaler scaler(kind, columns);
  if (kind == Scaling::None) {
    return scaler;
  }
  for (std::size_t column = 0; column < columns; ++column) {
    const ColumnFit fitted =
        kind == Scaling::MinMax ? fit_min_max(x, columns, column, rows) : fit_standard(x, columns, column, rows);
    scaler.offsets_.push_back(fitted.offset);
    scaler.factors_.push_back(fitted.factor);
  }
  return scaler;
}

double Scaler::scaled(double value, std::size_t column) const {
  switch (kind_) {
    case Scaling::MinMax: {
      const double stretched = value * factors_[column];
      return stretched + offsets_[column];
    }
    case Scaling::Standard:
      return (value - offsets_[column]) / factors_[column];
    case Scaling::None:
      break;
  }
  return value;
}

std::vector<float> Scaler::transform(const std::vector<double>& x, const std::vector<std::size_t>& rows) const {
  std::vector<float> result;
  result.reserve(rows.size() * columns_);
  for (const std::size_t row : rows) {
    for (std::size_t column = 0; column < columns_; ++column) {
      result.push_back(static_cast<float>(scaled(x[row * columns_ + column], column)));
    }
  }
  return result;
}

}  // namespace lossline
