// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/hardware_facts.h"
#include "core/api/loss_history.h"
#include "core/api/mlp_spec.h"
#include "core/api/result.h"
#include "core/api/train_config.h"

namespace lossline {

/// How a run ended. All four are results: history and weights made so far are kept.
enum class RunState { Finished, Stopped, Diverged, Failed };
[[nodiscard]] std::string_view to_text(RunState state);

/// A strategy and thread count that was tried before the run, and what one epoch of it took.
struct Candidate {
  std::string strategy;
  int threads = 0;
  double epoch_us = 0;
};

/// What was really done, where the config left a choice.
struct Resolved {
  std::string device;    ///< "cpu", "cuda:0"
  std::string strategy;  ///< "eager", "fused", "graph"
  std::string loss;      ///< "cross_entropy"
  int threads = 0;
  std::vector<Candidate> candidates;
  std::string strategy_note;  ///< why it is not the strategy that was asked for; "" = it is
};

struct DataInfo {
  std::uint64_t rows = 0, train_rows = 0, test_rows = 0;
  std::vector<std::string> features;
  std::string target;
  std::vector<std::string> classes;
  std::string sha256;  ///< of float32 features, then int32 (or float32) targets, little-endian
};

struct ModelInfo {
  std::vector<LayerInfo> layers;
  std::int64_t parameters = 0;
  std::int64_t flops_per_sample = 0;
};

struct Environment {
  std::string lossline_version, torch_version, os, libc_version, compiler, blas;
  std::optional<std::string> qt_version, nvidia_driver_version;
};

/// Empty where it does not apply or was not reached.
struct Summary {
  std::uint64_t epochs_done = 0;
  double train_seconds = 0;  ///< the epochs alone; pauses, preparation and search are not in it
  std::optional<double> epochs_per_s, samples_per_s;
  std::optional<double> first_loss, last_loss, best_loss;
  std::optional<std::uint64_t> best_epoch;
  std::optional<double> train_accuracy, test_accuracy;  ///< 0 … 1; class targets only
  std::optional<double> test_loss;
  std::optional<std::uint64_t> first_nonfinite_epoch;
};

/// Median and quartiles of a sample.
struct Spread {
  double median = 0, q1 = 0, q3 = 0;
  std::uint64_t n = 0;
};

/// Seconds of train_seconds by what they were spent on; empty = does not apply to this device and strategy. The ones
/// that are there add up to train_seconds.
struct Phases {
  std::optional<double> h2d, d2h, gather, dispatch, forward, backward, optimizer, loss_readback, recording, device_idle,
      unattributed;
};

struct Timing {
  double warmup_s = 0;       ///< before the first epoch: library, device context, data and weights in place
  double search_s = 0;       ///< choosing threads and strategy
  double chart_s = 0;        ///< drawing the live curve
  double measurement_s = 0;  ///< reading clocks
  bool sampled = false;      ///< true when only every k-th epoch was timed and scaled
  Spread steady_epoch_us;    ///< time of one epoch, the first ones left out
  Phases phases_s;
};

/// One run, whole: what a report says. The engine fills what it knows (see TrainingEngine::run), complete_record()
/// of core/report the rest.
struct RunRecord {
  std::string run_id, display_name, notes;
  std::vector<std::string> tags;
  RunState state = RunState::Finished;
  std::optional<Error> error;  ///< set with Failed and Diverged
  std::string started_at;      ///< UTC, "2026-01-01T00:00:00.000Z"
  double runtime_s = 0;        ///< everything, from asking to answer, pauses left out
  TrainConfig config;
  Resolved resolved;
  std::string config_hash, initial_weights_hash;
  DataInfo data;
  ModelInfo model;
  Environment environment;
  HardwareFacts hardware;
  Summary summary;
  Timing timing;
  std::shared_ptr<const LossHistory> history = std::make_shared<LossHistory>();
  /// Final weights, layer order, weight then bias, row-major. Not part of the report.
  std::vector<float> weights;
};

}  // namespace lossline
