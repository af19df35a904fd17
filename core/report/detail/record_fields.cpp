// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/record_fields.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

// A setting that is a word, or a word or a number. A word of a later version is no reason to hide the run: it is kept
// for saving, and shown as the default with a warning.
void read_word(Fields& fields, std::string_view key, TrainConfig& config, bool or_number,
               std::vector<std::string>& warnings) {
  const Json* value = fields.value(key);
  if (value == nullptr) {
    return;
  }
  std::string text;
  if (value->is_string()) {
    text = value->get<std::string>();
  } else if (or_number && value->is_number()) {
    std::uint64_t number = 0;
    fields.read(key, number);
    text = integer_text(number);
  } else {
    fields.wrong(key, or_number ? "a text or a whole number" : "a text");
    return;
  }
  std::string name(key);
  for (char& c : name) {
    c = c == '_' ? '-' : c;
  }
  if (set_field(config, name, text)) {
    warnings.push_back('"' + fields.path_of(key) + "\" is \"" + text +
                       "\", which this version of Lossline does not know; it shows \"" + field_text(config, name) +
                       "\" in its place, and keeps the word when the report is saved.");
  }
}

Resolved resolved_from(Fields fields) {
  Resolved resolved;
  fields.read("device", resolved.device);
  fields.read("strategy", resolved.strategy);
  fields.read("loss", resolved.loss);
  fields.read("threads", resolved.threads);
  fields.for_each("candidates", [&](Fields& item) {
    Candidate& candidate = resolved.candidates.emplace_back();
    item.read("strategy", candidate.strategy);
    item.read("threads", candidate.threads);
    item.number_or_nan("epoch_us", candidate.epoch_us);
  });
  fields.read("strategy_note", resolved.strategy_note);
  return resolved;
}

DataInfo data_from(Fields fields) {
  DataInfo data;
  fields.read("rows", data.rows);
  fields.read("train_rows", data.train_rows);
  fields.read("test_rows", data.test_rows);
  fields.read("features", data.features);
  fields.read("target", data.target);
  fields.read("classes", data.classes);
  fields.read("sha256", data.sha256);
  return data;
}

ModelInfo model_from(Fields fields) {
  ModelInfo model;
  fields.for_each("layers", [&](Fields& item) {
    LayerInfo& layer = model.layers.emplace_back();
    item.read("name", layer.name);
    item.read("type", layer.type);
    item.read("in", layer.in);
    item.read("out", layer.out);
    item.read("parameters", layer.parameters);
  });
  fields.read("parameters", model.parameters);
  fields.read("flops_per_sample", model.flops_per_sample);
  return model;
}

Environment environment_from(Fields fields) {
  Environment environment;
  fields.read("lossline_version", environment.lossline_version);
  fields.read("torch_version", environment.torch_version);
  fields.read("os", environment.os);
  fields.read("libc_version", environment.libc_version);
  fields.read("compiler", environment.compiler);
  fields.read("blas", environment.blas);
  fields.read("qt_version", environment.qt_version);
  fields.read("nvidia_driver_version", environment.nvidia_driver_version);
  return environment;
}

Summary summary_from(Fields fields) {
  Summary summary;
  fields.read("epochs_done", summary.epochs_done);
  fields.read("train_seconds", summary.train_seconds);
  fields.read("epochs_per_s", summary.epochs_per_s);
  fields.read("samples_per_s", summary.samples_per_s);
  fields.read("first_loss", summary.first_loss);
  fields.read("last_loss", summary.last_loss);
  fields.read("best_loss", summary.best_loss);
  fields.read("best_epoch", summary.best_epoch);
  fields.read("train_accuracy", summary.train_accuracy);
  fields.read("test_accuracy", summary.test_accuracy);
  fields.read("test_loss", summary.test_loss);
  fields.read("first_nonfinite_epoch", summary.first_nonfinite_epoch);
  return summary;
}

