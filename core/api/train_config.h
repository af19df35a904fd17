// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lossline {

/// How a training step is executed: one operation at a time through autograd (eager), in one pass of vector code (fused,
/// CPU only), or captured once and replayed (graph, CUDA only).
enum class Strategy { Auto, Eager, Fused, Graph };
enum class Activation { Relu, LeakyRelu, Tanh, Sigmoid, Gelu, Silu };
enum class OptimizerKind { Sgd, Adam, AdamW };
enum class LossKind { Auto, CrossEntropy, Bce, Mse, Huber };
enum class Scaling { MinMax, Standard, None };

/// The device a run was asked for: "cpu", "cuda" (the current one) or "cuda:N".
struct DeviceSpec {
  enum class Kind { Cpu, Cuda };
  Kind kind = Kind::Cpu;
  std::optional<int> index;  ///< only with Cuda; empty = the current device

  friend bool operator==(const DeviceSpec& a, const DeviceSpec& b) { return a.kind == b.kind && a.index == b.index; }
};

/// When recorded losses are read back from the device. Never drops a point.
struct ReadLoss {
  enum class Mode { Every, Interval, End };
  Mode mode = Mode::Every;
  std::uint64_t interval = 1;  ///< epochs; only with Interval

  friend bool operator==(const ReadLoss& a, const ReadLoss& b) {
    return a.mode == b.mode && (a.mode != Mode::Interval || a.interval == b.interval);
  }
};

/// A value that can't be used. `field` is the option's name without dashes ("batch-size"), `message` says what it must
/// be and what was given ("must be a positive number, got nan").
struct Fault {
  std::string field;
  std::string message;

  friend bool operator==(const Fault& a, const Fault& b) { return a.field == b.field && a.message == b.message; }
};

/// Everything a run is asked for. The form of the window, the command line and the report's `config` are three faces
/// of this one struct. A plain value; safe to copy between threads.
struct TrainConfig {
  std::string dataset = "iris";
  DeviceSpec device;
  Strategy strategy = Strategy::Auto;
  std::vector<std::int64_t> hidden = {10};  ///< widths of the hidden layers, input side first; empty = none
  Activation activation = Activation::Relu;
  OptimizerKind optimizer = OptimizerKind::Sgd;
  double lr = 0.01;
  double momentum = 0.0;
  double weight_decay = 0.0;
  std::uint64_t epochs = 20000;
  std::uint64_t batch_size = 0;  ///< rows; 0 = the whole training set
  LossKind loss = LossKind::Auto;
  std::uint64_t seed = 0;
  double test_size = 0.2;           ///< share of the rows kept for the test, in (0, 1)
  std::uint64_t split_seed = 42;    ///< NumPy's random_state, 0 … 2³²−1
  Scaling scale = Scaling::MinMax;  ///< fitted on the training rows only
  std::uint64_t record_every = 1;   ///< losses are kept for epochs 1, N, 2N, … and the last
  ReadLoss read_loss;
  std::optional<int> threads;  ///< empty = auto (measured, within the usable cores)

  /// Every fault of the values by themselves, in the order of the fields; empty when the run may be tried.
  /// What depends on the data (loss against target) is checked by check_loss_fits().
  [[nodiscard]] std::vector<Fault> validate() const;

  friend bool operator==(const TrainConfig& a, const TrainConfig& b);
  friend bool operator!=(const TrainConfig& a, const TrainConfig& b) { return !(a == b); }
};

/// A fault of field "threads" when more are asked for than make sense on a machine of that many logical ones: threads
/// that share a core wait for each other at every operation, and a thousand of them for minutes. Up to four a logical
/// thread (and 8 anywhere) are let through, so that the loss can be shown.
[[nodiscard]] std::optional<Fault> check_threads_fit(const TrainConfig& config, int machine_threads);

/// The names used in every face: "leaky_relu", "adamw", "cross_entropy", "minmax" …
[[nodiscard]] std::string_view to_text(Strategy value);
[[nodiscard]] std::string_view to_text(Activation value);
[[nodiscard]] std::string_view to_text(OptimizerKind value);
[[nodiscard]] std::string_view to_text(LossKind value);
[[nodiscard]] std::string_view to_text(Scaling value);
[[nodiscard]] std::string to_text(const DeviceSpec& value);                      ///< "cpu", "cuda", "cuda:1"
[[nodiscard]] std::string to_text(const ReadLoss& value);                        ///< "every", "100", "end"
[[nodiscard]] std::string hidden_text(const std::vector<std::int64_t>& hidden);  ///< "64,32"; "" for none

/// One field of TrainConfig as the user meets it.
struct ConfigField {
  std::string_view name;        ///< option name without dashes: "batch-size"
  std::string_view key;         ///< key in the report's `config`: "batch_size"
  std::string_view value_name;  ///< what the value is, for help: "cpu|cuda|cuda:N", "N"
  std::string_view help;        ///< one line, plain words
};

/// All fields that are options (everything but the dataset), in the order of the report's `config`.
[[nodiscard]] const std::vector<ConfigField>& config_fields();

/// Sets one field from text (option value, form text). Nothing changes when a fault is returned. Only the form of the
/// text is checked here; ranges are validate()'s. `name` is ConfigField::name or "dataset".
[[nodiscard]] std::optional<Fault> set_field(TrainConfig& config, std::string_view name, std::string_view text);

/// The text set_field() would read back to the same value: "0.01", "10", "relu".
[[nodiscard]] std::string field_text(const TrainConfig& config, std::string_view name);

}  // namespace lossline
