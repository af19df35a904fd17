// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/unknown.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/report/detail/json_text.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

// A difference is a tree of nodes: {"value": x} puts x there, {"keys": {name: node}} goes into an object,
// {"items": [node or null]} into a list of the same length. Null is no difference.

bool holds_structure(const Json& list) {
  return std::any_of(list.begin(), list.end(), [](const Json& item) { return item.is_structured(); });
}

Json difference(const Json& file, const Json& known) {
  if (file.is_object() && known.is_object()) {
    Json keys = Json::object();
    for (const auto& [name, value] : file.items()) {
      const auto found = known.find(name);
      Json node = found == known.end() ? Json({{"value", value}}) : difference(value, *found);
      if (!node.is_null()) {
        keys[name] = std::move(node);
      }
    }
    return keys.empty() ? Json() : Json({{"keys", std::move(keys)}});
  }
  if (file.is_array() && known.is_array() && file.size() == known.size() && holds_structure(file)) {
    Json items = Json::array();
    bool any = false;
    for (std::size_t i = 0; i < file.size(); ++i) {
      items.push_back(difference(file[i], known[i]));
      any = any || !items.back().is_null();
    }
    return any ? Json({{"items", std::move(items)}}) : Json();
  }
  // Null says nothing, and must not come back over a note or tag that is given later.
  const bool nothing = file.is_null() && (known.is_string() || known.is_array());
  return nothing || file == known ? Json() : Json({{"value", file}});
}

void restore(Json& target, const Json& node) {
  if (!node.is_object()) {
    return;
  }
  if (const auto value = node.find("value"); value != node.end()) {
    target = *value;
  } else if (const auto keys = node.find("keys"); keys != node.end() && keys->is_object() && target.is_object()) {
    for (const auto& [name, child] : keys->items()) {
      if (child.is_object() && (target.contains(name) || child.contains("value"))) {
        restore(target[name], child);
      }
    }
  } else if (const auto items = node.find("items");
             items != node.end() && items->is_array() && target.is_array() && items->size() == target.size()) {
    for (std::size_t i = 0; i < target.size(); ++i) {
      restore(target[i], (*items)[i]);
    }
  }
}

}  // namespace

std::string unknown_text(const Json& file, const Json& known, const std::vector<std::string>& columns,
                         const std::string& rows) {
  const Json keys = difference(file, known);
  if (keys.is_null() && columns.empty()) {
    return {};
  }
  std::string text = compact_text({{"keys", keys}, {"columns", columns}});
  if (!columns.empty()) {
    text += '\n';
    text += rows;
  }
  return text;
}

UnknownHead restore_unknown(Json& known, std::string_view text) {
  UnknownHead head;
  const std::size_t line = std::min(text.find('\n'), text.size());
  const Json kept = Json::parse(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line), nullptr, false);
  if (!kept.is_object()) {
    return head;
  }
  if (const auto keys = kept.find("keys"); keys != kept.end()) {
    restore(known, *keys);
  }
  if (const auto columns = kept.find("columns"); columns != kept.end() && columns->is_array() && line < text.size()) {
    for (const Json& name : *columns) {
      head.columns.push_back(name.is_string() ? name.get<std::string>() : std::string());
    }
    head.rows = text.substr(line + 1);
  }
  return head;
}

}  // namespace lossline::detail