Timing timing_from(Fields fields) {
  Timing timing;
  fields.read("warmup_s", timing.warmup_s);
  fields.read("search_s", timing.search_s);
  fields.read("chart_s", timing.chart_s);
  fields.read("measurement_s", timing.measurement_s);
  fields.read("sampled", timing.sampled);
  Fields epoch = fields.child("steady_epoch_us");
  epoch.read("median", timing.steady_epoch_us.median);
  epoch.read("q1", timing.steady_epoch_us.q1);
  epoch.read("q3", timing.steady_epoch_us.q3);
  epoch.read("n", timing.steady_epoch_us.n);
  Fields phases = fields.child("phases_s");
  phases.read("h2d", timing.phases_s.h2d);
  phases.read("d2h", timing.phases_s.d2h);
  phases.read("gather", timing.phases_s.gather);
  phases.read("dispatch", timing.phases_s.dispatch);
  phases.read("forward", timing.phases_s.forward);
  phases.read("backward", timing.phases_s.backward);
  phases.read("optimizer", timing.phases_s.optimizer);
  phases.read("loss_readback", timing.phases_s.loss_readback);
  phases.read("recording", timing.phases_s.recording);
  phases.read("device_idle", timing.phases_s.device_idle);
  phases.read("unattributed", timing.phases_s.unattributed);
  return timing;
}

RunState state_from(Fields& fields) {
  std::string text;
  fields.read("state", text);
  constexpr std::array kStates = {RunState::Finished, RunState::Stopped, RunState::Diverged, RunState::Failed};
  for (const RunState state : kStates) {
    if (to_text(state) == text) {
      return state;
    }
  }
  if (fields.value("state") != nullptr) {
    fields.wrong("state", "finished, stopped, diverged or failed");
  }
  return RunState::Finished;
}

}  // namespace

TrainConfig config_from(Fields fields, std::vector<std::string>& warnings) {
  TrainConfig config;
  fields.read("dataset", config.dataset);
  read_word(fields, "device", config, false, warnings);
  read_word(fields, "strategy", config, false, warnings);
  fields.read("hidden", config.hidden);
  read_word(fields, "activation", config, false, warnings);
  read_word(fields, "optimizer", config, false, warnings);
  fields.number_or_nan("lr", config.lr);
  fields.number_or_nan("momentum", config.momentum);
  fields.number_or_nan("weight_decay", config.weight_decay);
  fields.read("epochs", config.epochs);
  fields.read("batch_size", config.batch_size);
  read_word(fields, "loss", config, false, warnings);
  fields.read("seed", config.seed);
  fields.number_or_nan("test_size", config.test_size);
  fields.read("split_seed", config.split_seed);
  read_word(fields, "scale", config, false, warnings);
  fields.read("record_every", config.record_every);
  read_word(fields, "read_loss", config, true, warnings);
  read_word(fields, "threads", config, true, warnings);
  std::string dtype = "float32";
  fields.read("dtype", dtype);
  if (dtype != "float32") {
    warnings.push_back('"' + fields.path_of("dtype") + "\" is \"" + dtype +
                       "\", which this version of Lossline does not know; it trains in float32.");
  }
  return config;
}

RunRecord record_from(Fields root, std::vector<std::string>& warnings) {
  RunRecord record;
  root.read("run_id", record.run_id);
  root.read("display_name", record.display_name);
  root.read("notes", record.notes);
  root.read("tags", record.tags);
  record.state = state_from(root);
  std::optional<std::string> error;
  root.read("error", error);
  if (error) {
    record.error = Error{ErrorCode::Engine, std::move(*error)};  // its code is not in a report
  }
  root.read("started_at", record.started_at);
  root.read("runtime_s", record.runtime_s);
  record.config = config_from(root.child("config"), warnings);
  record.resolved = resolved_from(root.child("resolved"));
  root.read("config_hash", record.config_hash);
  root.read("initial_weights_hash", record.initial_weights_hash);
  record.data = data_from(root.child("data"));
  record.model = model_from(root.child("model"));
  record.environment = environment_from(root.child("environment"));
  record.hardware = hardware_from(root.child("hardware"));
  record.hardware.nvidia_driver_version = record.environment.nvidia_driver_version;
  record.summary = summary_from(root.child("summary"));
  record.timing = timing_from(root.child("timing"));
  return record;
}

}  // namespace lossline::detail
