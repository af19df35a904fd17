// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/api/loss_history.h"

namespace lossline::detail {

/// Puts the rows of a history together from their cells, as they come out of the parser. The first row that can't be
/// one is remembered and the rest ignored: whether the file is of a newer version, which explains more, is known only
/// later.
class RowReader {
 public:
  RowReader(LossHistory& history, std::string& extra_rows, std::string& fault)
      : history_(history), extra_rows_(extra_rows), fault_(fault) {}

  /// Which cell is which; false when epoch or train_loss is missing.
  bool set_columns(const std::vector<std::string>& names);

  // One call for each event between the brackets of the rows.
  void open(bool array);
  void close();
  void whole(std::uint64_t value);
  void real(double value);
  void null();
  void text(const std::string& value);
  void flag(bool value);

 private:
  enum class Cell { Epoch, Loss, Extra, None };
  Cell next_cell();
  void extra(const std::string& text);
  void fail(const char* why);

  LossHistory& history_;
  std::string& extra_rows_;
  std::string& fault_;
  std::size_t columns_ = 2;
  std::size_t epoch_at_ = 0;
  std::size_t loss_at_ = 1;
  std::size_t depth_ = 0;  // 1 = inside a row
  std::size_t cell_ = 0;
  std::size_t row_ = 0;
  std::size_t row_start_ = 0;  // in extra_rows_
  LossPoint point_;
  std::uint32_t last_epoch_ = 0;
};

}  // namespace lossline::detail
