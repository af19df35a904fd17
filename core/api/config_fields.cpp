// SPDX-License-Identifier: GPL-3.0-or-later
// The text face of TrainConfig: one table row a field, read by the command line, the form and the report alike.
#include <array>
#include <functional>

#include "core/api/number_text.h"
#include "core/api/train_config.h"

namespace lossline {
namespace {

template <typename T>
struct Named {
  T value;
  std::string_view text;
};

constexpr std::array kStrategies = {Named<Strategy>{Strategy::Auto, "auto"}, Named<Strategy>{Strategy::Eager, "eager"},
                                    Named<Strategy>{Strategy::Fused, "fused"},
                                    Named<Strategy>{Strategy::Graph, "graph"}};
constexpr std::array kActivations = {
    Named<Activation>{Activation::Relu, "relu"}, Named<Activation>{Activation::LeakyRelu, "leaky_relu"},
    Named<Activation>{Activation::Tanh, "tanh"}, Named<Activation>{Activation::Sigmoid, "sigmoid"},
    Named<Activation>{Activation::Gelu, "gelu"}, Named<Activation>{Activation::Silu, "silu"}};
constexpr std::array kOptimizers = {Named<OptimizerKind>{OptimizerKind::Sgd, "sgd"},
                                    Named<OptimizerKind>{OptimizerKind::Adam, "adam"},
                                    Named<OptimizerKind>{OptimizerKind::AdamW, "adamw"}};
constexpr std::array kLosses = {Named<LossKind>{LossKind::Auto, "auto"},
                                Named<LossKind>{LossKind::CrossEntropy, "cross_entropy"},
                                Named<LossKind>{LossKind::Bce, "bce"}, Named<LossKind>{LossKind::Mse, "mse"},
                                Named<LossKind>{LossKind::Huber, "huber"}};
constexpr std::array kScalings = {Named<Scaling>{Scaling::MinMax, "minmax"},
                                  Named<Scaling>{Scaling::Standard, "standard"}, Named<Scaling>{Scaling::None, "none"}};

template <typename Table, typename T>
std::string_view text_of(const Table& table, T value) {
  for (const auto& row : table) {
    if (row.value == value) {
      return row.text;
    }
  }
  return "?";
}

/// What a setter says: empty when it worked, else what the value must be.
using Must = std::optional<std::string>;

template <typename Table, typename T>
Must set_named(const Table& table, std::string_view text, T& target) {
  std::string choices;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].text == text) {
      target = table[i].value;
      return std::nullopt;
    }
    choices += i == 0 ? "" : (i + 1 == table.size() ? " or " : ", ");
    choices += table[i].text;
  }
  return choices;
}

Must set_number(std::string_view text, double& target) {
  const auto value = parse_double(text);
  if (!value) {
    return "a number such as 0.01";
  }
  target = *value;
  return std::nullopt;
}

/// `range`: what validate() takes, so that no text is offered that it would then refuse.
Must set_count(std::string_view text, std::uint64_t& target, const char* range) {
  const auto value = parse_uint64(text);
  if (!value) {
    return std::string("a whole number ") + range;
  }
  target = *value;
  return std::nullopt;
}

