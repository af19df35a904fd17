// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/api/sha256.h"

namespace lossline {

/// A reference file beside the tests, as JSON. A missing file throws, which fails the test.
inline nlohmann::json reference_file(const std::string& name) {
  std::ifstream file(std::string(LOSSLINE_TEST_DATA) + "/" + name);
  return nlohmann::json::parse(file);
}

/// One part of it, by value: a loop over reference_file(…)["part"] would run over a table that is gone.
inline nlohmann::json reference_part(const std::string& name, const std::string& key) {
  return reference_file(name).at(key);
}

/// Row numbers as the reference hashes them: SHA-256 of little-endian int32.
inline std::string sha256_of_rows(const std::vector<std::size_t>& rows) {
  const std::vector<std::int32_t> narrow(rows.begin(), rows.end());
  Sha256 hash;
  update_le(hash, narrow.data(), narrow.size());
  return hash.hex();
}

/// Doubles kept as Python's repr, null for NaN.
inline std::vector<double> doubles(const nlohmann::json& texts) {
  std::vector<double> values;
  for (const auto& text : texts) {
    values.push_back(text.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                    : parse_double(text.get<std::string>()).value());
  }
  return values;
}

}  // namespace lossline
