// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <torch/types.h>

#include "core/api/loss_history.h"
#include "core/api/train_config.h"
#include "core/api/training_engine.h"

namespace lossline::detail {

/// Takes the loss of every epoch, keeps it where it is until the config's read-loss policy lets it be read, then writes
/// the recorded epochs (1, N, 2N … and the last) into the history. Losses still on a device are brought over together,
/// in one transfer. No loss is dropped unseen: one that is not finite is named exactly, recorded epoch or not.
/// Memory stays bounded: after 2²⁰ epochs they are read, whatever the policy.
class LossLog {
 public:
  /// `rows`: a loss handed in is a sum of row losses over that many rows (1 when it is a mean already).
  LossLog(const TrainConfig& config, double rows, LossHistory& history, LiveProgress& progress, RunObserver& observer);

  /// The loss of the next epoch, already on the host; one that is not finite is read at once.
  void add(double loss, float elapsed_s);
  /// The loss of the next epoch as a detached scalar on the device.
  void add(torch::Tensor loss, float elapsed_s);
  /// Whether the policy wants the losses read now.
  [[nodiscard]] bool due() const;
  /// Step one of reading: from the device to the host. Waits for the device.
  void fetch();
  /// Step two: into the history, progress and observer.
  void record();
  /// After the last read: the last epoch is recorded, whichever it was.
  void record_last();
  /// The first epoch whose loss is not finite, among those read. It is then the history's last point.
  [[nodiscard]] std::optional<std::uint64_t> first_nonfinite() const { return first_nonfinite_; }

 private:
  static constexpr std::size_t kLoose = 4096;
  static constexpr std::size_t kMostWaiting = std::size_t{1} << 20;

  void pack();
  void append(const LossPoint& point);
  [[nodiscard]] bool recorded(std::uint64_t epoch) const;

  std::uint64_t record_every_, epochs_;
  ReadLoss policy_;
  double rows_;
  LossHistory& history_;
  LiveProgress& progress_;
  RunObserver& observer_;
  bool tell_epochs_;

  std::uint64_t taken_ = 0;                    // epochs handed in
  std::vector<float> elapsed_;                 // of those not yet recorded
  std::vector<double> values_;                 // of those on the host
  std::vector<torch::Tensor> loose_, packed_;  // of those on the device: scalars, and vectors of kLoose of them
  bool nonfinite_waits_ = false;
  std::uint32_t appended_ = 0;  // the newest epoch in the history
  std::optional<LossPoint> last_;
  std::optional<std::uint64_t> first_nonfinite_;
};

}  // namespace lossline::detail
