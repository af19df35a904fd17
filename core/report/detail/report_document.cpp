// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/report_document.h"

#include <algorithm>
#include <utility>

#include "core/api/number_text.h"
#include "core/report/detail/row_reader.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

// A report needs neither; a text made to harm, or another program's data, may. Writing walks the document by recursion.
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 1'000'000;
constexpr std::size_t kMaxKeys = 10'000;  // keys of one object are searched one by one

std::string damaged_at(std::string_view text, std::size_t byte, bool out_of_range) {
  if (byte > text.size()) {
    return "is cut off: it ends at byte " + integer_text(std::uint64_t{text.size()}) + ", before the report does";
  }
  const std::string_view before = text.substr(0, byte);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  return "is damaged at line " + integer_text(std::int64_t{line}) + ", byte " + integer_text(std::uint64_t{byte}) +
         (out_of_range ? ": a number there is out of range" : ": what stands there is not JSON");
}

/// Builds the document, but hands the rows of the history to a RowReader and keeps none of them.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, ReportDocument& document)
      : text_(text), document_(document), rows_(*document.history, document.extra_rows, document.row_fault) {}

  bool null() override {
    if (in_rows_) {
      rows_.null();
      return true;
    }
    return add(Json(nullptr)) != nullptr;
  }
  bool boolean(bool value) override {
    if (in_rows_) {
      rows_.flag(value);
      return true;
    }
    return add(Json(value)) != nullptr;
  }
  bool number_integer(number_integer_t value) override {
    if (in_rows_) {
      rows_.real(static_cast<double>(value));
      return true;
    }
    return add(Json(value)) != nullptr;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (in_rows_) {
      rows_.whole(value);
      return true;
    }
    return add(Json(value)) != nullptr;
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    if (in_rows_) {
      rows_.real(value);
      return true;
    }
    return add(Json(value)) != nullptr;
  }
  bool string(string_t& value) override {
    if (in_rows_) {
      rows_.text(value);
      return true;
    }
    return add(Json(std::move(value))) != nullptr;
  }
  bool binary(binary_t& /*value*/) override { return false; }  // no JSON text has any

  bool start_object(std::size_t /*size*/) override { return start(Json::object()); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t /*size*/) override {
    if (!in_rows_ && starts_rows()) {
      take_columns();
      in_rows_ = add(Json::array()) != nullptr;
      return in_rows_;
    }
    return start(Json::array());
  }
  bool end_array() override {
    if (in_rows_ && depth_in_rows_ == 0) {
      in_rows_ = false;
      return true;
    }
    return end();
  }
  bool key(string_t& name) override {
    if (in_rows_) {
      return true;
    }
    if (open_.back()->size() >= kMaxKeys) {
      return refuse("has more keys in one object than any report");
    }
    key_ = std::move(name);
    if (open_.size() == 1) {
      top_key_ = key_;
    }
    return true;
  }

  bool parse_error(std::size_t byte, const std::string& /*token*/, const nlohmann::detail::exception& error) override {
    constexpr int kOutOfRange = 406;
    return refuse(damaged_at(text_, byte, error.id == kOutOfRange));
  }

 private:
  bool refuse(std::string why) {
    document_.syntax_fault = std::move(why);
    return false;
  }

  Json* add(Json value) {
    if (++values_ > kMaxValues) {
      refuse("holds more values than any report");
      return nullptr;
    }
    if (open_.empty()) {
      document_.root = std::move(value);
      return &document_.root;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    Json& place = parent[key_];
    place = std::move(value);
    return &place;
  }

  bool start(Json empty) {
    if (in_rows_) {
      ++depth_in_rows_;
      rows_.open(empty.is_array());
      return true;
    }
    if (open_.size() >= kMaxDepth) {
      return refuse("is nested deeper than any report");
    }
    Json* added = add(std::move(empty));
    if (added != nullptr) {
      open_.push_back(added);
    }
    return added != nullptr;
  }

  bool end() {
    if (in_rows_) {
      --depth_in_rows_;
      rows_.close();
    } else {
      open_.pop_back();
    }
    return true;
  }

  [[nodiscard]] bool starts_rows() const {
    return open_.size() == 2 && open_.back()->is_object() && top_key_ == "history" && key_ == "rows";
  }

  void take_columns() {
    const Json& history = *open_.back();
    const auto found = history.find("columns");
    document_.columns_late = found == history.end();
    if (!document_.columns_late && found->is_array()) {
      document_.columns.clear();
      for (const Json& name : *found) {
        document_.columns.push_back(name.is_string() ? name.get<std::string>() : std::string());
      }
    }
    if (!rows_.set_columns(document_.columns) && document_.row_fault.empty()) {
      document_.row_fault = "\"history.columns\" does not name epoch and train_loss";
    }
  }

  std::string_view text_;
  ReportDocument& document_;
  RowReader rows_;
  std::vector<Json*> open_;  // a parent does not change while a child of it is open, so these stay valid
  std::string key_;
  std::string top_key_;
  std::size_t values_ = 0;
  bool in_rows_ = false;
  std::size_t depth_in_rows_ = 0;
};

}  // namespace

ReportDocument take_apart(std::string_view text, const std::vector<std::string>& columns) {
  ReportDocument document;
  document.columns = columns;
  Builder builder(text, document);
  if (!Json::sax_parse(text.begin(), text.end(), &builder) && document.syntax_fault.empty()) {
    document.syntax_fault = "can't be read as JSON";
  }
  return document;
}

}  // namespace lossline::detail
