// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/fields.h"

#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

std::string kind_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::string: {
      constexpr std::size_t kShown = 40;
      const auto& text = value.get_ref<const std::string&>();
      return text.size() <= kShown ? "the text \"" + text + '"' : "a text";
    }
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Json::value_t::number_integer:
      return integer_text(value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return integer_text(value.get<std::uint64_t>());
    case Json::value_t::number_float:
      return shortest(value.get<double>());
    case Json::value_t::array:
      return "a list";
    case Json::value_t::object:
      return "an object";
    default:
      return "null";
  }
}

// Some tools write every number with a dot: 3.0 is a whole number too. Beyond 2^53 a double is none to rely on.
template <typename T>
std::optional<T> whole(const Json& value) {
  constexpr double kExact = 9007199254740992.0;
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    return number <= static_cast<std::uint64_t>(std::numeric_limits<T>::max()) ? std::optional(static_cast<T>(number))
                                                                               : std::nullopt;
  }
  std::int64_t number = 0;
  if (value.is_number_integer()) {
    number = value.get<std::int64_t>();
  } else if (value.is_number_float()) {
    const double real = value.get<double>();
    if (!(std::abs(real) <= kExact) || std::trunc(real) != real) {
      return std::nullopt;
    }
    number = static_cast<std::int64_t>(real);
  } else {
    return std::nullopt;
  }
  if constexpr (std::is_unsigned_v<T>) {
    return number >= 0 ? std::optional(static_cast<T>(number)) : std::nullopt;
  } else {
    const bool fits = number >= std::numeric_limits<T>::min() && number <= std::numeric_limits<T>::max();
    return fits ? std::optional(static_cast<T>(number)) : std::nullopt;
  }
}

template <typename T>
constexpr std::string_view kWholeWords = "a whole number";
template <>
constexpr std::string_view kWholeWords<std::uint64_t> = "a whole number from 0 on";

template <typename T>
void read_whole(Fields& fields, std::string_view key, T& target) {
  const Json* value = fields.value(key);
  if (value == nullptr) {
    return;
  }
  if (const auto number = whole<T>(*value)) {
    target = *number;
  } else {
    fields.wrong(key, kWholeWords<T>);
  }
}

}  // namespace

const Json* Fields::value(std::string_view key) const {
  if (object_ == nullptr) {
    return nullptr;
  }
  const auto found = object_->find(key);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

bool Fields::has(std::string_view key) const {
  return object_ != nullptr && object_->contains(key);
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

void Fields::wrong(std::string_view key, std::string_view must_be) {
  if (fault_.empty()) {
    const Json* found = value(key);
    fault_ = '"' + path_of(key) + "\" must be " + std::string(must_be) + ", not " +
             (found == nullptr ? "null" : kind_of(*found));
  }
}

void Fields::read(std::string_view key, std::string& target) {
  if (const Json* found = value(key)) {
    if (found->is_string()) {
      target = found->get<std::string>();
    } else {
      wrong(key, "a text");
    }
  }
}

void Fields::read(std::string_view key, bool& target) {
  if (const Json* found = value(key)) {
    if (found->is_boolean()) {
      target = found->get<bool>();
    } else {
      wrong(key, "true or false");
    }
  }
}

void Fields::read(std::string_view key, double& target) {
  if (const Json* found = value(key)) {
    if (found->is_number()) {
      target = found->get<double>();
    } else {
      wrong(key, "a number");
    }
  }
}

void Fields::number_or_nan(std::string_view key, double& target) {
  if (has(key) && value(key) == nullptr) {
    target = std::numeric_limits<double>::quiet_NaN();
  } else {
    read(key, target);
  }
}

void Fields::read(std::string_view key, int& target) {
  read_whole(*this, key, target);
}
void Fields::read(std::string_view key, std::int64_t& target) {
  read_whole(*this, key, target);
}
void Fields::read(std::string_view key, std::uint64_t& target) {
  read_whole(*this, key, target);
}

void Fields::read(std::string_view key, std::vector<std::string>& target) {
  const Json* found = value(key);
  if (found == nullptr) {
    return;
  }
  std::vector<std::string> texts;
  bool good = found->is_array();
  for (std::size_t i = 0; good && i < found->size(); ++i) {
    good = (*found)[i].is_string();
    if (good) {
      texts.push_back((*found)[i].get<std::string>());
    }
  }
  if (good) {
    target = std::move(texts);
  } else {
    wrong(key, "a list of texts");
  }
}

void Fields::read(std::string_view key, std::vector<std::int64_t>& target) {
  const Json* found = value(key);
  if (found == nullptr) {
    return;
  }
  std::vector<std::int64_t> numbers;
  bool good = found->is_array();
  for (std::size_t i = 0; good && i < found->size(); ++i) {
    const auto number = whole<std::int64_t>((*found)[i]);
    good = number.has_value();
    if (good) {
      numbers.push_back(*number);
    }
  }
  if (good) {
    target = std::move(numbers);
  } else {
    wrong(key, "a list of whole numbers");
  }
}

Fields Fields::child(std::string_view key) {
  const Json* found = value(key);
  if (found != nullptr && !found->is_object()) {
    wrong(key, "an object");
    found = nullptr;
  }
  return {found, path_of(key), fault_};
}

void Fields::for_each(std::string_view key, const std::function<void(Fields&)>& take) {
  const Json* found = value(key);
  if (found == nullptr) {
    return;
  }
  if (!found->is_array()) {
    wrong(key, "a list of objects");
    return;
  }
  for (std::size_t i = 0; i < found->size(); ++i) {
    if (!(*found)[i].is_object()) {
      wrong(key, "a list of objects");
      return;
    }
    Fields item(&(*found)[i], path_of(key) + '[' + integer_text(std::uint64_t{i}) + ']', fault_);
    take(item);
  }
}

std::vector<std::string> Fields::keys() const {
  std::vector<std::string> names;
  if (object_ != nullptr) {
    for (const auto& [name, ignored] : object_->items()) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace lossline::detail
