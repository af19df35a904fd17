// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/analysis/progress_text.h"
#include "core/api/run_record.h"

namespace lossline {

/// What strategy fused would make of a run by eager, from what was measured before it began.
struct FusedAdvice {
  std::uint64_t epochs = 0;  ///< those the run was asked for
  int threads = 1;           ///< of the quickest fused candidate
  double epoch_us = 0;       ///< what one epoch of it took
  double seconds = 0;        ///< what all epochs would take
  double times = 0;          ///< how many times as fast as eager; below 1 it is slower

  /// Whether it would be faster by more than two measurements of the same thing differ.
  [[nodiscard]] bool faster() const;
};

/// The advice for a run of `epochs`; empty when it is not by eager, no fused candidate was measured, or nothing is
/// known of eager's own speed. That is `train_seconds` over `epochs_done`, and before the first epoch what the
/// candidate that runs took. Figures may come from a file: what can't be a time is passed over.
[[nodiscard]] std::optional<FusedAdvice> fused_advice(const Resolved& resolved, std::uint64_t epochs,
                                                      std::uint64_t epochs_done, double train_seconds);

/// What follows "fused": "would take 10 ms for these 20 000 epochs (0.52 µs each, measured on 1 thread): 120 times as
/// fast", or "would not be faster here".
[[nodiscard]] std::string fused_advice_text(const FusedAdvice& advice, Grouping grouping = Grouping::NarrowSpace);

/// What a search before the run chose among, at most four entries: what ran first, then the others, fastest first:
/// "fused with 1 thread: 0.52 µs an epoch; eager with 1 thread 61 µs; …". Empty where nothing was left to choose. Where
/// the config names a strategy, only that one's thread counts were.
[[nodiscard]] std::string strategy_choice_text(const RunRecord& record);

/// What one epoch took: "0.52 µs", "61 µs", "1.2 ms". Not positive or not finite: "–".
[[nodiscard]] std::string epoch_time_text(double microseconds);

}  // namespace lossline
