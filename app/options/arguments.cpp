// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options/arguments.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "app/options/suggest.h"
#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

bool is_flag(const CLI::Option& option) {
  return option.get_items_expected_max() == 0;
}

bool is_list(const CLI::Option& option) {
  return option.get_items_expected_max() > 1;
}

/// Long name without dashes, or the positional's name.
std::string name_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? option.get_name(true) : option.get_lnames().front();
}

std::string in_quotes(const std::string& text) {
  return "\"" + text + "\"";
}

class Reader {
 public:
  Reader(const CLI::App& app, const std::vector<std::string>& args) : app_(app), args_(args) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_positional()) {
        positional_ = option;
      } else {
        for (const std::string& name : option->get_lnames()) {
          names_.push_back(name);
        }
      }
    }
  }

  Arguments read() {
    for (next_ = 0; next_ < args_.size();) {
      const std::string& word = args_[next_++];
      if (!only_positionals_ && word == "--") {
        only_positionals_ = true;
      } else if (only_positionals_ || word.size() < 2 || word.front() != '-') {
        add_positional(word);
      } else {
        read_option(word);
      }
    }
    settle_positionals();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool value_follows() const { return next_ < args_.size() && args_[next_].compare(0, 2, "--") != 0; }

  void read_option(const std::string& word) {
    const bool is_long = word.compare(0, 2, "--") == 0;
    const auto equals = is_long ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    std::optional<std::string> text;
    if (equals != std::string::npos) {
      text = word.substr(equals + 1);
    }
    const CLI::Option* option = app_.get_option_no_throw(name);
    if (option == nullptr || option->get_positional()) {
      read_unknown(name, text.has_value());
    } else if (is_flag(*option)) {
      if (text) {
        fault(*option, "takes no value, got " + in_quotes(*text));
      }
      out_.flags.insert(name_of(*option));
    } else if (is_list(*option)) {
      read_list(*option, std::move(text));
    } else {
      read_value(*option, std::move(text));
    }
  }

  void read_list(const CLI::Option& option, std::optional<std::string> text) {
    std::vector<std::string> words;
    if (text) {
      words.push_back(*std::move(text));
    } else {
      while (value_follows() && app_.get_option_no_throw(args_[next_]) == nullptr) {
        words.push_back(args_[next_++]);
      }
    }
    if (words.empty()) {
      fault(option, "needs a value: " + option.get_type_name());
    } else if (!out_.lists.emplace(name_of(option), std::move(words)).second) {
      fault(option, "is given twice; leave one out");
    }
  }

  void read_value(const CLI::Option& option, std::optional<std::string> text) {
    if (!text) {
      if (!value_follows()) {
        fault(option, "needs a value: " + option.get_type_name());
        return;
      }
      text = args_[next_++];
    }
    if (!out_.values.emplace(name_of(option), *text).second) {
      fault(option, "is given twice; leave one out");
    }
  }

  void read_unknown(const std::string& name, bool has_text) {
    const bool is_long = name.compare(0, 2, "--") == 0;
    const auto meant = is_long ? closest(std::string_view(name).substr(2), names_) : std::nullopt;
    out_.faults.push_back({name, "unknown option" + (meant ? "; did you mean --" + *meant + "?" : std::string())});
    if (has_text || next_ >= args_.size() || args_[next_].empty() || args_[next_].front() == '-') {
      return;
    }
    // The next word is this option's value, or a positional: telling a false fault of it would only confuse.
    const CLI::Option* like = meant ? app_.get_option_no_throw("--" + *meant) : nullptr;
    if (like == nullptr) {
      doubtful_.push_back(args_[next_++]);
    } else if (!is_flag(*like)) {
      ++next_;
    }
  }

  void add_positional(const std::string& word) { out_.positionals.push_back(word); }

  void settle_positionals() {
    if (out_.positionals.empty() && !doubtful_.empty()) {
      out_.positionals.push_back(doubtful_.front());
    }
    const std::size_t most = positional_ == nullptr ? 0 : static_cast<std::size_t>(positional_->get_expected_max());
    const std::string field = positional_ == nullptr ? std::string() : name_of(*positional_);
    for (std::size_t i = most; i < out_.positionals.size(); ++i) {
      out_.faults.push_back({field, "unexpected argument " + in_quotes(out_.positionals[i])});
    }
    out_.positionals.resize(std::min(most, out_.positionals.size()));
  }

  void fault(const CLI::Option& option, std::string message) {
    out_.faults.push_back({name_of(option), std::move(message)});
  }

  const CLI::App& app_;
  const std::vector<std::string>& args_;
  const CLI::Option* positional_ = nullptr;
  std::vector<std::string> names_, doubtful_;
  std::size_t next_ = 0;
  bool only_positionals_ = false;
  Arguments out_;
};

}  // namespace

const std::string* Arguments::find(const std::string& name) const {
  const auto place = values.find(name);
  return place == values.end() ? nullptr : &place->second;
}

Arguments read_arguments(const CLI::App& app, const std::vector<std::string>& args) {
  return Reader(app, args).read();
}

std::string fault_line(const Fault& fault) {
  std::string text;
  if (!fault.field.empty()) {
    const char first = fault.field.front();
    const bool as_typed = first == '-' || (first >= 'A' && first <= 'Z');
    text = (as_typed ? "" : "--") + fault.field + ": ";
  }
  text += fault.message;
  return "error: " + terminal_text(text);  // what was typed stays on its line and steers no terminal
}

}  // namespace lossline
