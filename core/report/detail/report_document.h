// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/api/loss_history.h"

namespace lossline::detail {

/// A report's text taken apart: the rows of the history go straight into a LossHistory, the rest is a JSON document.
struct ReportDocument {
  nlohmann::ordered_json root;  ///< history.rows is an empty list in it
  std::shared_ptr<LossHistory> history = std::make_shared<LossHistory>();
  std::vector<std::string> columns = {"epoch", "train_loss"};  ///< as the rows were read
  std::string extra_rows;     ///< a line for each row: the values of the other columns, commas between
  bool columns_late = false;  ///< the rows came before their columns
  std::string row_fault;      ///< the first row that can't be one: `row 3 of "history.rows" …`
  std::string syntax_fault;   ///< why the text is not JSON: `is damaged at line 3, byte 40: …`; the rest is then void
};

/// One pass over the text. `columns` are those of the rows, for a text that names them only behind the rows.
[[nodiscard]] ReportDocument take_apart(std::string_view text, const std::vector<std::string>& columns);

}  // namespace lossline::detail
