// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/api/mlp_spec.h"
#include "core/api/train_config.h"

namespace lossline {

/// A network and how it is trained, for the fused step.
struct FusedPlan {
  MlpSpec spec;
  LossKind loss = LossKind::CrossEntropy;  ///< not Auto
  OptimizerKind optimizer = OptimizerKind::Sgd;
  double lr = 0.01, momentum = 0, weight_decay = 0;
  std::int64_t batch_rows = 0;  ///< most rows of one step
  int threads = 1;
};

/// Training rows in plain memory. Labels for class targets, values for numeric ones; the other is null.
struct FusedRows {
  const float* x = nullptr;  ///< [rows][inputs], row-major
  const std::int32_t* labels = nullptr;
  const float* values = nullptr;
  std::int64_t rows = 0;
};

/// Nanoseconds that steps spent, added up. With several threads the first three are those of the thread that calls, and
/// `waiting` is handing the work out and waiting for the others.
struct StepTimes {
  std::int64_t gather = 0, forward = 0, backward = 0, update = 0, waiting = 0;
  std::uint64_t clock_reads = 0;
};

/// An MLP that trains without dispatch, autograd or allocation: forward, loss, backward and update in one pass of vector
/// code over memory laid out once. Any widths, activations, losses and optimizers of a TrainConfig; the mathematics is
/// PyTorch's, to float32 rounding.
///
/// With several threads each takes an equal share of a step's rows, and their gradients are added in the order of the
/// shares: the same plan, data and thread count give the same bits. One owner thread calls, best with FlushDenormals as
/// the others have it; those are the net's own and sleep when nobody calls.
class FusedNet {
 public:
  virtual ~FusedNet() = default;

  /// All parameters, layer order, weight [out, in] row-major, then bias: as flat_parameters() of the LibTorch module.
  /// Optimizer state starts anew.
  virtual void set_parameters(const std::vector<float>& flat) = 0;
  [[nodiscard]] virtual std::vector<float> parameters() const = 0;

  /// One step on all rows. Returns the mean loss before the update, as LossKind defines it; not finite where it is not.
  [[nodiscard]] virtual double step_all() = 0;
  /// One step on `count` rows (1 … batch_rows) of the data, chosen by number.
  [[nodiscard]] virtual double step(const std::int64_t* rows, std::int64_t count) = 0;

  /// From now on every step adds its times here and reads the clock for it; null, as at first: none does.
  virtual void set_times(StepTimes* times) = 0;
  /// Threads that really share the work: no more than there are vectors of rows in a batch.
  [[nodiscard]] virtual int threads() const = 0;

  /// The gradient of the mean loss of the last step, in the order of parameters(). For tests.
  [[nodiscard]] virtual std::vector<float> gradient() const = 0;
  /// Name of the vector instructions in use: "AVX3", "AVX2", "SSE4", "NEON".
  [[nodiscard]] virtual std::string target() const = 0;
};

/// For the best vector instructions this CPU has. Copies the rows into a layout of its own: `data` is not needed
/// afterwards. Throws std::bad_alloc, or std::system_error where no more threads can be had.
[[nodiscard]] std::unique_ptr<FusedNet> make_fused_net(const FusedPlan& plan, const FusedRows& data);

/// The vector instructions that this CPU has and a net can be made for, best first, as FusedNet::target() names them.
[[nodiscard]] std::vector<std::string> fused_targets();
/// make_fused_net() for one of fused_targets(). For tests: not while another thread makes a net.
[[nodiscard]] std::unique_ptr<FusedNet> make_fused_net_for(const std::string& target, const FusedPlan& plan,
                                                           const FusedRows& data);

/// Bytes that make_fused_net() would allocate.
[[nodiscard]] double fused_memory_bytes(const FusedPlan& plan, std::int64_t data_rows);

}  // namespace lossline
