// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace lossline::detail {

/// Takes values out of one JSON object. A key that is missing or null leaves its target as it is (a number: see
/// number_or_nan); one of the wrong type is a fault, which names the key with its whole path. The first fault counts.
class Fields {
 public:
  /// `object` may be null: every key is then missing. Both must outlive this.
  Fields(const nlohmann::ordered_json* object, std::string path, std::string& fault)
      : object_(object), path_(std::move(path)), fault_(fault) {}

  void read(std::string_view key, std::string& target);
  void read(std::string_view key, bool& target);
  void read(std::string_view key, double& target);
  void read(std::string_view key, int& target);
  void read(std::string_view key, std::int64_t& target);
  void read(std::string_view key, std::uint64_t& target);
  void read(std::string_view key, std::vector<std::string>& target);
  void read(std::string_view key, std::vector<std::int64_t>& target);
  template <typename T>
  void read(std::string_view key, std::optional<T>& target) {
    if (value(key) != nullptr) {
      read(key, target.emplace());
    }
  }
  /// Null is how a number that is none was written.
  void number_or_nan(std::string_view key, double& target);

  /// The object under the key; one without keys when it is missing or null.
  [[nodiscard]] Fields child(std::string_view key);
  /// Each object of the list under the key.
  void for_each(std::string_view key, const std::function<void(Fields&)>& take);
  /// Each key of this object.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// The value under the key; null pointer when it is missing or null.
  [[nodiscard]] const nlohmann::ordered_json* value(std::string_view key) const;
  /// True when the key is there, even with null.
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;
  /// `"config.lr" must be a number, not a text`
  void wrong(std::string_view key, std::string_view must_be);

 private:
  const nlohmann::ordered_json* object_;
  std::string path_;
  std::string& fault_;
};

}  // namespace lossline::detail
