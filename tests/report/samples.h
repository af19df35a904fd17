// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>

#include "core/report/run_report.h"
#include "tests/support/scratch_folder.h"

namespace lossline::test {

/// A history of epochs 1, 2, 3 … with these losses.
std::shared_ptr<LossHistory> history_of(std::initializer_list<double> losses);

/// Every field set, with values that are told apart: what golden_report.json holds.
RunRecord full_record();

/// A run that never started: what golden_failed.json holds.
RunRecord failed_record();

/// The smallest text that is a report.
std::string smallest_report();

/// The text with the first `from` replaced; a failure of the test when there is none.
std::string replaced(std::string text, const std::string& from, const std::string& to);

std::string file_text(const std::filesystem::path& path);
void put_file(const std::filesystem::path& path, const std::string& text);

class TemporaryFolder : public ScratchFolder {
 public:
  [[nodiscard]] std::size_t entries() const;
};

}  // namespace lossline::test