Must set_device(std::string_view text, DeviceSpec& target) {
  const std::string must = "cpu, cuda or cuda:N with N up to 127";
  if (text == "cpu") {
    target = {};
    return std::nullopt;
  }
  if (text == "cuda") {
    target = {DeviceSpec::Kind::Cuda, std::nullopt};
    return std::nullopt;
  }
  constexpr std::string_view kPrefix = "cuda:";
  if (text.substr(0, kPrefix.size()) != kPrefix) {
    return must;
  }
  const std::string_view digits = text.substr(kPrefix.size());
  const auto index = parse_uint64(digits);
  constexpr std::uint64_t kMostDevices = 127;  // c10::Device keeps its index in a signed char
  if (!index || *index > kMostDevices || digits.front() == '+') {
    return must;
  }
  target = {DeviceSpec::Kind::Cuda, static_cast<int>(*index)};
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const auto from = text.find_first_not_of(kBlank);
  return from == std::string_view::npos ? std::string_view()
                                        : text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

Must set_hidden(std::string_view text, std::vector<std::int64_t>& target) {
  std::vector<std::int64_t> widths;
  if (!trimmed(text).empty()) {
    for (std::string_view rest = text;;) {
      const auto comma = rest.find(',');
      const auto width = parse_int64(trimmed(rest.substr(0, comma)));
      if (!width) {
        return "whole numbers with commas between, such as 64,32, or empty for no hidden layer";
      }
      widths.push_back(*width);
      if (comma == std::string_view::npos) {
        break;
      }
      rest.remove_prefix(comma + 1);
    }
  }
  target = std::move(widths);
  return std::nullopt;
}

Must set_read_loss(std::string_view text, ReadLoss& target) {
  if (text == "every") {
    target = {ReadLoss::Mode::Every, 1};
  } else if (text == "end") {
    target = {ReadLoss::Mode::End, 1};
  } else if (const auto interval = parse_uint64(text)) {
    target = {ReadLoss::Mode::Interval, *interval};
  } else {
    return "every, end or a number of epochs";
  }
  return std::nullopt;
}

Must set_threads(std::string_view text, std::optional<int>& target) {
  if (text == "auto") {
    target = std::nullopt;
    return std::nullopt;
  }
  const auto count = parse_int64(text);
  if (!count || *count < -1'000'000 || *count > 1'000'000) {
    return "auto or a whole number";
  }
  target = static_cast<int>(*count);
  return std::nullopt;
}

struct Face {
  ConfigField field;
  Must (*set)(TrainConfig&, std::string_view);
  std::string (*text)(const TrainConfig&);
};

using Config = TrainConfig;
using Text = std::string_view;

const std::vector<Face>& faces() {
  static const std::vector<Face> table = {
      {{"device", "device", "cpu|cuda|cuda:N", "where to train"},
       [](Config& c, Text t) { return set_device(t, c.device); },
       [](const Config& c) { return to_text(c.device); }},
      {{"strategy", "strategy", "auto|eager|fused|graph", "how a step is executed"},
       [](Config& c, Text t) { return set_named(kStrategies, t, c.strategy); },
       [](const Config& c) { return std::string(to_text(c.strategy)); }},
      {{"hidden", "hidden", "N,N…", "widths of the hidden layers, empty for none"},
       [](Config& c, Text t) { return set_hidden(t, c.hidden); },
       [](const Config& c) { return hidden_text(c.hidden); }},
      {{"activation", "activation", "relu|leaky_relu|tanh|sigmoid|gelu|silu", "after every hidden layer"},
       [](Config& c, Text t) { return set_named(kActivations, t, c.activation); },
       [](const Config& c) { return std::string(to_text(c.activation)); }},
      {{"optimizer", "optimizer", "sgd|adam|adamw", "how weights are updated"},
       [](Config& c, Text t) { return set_named(kOptimizers, t, c.optimizer); },
       [](const Config& c) { return std::string(to_text(c.optimizer)); }},
      {{"lr", "lr", "X", "learning rate"},
       [](Config& c, Text t) { return set_number(t, c.lr); },
       [](const Config& c) { return shortest(c.lr); }},
      {{"momentum", "momentum", "X", "of sgd"},
       [](Config& c, Text t) { return set_number(t, c.momentum); },
       [](const Config& c) { return shortest(c.momentum); }},
      {{"weight-decay", "weight_decay", "X", "pull of the weights towards 0"},
       [](Config& c, Text t) { return set_number(t, c.weight_decay); },
       [](const Config& c) { return shortest(c.weight_decay); }},
      {{"epochs", "epochs", "N", "passes over the training rows"},
       [](Config& c, Text t) { return set_count(t, c.epochs, "from 1 to 4294967295"); },
       [](const Config& c) { return integer_text(c.epochs); }},
      {{"batch-size", "batch_size", "N", "rows a step, 0 for the whole set"},
       [](Config& c, Text t) { return set_count(t, c.batch_size, "from 0 on"); },
       [](const Config& c) { return integer_text(c.batch_size); }},
      {{"loss", "loss", "auto|cross_entropy|bce|mse|huber", "what is made small"},
       [](Config& c, Text t) { return set_named(kLosses, t, c.loss); },
       [](const Config& c) { return std::string(to_text(c.loss)); }},
      {{"seed", "seed", "N", "of weights and batch order"},
       [](Config& c, Text t) { return set_count(t, c.seed, "from 0 to 18446744073709551615"); },
       [](const Config& c) { return integer_text(c.seed); }},
      {{"test-size", "test_size", "X", "share of rows kept for the test"},
       [](Config& c, Text t) { return set_number(t, c.test_size); },
       [](const Config& c) { return shortest(c.test_size); }},
      {{"split-seed", "split_seed", "N", "which rows these are"},
       [](Config& c, Text t) { return set_count(t, c.split_seed, "from 0 to 4294967295"); },
       [](const Config& c) { return integer_text(c.split_seed); }},
      {{"scale", "scale", "minmax|standard|none", "of the features"},
       [](Config& c, Text t) { return set_named(kScalings, t, c.scale); },
       [](const Config& c) { return std::string(to_text(c.scale)); }},
      {{"record-every", "record_every", "N", "keep the loss of every Nth epoch"},
       [](Config& c, Text t) { return set_count(t, c.record_every, "from 1 on"); },
       [](const Config& c) { return integer_text(c.record_every); }},
      {{"read-loss", "read_loss", "every|N|end", "when losses leave the device"},
       [](Config& c, Text t) { return set_read_loss(t, c.read_loss); },
       [](const Config& c) { return to_text(c.read_loss); }},
      {{"threads", "threads", "auto|N", "CPU threads, auto = measured"},
       [](Config& c, Text t) { return set_threads(t, c.threads); },
       [](const Config& c) { return c.threads ? integer_text(std::int64_t{*c.threads}) : std::string("auto"); }},
  };
  return table;
}

const Face* face_of(std::string_view name) {
  for (const Face& face : faces()) {
    if (face.field.name == name) {
      return &face;
    }
  }
  return nullptr;
}

}  // namespace

