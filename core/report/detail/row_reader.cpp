// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/row_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/api/number_text.h"
#include "core/report/detail/json_text.h"

namespace lossline::detail {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

bool RowReader::set_columns(const std::vector<std::string>& names) {
  const auto epoch = std::find(names.begin(), names.end(), "epoch");
  const auto loss = std::find(names.begin(), names.end(), "train_loss");
  if (epoch == names.end() || loss == names.end()) {
    return false;
  }
  columns_ = names.size();
  epoch_at_ = static_cast<std::size_t>(epoch - names.begin());
  loss_at_ = static_cast<std::size_t>(loss - names.begin());
  return true;
}

void RowReader::fail(const char* why) {
  if (fault_.empty()) {
    fault_ = "row " + integer_text(std::uint64_t{row_ + 1}) + " of \"history.rows\" " + why;
  }
}

void RowReader::open(bool array) {
  ++depth_;
  if (depth_ > 1) {
    fail("holds something other than plain values");
  } else if (!array) {
    fail("is not a list");
  }
  cell_ = 0;
  point_ = {};
  row_start_ = extra_rows_.size();
}

void RowReader::close() {
  --depth_;
  if (depth_ > 0 || !fault_.empty()) {
    return;
  }
  if (cell_ != columns_) {
    fail("does not have a value for each column");
  } else if (point_.epoch <= last_epoch_) {
    fail("is out of order: epochs count upwards from 1");
  } else {
    history_.append(point_);
    last_epoch_ = point_.epoch;
    ++row_;
    if (columns_ > 2) {
      extra_rows_ += '\n';
    }
  }
}

RowReader::Cell RowReader::next_cell() {
  if (!fault_.empty()) {
    return Cell::None;
  }
  if (depth_ == 0) {
    fail("is not a list");
    return Cell::None;
  }
  const std::size_t at = cell_++;
  if (at == epoch_at_) {
    return Cell::Epoch;
  }
  if (at == loss_at_) {
    return Cell::Loss;
  }
  return at < columns_ ? Cell::Extra : Cell::None;  // too many are told at the end of the row
}

void RowReader::extra(const std::string& text) {
  if (extra_rows_.size() > row_start_) {
    extra_rows_ += ',';
  }
  extra_rows_ += text;
}

void RowReader::whole(std::uint64_t value) {
  switch (next_cell()) {
    case Cell::Epoch:
      if (value == 0 || value > std::numeric_limits<std::uint32_t>::max()) {
        fail("has an epoch out of range");
      } else {
        point_.epoch = static_cast<std::uint32_t>(value);
      }
      break;
    case Cell::Loss:
      point_.loss = static_cast<double>(value);
      break;
    case Cell::Extra:
      extra(integer_text(value));
      break;
    case Cell::None:
      break;
  }
}

void RowReader::real(double value) {
  const bool is_epoch = depth_ == 1 && cell_ == epoch_at_;
  if (is_epoch && value >= 1 && value <= std::numeric_limits<std::uint32_t>::max() && std::trunc(value) == value) {
    whole(static_cast<std::uint64_t>(value));  // some tools write every number with a dot
    return;
  }
  switch (next_cell()) {
    case Cell::Epoch:
      fail("has an epoch that is not a whole number from 1 on");
      break;
    case Cell::Loss:
      point_.loss = value;
      break;
    case Cell::Extra: {
      std::string text;
      append_number(text, value);
      extra(text);
      break;
    }
    case Cell::None:
      break;
  }
}

void RowReader::null() {
  switch (next_cell()) {
    case Cell::Epoch:
      fail("has no epoch");
      break;
    case Cell::Loss:
      point_.loss = kNaN;
      break;
    case Cell::Extra:
      extra("null");
      break;
    case Cell::None:
      break;
  }
}

void RowReader::text(const std::string& value) {
  switch (next_cell()) {
    case Cell::Epoch:
      fail("has an epoch that is not a number");
      break;
    case Cell::Loss:  // how other programs write what JSON has no number for
      if (value == "NaN") {
        point_.loss = kNaN;
      } else if (value == "Infinity" || value == "-Infinity") {
        point_.loss = value.front() == '-' ? -kInfinity : kInfinity;
      } else {
        fail("has a loss that is not a number");
      }
      break;
    case Cell::Extra: {
      std::string quoted;
      append_string(quoted, value);
      extra(quoted);
      break;
    }
    case Cell::None:
      break;
  }
}

void RowReader::flag(bool value) {
  switch (next_cell()) {
    case Cell::Epoch:
    case Cell::Loss:
      fail("holds something other than numbers");
      break;
    case Cell::Extra:
      extra(value ? "true" : "false");
      break;
    case Cell::None:
      break;
  }
}

}  // namespace lossline::detail