std::string_view to_text(Strategy value) {
  return text_of(kStrategies, value);
}
std::string_view to_text(Activation value) {
  return text_of(kActivations, value);
}
std::string_view to_text(OptimizerKind value) {
  return text_of(kOptimizers, value);
}
std::string_view to_text(LossKind value) {
  return text_of(kLosses, value);
}
std::string_view to_text(Scaling value) {
  return text_of(kScalings, value);
}

std::string to_text(const DeviceSpec& value) {
  if (value.kind == DeviceSpec::Kind::Cpu) {
    return "cpu";
  }
  return value.index ? "cuda:" + integer_text(std::int64_t{*value.index}) : "cuda";
}

std::string to_text(const ReadLoss& value) {
  switch (value.mode) {
    case ReadLoss::Mode::Every:
      return "every";
    case ReadLoss::Mode::End:
      return "end";
    case ReadLoss::Mode::Interval:
      break;
  }
  return integer_text(value.interval);
}

std::string hidden_text(const std::vector<std::int64_t>& hidden) {
  std::string text;
  for (const std::int64_t width : hidden) {
    text += text.empty() ? "" : ",";
    text += integer_text(width);
  }
  return text;
}

const std::vector<ConfigField>& config_fields() {
  static const std::vector<ConfigField> fields = [] {
    std::vector<ConfigField> list;
    for (const Face& face : faces()) {
      list.push_back(face.field);
    }
    return list;
  }();
  return fields;
}

std::optional<Fault> set_field(TrainConfig& config, std::string_view name, std::string_view text) {
  if (name == "dataset") {
    config.dataset = std::string(text);
    return std::nullopt;
  }
  const Face* face = face_of(name);
  if (face == nullptr) {
    return Fault{std::string(name), "is not a setting of a run"};
  }
  // Blanks around a value mean nothing in a form; what is inside does.
  if (const Must must = face->set(config, trimmed(text))) {
    return Fault{std::string(name), "must be " + *must + ", got \"" + std::string(text) + "\""};
  }
  return std::nullopt;
}

std::string field_text(const TrainConfig& config, std::string_view name) {
  if (name == "dataset") {
    return config.dataset;
  }
  const Face* face = face_of(name);
  return face == nullptr ? std::string() : face->text(config);
}

}  // namespace lossline
